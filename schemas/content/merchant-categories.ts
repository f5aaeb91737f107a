import { Schema } from "effect"
import { Provenance } from "./provenance.ts"

const Code = Schema.String.check(Schema.isPattern(/^\d{4}$/u, { expected: "four digits" }))

/** `merchant-categories.json`: which merchant category codes (ISO 18245) each industry usually gets, the usual one first. */
export const MerchantCategories = Schema.Struct({
  provenance: Provenance,
  industries: Schema.Record(Schema.String, Schema.NonEmptyArray(Code))
})
