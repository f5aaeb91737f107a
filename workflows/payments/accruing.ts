import { Effect } from "effect"
import { CommissionRulesOfCompany, Commissions } from "#layers/payments/commissions"
import { Ledger } from "#layers/payments/ledger"
import type { UserId } from "#schemas/kernel/ids"
import { accrualsOf, categoriesOf, clawedBackOf } from "#schemas/payments/earning"
import type { Payment } from "#schemas/payments/payment"
import { type Bill, taxIn } from "./bill.ts"

/** Money that came in for something, as a payment or by hand. */
interface Income {
  readonly seller_id: UserId | null
  readonly currency: string
  /** With tax. */
  readonly amount: number
  /** What it paid, as that was before. */
  readonly bill: Bill
  /** The payment, or the place among those of the invoice. */
  readonly by: { readonly payment_id: Payment["id"] } | { readonly invoice_payment: number }
}

/** What was sold, without tax, and what of that was paid before and is paid now. */
const saleOf = ({ amount, bill: { invoice, order } }: Income) => {
  const document = invoice ?? order
  if (document === undefined) return { categories: [["standard", amount]] as const, before: 0, after: amount }
  const untaxed = (paid: number) => paid - taxIn(document, paid)
  return { categories: categoriesOf(document), before: untaxed(document.paid_amount), after: untaxed(document.paid_amount + amount) }
}

/** Writes what a seller earns by what came in, with the books. The seller's commissions are held. */
export const accrue = Effect.fnUntraced(function*(income: Income) {
  const { amount: paid_amount, bill, by, currency, seller_id } = income
  if (seller_id === null) return
  const rules = yield* CommissionRulesOfCompany.use(({ all }) => all)
  if (rules.length === 0) return
  const commissions = yield* Commissions
  const sale = { order_id: bill.order?.id ?? null, invoice_id: bill.invoice?.id ?? null }
  const until = { month: yield* commissions.soldInMonth(seller_id, currency), exact: yield* commissions.exactOf(sale) }
  const accrued_at = yield* commissions.now
  const accruals = accrualsOf(rules, { seller_id, currency, ...saleOf(income) }, until)
  for (const [part, { after, amount, before, exact, month, rule, whole }] of accruals.entries()) {
    const { id } = yield* commissions.create({
      seller_id, ...sale, ...by, part, rule, whole_amount: whole, paid_before: before, base_amount: after - before, month_amount: month,
      exact, paid_amount, amount, currency, accrued_at
    })
    if (amount > 0) {
      yield* Ledger.use(({ post }) => post({
        kind: "commission", object: "commission", object_id: id, currency, entries: { commissions: amount, commissions_payable: -amount }
      }))
    }
  }
})

/** Why money of a payment went back. */
type Loss = { readonly refund_id: number; readonly dispute_id: null } | { readonly refund_id: null; readonly dispute_id: number }

/** Takes back what was earned by so much of a payment, with the books. The seller's commissions are held. */
export const clawBack = Effect.fnUntraced(function*({ currency, id, seller_id }: Payment, lost: number, loss: Loss) {
  if (seller_id === null) return
  const commissions = yield* Commissions
  for (const earned of yield* commissions.ofPayment(id)) {
    const { lost_amount: before, paid_amount } = yield* commissions.internal(earned.id)
    const after = Math.min(paid_amount, before + lost)
    if (after === before) continue
    const amount = clawedBackOf(earned.amount, after, paid_amount) - earned.clawed_back_amount
    yield* commissions.clawBack(earned, { ...loss, lost_amount: after - before, amount })
    if (amount > 0) {
      yield* Ledger.use(({ post }) => post({
        kind: "commission_clawback", object: "commission", object_id: earned.id, currency, entries: { commissions: -amount, commissions_payable: amount }
      }))
    }
  }
})
