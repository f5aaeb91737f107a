import { Schema } from "effect"
import { Item, Name, Prose } from "./prose.ts"
import { Provenance } from "./provenance.ts"

const Kept = Schema.Struct({
  what: Name,
  /** Nothing where it is kept for good. */
  period: Schema.NullOr(Schema.Struct({ value: Schema.Int.check(Schema.isGreaterThan(0)), unit: Schema.Literals(["minutes", "hours", "days"]) })),
  afterwards: Prose,
  /** The setting of the operator that the period follows; `value` is its default. */
  setting: Schema.optionalKey(Schema.Literal("RUNS_KEPT"))
})

const Regulation = Schema.Struct({
  name: Name,
  full_name: Name,
  region: Name,
  /** What the product does for the duties and rights of it. */
  supports: Schema.NonEmptyArray(Prose),
  /** What it does not do. */
  leaves_to_you: Schema.NonEmptyArray(Prose)
})

/** `privacy.json`: what is kept where and for how long, and what that means for rules of privacy. */
export const Privacy = Schema.Struct({
  provenance: Provenance,
  disclaimer: Prose,
  stored: Schema.NonEmptyArray(Item),
  protections: Schema.NonEmptyArray(Item),
  retention: Schema.NonEmptyArray(Kept),
  not_done: Schema.NonEmptyArray(Prose),
  regulations: Schema.NonEmptyArray(Regulation)
})
