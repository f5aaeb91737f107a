import { Schema } from "effect"
import { Provenance } from "#schemas/content/provenance"
import { texts } from "./texts.ts"

/** A number that somebody could act on, with its unit and where it comes from. */
export const Figure = Schema.Struct({
  value: Schema.Finite,
  unit: Schema.String.annotate({ description: "Like `USD`, `percent`, `hours`, `per month`." }),
  provenance: Provenance
}).annotate({ identifier: "Figure" })
export type Figure = typeof Figure.Type

/** What a calculation took for granted, with where that comes from. */
export const Assumption = Schema.Struct({
  name: Schema.String,
  value: Schema.Finite,
  ...texts("unit", "why"),
  provenance: Provenance
}).annotate({ identifier: "Assumption" })
export type Assumption = typeof Assumption.Type

/** From the cautious to the hopeful. */
export const Range = Schema.Struct({ low: Schema.Finite, expected: Schema.Finite, high: Schema.Finite, unit: Schema.String })
  .annotate({ identifier: "Range" })
export type Range = typeof Range.Type

/**
 * A result with all it was made of: nothing in it is measured but what its inputs and its assumptions say of themselves.
 * Fields of a tool's answer that hold such a result spread these.
 */
export const calculation = {
  formula: Schema.String.annotate({ description: "How the result follows from the inputs and the assumptions." }),
  inputs: Schema.Record(Schema.String, Schema.Json).annotate({ description: "What was given, as it was used." }),
  assumptions: Schema.Array(Assumption)
}
