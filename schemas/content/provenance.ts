import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"

/** Where figures come from: this installation's companies who opted in, the operator, or the product as it is shipped. */
export const sources = ["aggregate", "operator", "illustrative"] as const

/** Where a figure or a statement comes from, and when it held. Everything that stands beside it or below it is meant. */
export const Provenance = Schema.Struct({
  source: Schema.Literals(sources),
  as_of: Day,
  sample_size: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  note: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Provenance" })
export type Provenance = typeof Provenance.Type

/** What an answer says of figures that nobody measured. */
const ILLUSTRATIVE = "An illustration shipped with the product; measured nowhere."

/** A provenance in words too, where it is one to be wary of. */
export const told = (provenance: Provenance): Provenance =>
  provenance.source === "illustrative" && provenance.note === undefined ? { ...provenance, note: ILLUSTRATIVE } : provenance
