import { Schema } from "effect"
import { Availability, Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

/** What a how-to is about (interface, section 2.2). */
export const howToCategories = [
  "Payments", "AI Agents", "Marketing", "Analytics", "Operations", "Developer", "Customer Success", "Revenue"
] as const

const HowTo = Schema.Struct({
  title: Name,
  category: Schema.Literals(howToCategories),
  status: Availability,
  goal: Prose,
  steps: Schema.NonEmptyArray(Prose),
  /** Words that people use for it and that stand nowhere in it; search finds it by them. */
  also: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
  /** Operations of the REST API that the steps use. */
  verbs: Schema.Array(Schema.String)
})
export type HowTo = typeof HowTo.Type

/** `how-tos.json` */
export const HowTos = Schema.Struct({ provenance: Provenance, how_tos: Schema.NonEmptyArray(HowTo) })
