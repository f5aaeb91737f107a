import { Schema } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { CompanyId } from "#schemas/kernel/ids"
import { phrase, word } from "#schemas/kernel/phrase"
import { Tier } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"

/** What a company may use, and what it has asked for. */
export const companyTier = entity("CompanyTier", {
  id: field.readOnly(CompanyId),
  tier: field.required(Tier.annotate({ description: "What the company is to be on.", examples: ["builder"] })),
  requested_tier: field.readOnly(Schema.NullOr(Tier).annotate({ description: "What the operator has been asked for and has not answered yet.", examples: [null] })),
  tier_requested_at: field.readOnly(Schema.NullOr(Timestamp))
}, { label: ({ tier }) => phrase`${word("tier", tier)}` })
export const CompanyTier = companyTier.read
export type CompanyTier = typeof CompanyTier.Type
