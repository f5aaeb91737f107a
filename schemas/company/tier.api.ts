import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { companyTier, CompanyTier } from "./tier.ts"

export const change_tier = operation.act("change_tier", "/tier", CompanyTier, {
  payload: companyTier.create,
  errors: [Conflict],
  summary: "Change the company's tier",
  description: "Puts the company on another tier, with its limits and operations, from now on and in every connection. Where the " +
    "operator answers such requests, `requested_tier` says what was asked for until then, and asking for the tier that the company " +
    "has takes the request back. A conflict where tiers have to be paid for and no payment can be taken yet.",
  access: "session",
  role: "owner",
  requiresConsent: true,
  undo: "nothing",
  idempotent: true
})
