import { Schema } from "effect"
import { Currency } from "#schemas/kernel/money"
import { Tier } from "#schemas/kernel/tenancy"
import { Provenance } from "./provenance.ts"

const Plan = Schema.Struct({
  id: Tier,
  name: Schema.NonEmptyString,
  /** Who it is for, in one sentence. */
  fits: Schema.NonEmptyString,
  /** A month; nothing where a price is agreed with each company. */
  price: Schema.NullOr(Schema.Struct({
    monthly: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    yearly: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    currency: Currency
  })),
  includes: Schema.NonEmptyArray(Schema.NonEmptyString),
  provenance: Provenance
})
export type Plan = typeof Plan.Type

/** `plans.json`: what the operator sells. Limits are not written here: they are what the service enforces. */
export const Plans = Schema.NonEmptyArray(Plan)
