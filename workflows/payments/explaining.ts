import { Effect } from "effect"
import { Commissions } from "#layers/payments/commissions"
import { Invoices } from "#layers/payments/invoices"
import { Subscriptions } from "#layers/payments/subscriptions"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import type { CommissionId } from "#schemas/payments/commission"
import { commissionExplained, lineExplained, periodExplained } from "#schemas/payments/explanation"
import type * as api from "#schemas/payments/explanation.api"
import type { InvoiceId } from "#schemas/payments/invoice"
import type { SubscriptionId } from "#schemas/payments/subscription"
import { refuse } from "./costs.ts"

const commission = Effect.fnUntraced(function*(id: CommissionId) {
  const commissions = yield* Commissions
  const found = yield* commissions.get(id)
  return commissionExplained(found, { ...yield* commissions.internal(id), ...yield* commissions.history(found) })
})

const line = Effect.fnUntraced(function*(id: InvoiceId, place: number) {
  const invoice = yield* Invoices.use((invoices) => invoices.get(id))
  if (place > invoice.lines.length) return yield* refuse("line", `the invoice has ${invoice.lines.length}`, place)
  return lineExplained(invoice, place - 1)
})

const period = Effect.fnUntraced(function*(id: SubscriptionId, asked: number | undefined) {
  const subscriptions = yield* Subscriptions
  const { currency, period: current } = yield* subscriptions.get(id)
  const period = asked ?? current
  if (period > current || !(yield* subscriptions.hasPeriod(id, period))) return yield* new NotFound({ message: `The subscription has no period ${period}.` })
  return periodExplained({ period, currency, ...yield* subscriptions.pricesOf(id, period) })
})

export const explain_amount = Effect.fnUntraced(function*(asked: Input<typeof api.explain_amount>) {
  const { commission_id, invoice_id, line: place, period: number, subscription_id } = asked
  const named = [commission_id, invoice_id, subscription_id].filter((id) => id !== undefined)
  if (named.length !== 1) return yield* refuse("commission_id", "name one: a commission, an invoice or a subscription", commission_id ?? null)
  if (place !== undefined && invoice_id === undefined) return yield* refuse("line", "it is for an invoice", place)
  if (number !== undefined && subscription_id === undefined) return yield* refuse("period", "it is for a subscription", number)
  if (commission_id !== undefined) return yield* commission(commission_id)
  return yield* invoice_id !== undefined ? line(invoice_id, place ?? 1) : period(subscription_id!, number)
})
