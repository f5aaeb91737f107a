import { Effect, Schema } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { Invoices } from "#layers/payments/invoices"
import { PaymentRecords } from "#layers/payments/payments"
import { Plans } from "#layers/payments/plans"
import { Subscriptions } from "#layers/payments/subscriptions"
import type { InvoiceId } from "#schemas/payments/invoice"
import { PaymentId } from "#schemas/payments/payment"
import type { SubscriptionId } from "#schemas/payments/subscription"
import { sleep, step, write } from "../durable.ts"
import { delayAfter } from "../retries.ts"
import { collect } from "./collecting.ts"
import { Dunning } from "./dunning.ts"
import { end } from "./subscription-billing.ts"
import { paused } from "./subscriptions.ts"

/** The subscription of an invoice, if that is still owed and the subscription goes on. Both are locked: invoices always first. */
const stillDue = Effect.fnUntraced(function*(id: SubscriptionId, invoice_id: InvoiceId) {
  const invoice = yield* Effect.orDie(Invoices.use((invoices) => invoices.get(invoice_id, { lock: true })))
  const subscription = yield* Effect.orDie(Subscriptions.use((subscriptions) => subscriptions.get(id, { lock: true })))
  const isOwed = invoice.state === "open" || invoice.state === "overdue"
  return isOwed && subscription.state !== "canceled" ? subscription : undefined
})

/** One more attempt. `over`: there is nothing left to charge. */
const Attempt = Schema.Struct({ over: Schema.Boolean, payment_id: Schema.NullOr(PaymentId) })

const attempt = Effect.fnUntraced(function*(id: SubscriptionId, invoice_id: InvoiceId) {
  const subscription = yield* stillDue(id, invoice_id)
  return subscription === undefined
    ? { over: true, payment_id: null }
    : { over: false, payment_id: yield* collect(subscription, invoice_id) }
})

/** What the company chose for subscriptions whose charge failed to the last. */
const giveUp = Effect.fnUntraced(function*(id: SubscriptionId, invoice_id: InvoiceId) {
  const subscription = yield* stillDue(id, invoice_id)
  if (subscription === undefined || subscription.state === "paused") return
  const { after_retries } = yield* Effect.orDie(Plans.use((plans) => plans.get(subscription.plan_id)))
  const late = subscription.state === "past_due" ? subscription : yield* Effect.orDie(Subscriptions.use((subscriptions) =>
    subscriptions.update(subscription, { state: "past_due" }, { events: ["subscription.past_due"] })))
  const at = new Date(yield* companyNow).toISOString()
  if (after_retries === "cancel") yield* end(late, at)
  if (after_retries === "pause") yield* Effect.orDie(paused(late, at))
})

/** Looks at what became of the last attempt: about two weeks, as long as a bank may take. */
const LOOKS = 60

export const DunningProgram = Dunning.program(Effect.fnUntraced(function*({ invoice_id, subscription_id }) {
  const days = yield* step("read the schedule", { success: Schema.Array(Schema.Int) }, Effect.gen(function*() {
    const { plan_id } = yield* Effect.orDie(Subscriptions.use((subscriptions) => subscriptions.get(subscription_id)))
    return (yield* Effect.orDie(Plans.use((plans) => plans.get(plan_id)))).retry_days
  }))
  let last: typeof Attempt.Type = { over: false, payment_id: null }
  for (const [n, day] of days.entries()) {
    yield* sleep(`day ${day}`, `${day - (days[n - 1] ?? 0)} days`)
    last = yield* write(`retry ${day}`, { verb: "create_payment", success: Attempt }, attempt(subscription_id, invoice_id))
    if (last.over) return
  }
  const { payment_id } = last
  for (let look = 1; payment_id !== null && look <= LOOKS; look++) {
    yield* sleep(`wait ${look}`, delayAfter({ attempts: LOOKS, first: "1 minute", most: "6 hours" }, look))
    const isOpen = yield* step(`look ${look}`, { success: Schema.Boolean }, Effect.map(
      Effect.orDie(PaymentRecords.use((payments) => payments.get(payment_id))),
      ({ state }) => state === "processing" || state === "requires_action" || state === "authorized"
    ))
    if (!isOpen) break
  }
  yield* write("give up", { verb: "renew_subscription" }, giveUp(subscription_id, invoice_id))
}))
