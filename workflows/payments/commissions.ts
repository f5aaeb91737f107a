import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { References } from "#layers/crm/references"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { CommissionPayouts, CommissionRulesOfCompany, Commissions } from "#layers/payments/commissions"
import { Ledger } from "#layers/payments/ledger"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound, ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { NewCommissionRule } from "#schemas/payments/commission-rule"
import type * as api from "#schemas/payments/commissions.api"
import { steppedUp } from "../auth/step-up.ts"

export const list_commissions = (query: Input<typeof api.list_commissions>) => Commissions.use((commissions) => commissions.page(query))

export const list_commission_payouts = (query: Input<typeof api.list_commission_payouts>) => CommissionPayouts.use((payouts) => payouts.page(query))

export const list_commission_rules = (paging: Input<typeof api.list_commission_rules>) => CommissionRulesOfCompany.use((rules) => rules.page(paging))

/** Goes on only if all sellers that the rules name are members. */
const requireSellers = Effect.fnUntraced(function*(rules: ReadonlyArray<NewCommissionRule>) {
  const references = yield* References
  const named = [...new Set(rules.flatMap(({ seller_id }) => seller_id ?? []))]
  const missing = yield* Effect.filter(named, (seller_id) => Effect.map(references.missing({ seller_id }), ({ length }) => length > 0))
  if (missing.length === 0) return
  return yield* new ValidationError({
    message: "Some rules name users that there are not.",
    details: rules.flatMap(({ seller_id }, place) =>
      seller_id !== null && missing.includes(seller_id) ? [{ field: `rules[${place}].seller_id`, error: "there is no such user", received: seller_id }] : [])
  })
})

const plain = ({ category, currency, earns, name, seller_id }: NewCommissionRule) => ({ category, currency, earns, name, seller_id })

export const set_commission_rules = Effect.fnUntraced(function*({ rules: sent }: Input<typeof api.set_commission_rules>) {
  const rules = yield* CommissionRulesOfCompany
  yield* rules.hold
  const before = yield* rules.all
  if (isDeepStrictEqual(before.map(plain), sent.map(plain))) return { rules: before }
  yield* requireSellers(sent)
  const after = yield* rules.replace(sent)
  yield* recordChange({ object: "commission_rules", id: after[0]?.id ?? before[0]!.id, before: { rules: before }, after: { rules: after } })
  return { rules: after }
})

export const approve_commission_payout = Effect.fnUntraced(function*({ currency: asked, seller_id, until }: Input<typeof api.approve_commission_payout>) {
  const { credential } = yield* Caller
  if (credential === "session") yield* steppedUp
  const commissions = yield* Commissions
  if (!(yield* commissions.isMember(seller_id))) return yield* new NotFound({ message: "There is no such user." })
  yield* commissions.hold(seller_id)
  const { currency, deducted_amount, earned_amount, ...rest } = yield* commissions.owed({ seller_id, currency: asked, until })
  const amount = earned_amount - deducted_amount
  if (amount <= 0) {
    return yield* new Conflict({
      message: amount === 0
        ? `Nothing is to be paid out to this seller in ${currency}.`
        : `Nothing is to be paid out to this seller in ${currency}: ${-amount} more was clawed back than was earned since.`
    })
  }
  const payouts = yield* CommissionPayouts
  const made = yield* payouts.create({ ...rest, currency, earned_amount, deducted_amount, amount }, { noted: false })
  yield* recordChange({ object: "commission_payout", id: made.id, before: null, after: made, moves: { amount, currency } })
  yield* commissions.paidOut(made.id, { seller_id, currency, until })
  yield* Ledger.use(({ post }) => post({
    kind: "commission_payout", object: "commission_payout", object_id: made.id, currency, entries: { commissions_payable: amount, cash: -amount }
  }))
  return made
})
