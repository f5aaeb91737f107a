import { Conflict, NotFound, StepUpRequired } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { commission, Commission, commissionPayout, CommissionPayout } from "./commission.ts"
import { CommissionRule, CommissionRules, NewCommissionRules } from "./commission-rule.ts"

export const list_commissions = operation.list("list_commissions", "/gateway/commissions", Commission, {
  ...commission.list,
  summary: "List commissions",
  description: "What sellers earned by payments, what was clawed back and what was paid out. Those of live and of test keys are apart.",
  tierFloor: "professional"
})

export const list_commission_rules = operation.list("list_commission_rules", "/gateway/commissions/rules", CommissionRule, {
  summary: "List commission rules",
  description: "The rules by which sellers earn, in their order. Live and test keys have rules of their own.",
  tierFloor: "professional"
})

export const set_commission_rules = operation.set("set_commission_rules", "/gateway/commissions/rules", NewCommissionRules, CommissionRules, {
  summary: "Set the commission rules",
  description: "Replaces all rules. The seller of a payment earns by one rule for each line's category: a rule of the seller goes before one of the " +
    "category, and that before one of the currency alone; two for the same are refused. What was earned by earlier rules stays as it is.",
  tierFloor: "professional"
})

export const list_commission_payouts = operation.list("list_commission_payouts", "/gateway/commissions/payouts", CommissionPayout, {
  ...commissionPayout.list,
  summary: "List commission payouts",
  description: "What sellers were paid; `list_commissions` with `payout_id` tells for what. Payouts of live and of test keys are apart.",
  tierFloor: "professional"
})

export const approve_commission_payout = operation.create(
  "approve_commission_payout", "/gateway/commissions/payouts", commissionPayout.create, CommissionPayout, {
    errors: [NotFound, Conflict, StepUpRequired],
    summary: "Pay out commissions",
    description: "Pays a seller what was earned in a currency and not paid out yet, less what was clawed back, and writes it into the books: the company " +
      "itself hands the money over. A person who is signed in has to prove again who they are.",
    requiresConsent: true,
    undo: "nothing",
    tierFloor: "professional"
  }
)
