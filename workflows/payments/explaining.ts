import { Effect } from "effect"
import { Commissions } from "#layers/payments/commissions"
import { Invoices } from "#layers/payments/invoices"
import { Subscriptions } from "#layers/payments/subscriptions"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { CommissionId } from "#schemas/payments/commission"
import { commissionExplained, lineExplained, periodExplained } from "#schemas/payments/explanation"
import type * as api from "#schemas/payments/explanation.api"
import { InvoiceId } from "#schemas/payments/invoice"
import { SubscriptionId } from "#schemas/payments/subscription"
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

export const explain_amount = Effect.fnUntraced(function*({ line: place, object, object_id, period: number }: Input<typeof api.explain_amount>) {
  if (place !== undefined && object !== "invoice") return yield* refuse("line", "it is for an invoice", place)
  if (number !== undefined && object !== "subscription") return yield* refuse("period", "it is for a subscription", number)
  switch (object) {
    case "commission":
      return yield* commission(CommissionId.make(object_id))
    case "invoice":
      return yield* line(InvoiceId.make(object_id), place ?? 1)
    case "subscription":
      return yield* period(SubscriptionId.make(object_id), number)
  }
})
