import { Effect, Option } from "effect"
import { Subscriptions } from "#layers/payments/subscriptions"
import { InvoiceId } from "#schemas/payments/invoice"
import { SubscriptionId } from "#schemas/payments/subscription"
import { durable } from "../durable.ts"
import { awaitPayment } from "./invoice-due.ts"

/** Charges an invoice of a subscription again, on the days that its plan says. */
export const Dunning = durable({
  name: "payments.dunning", version: 1, payload: { subscription_id: SubscriptionId, invoice_id: InvoiceId },
  searchAttributes: { subscription_id: { type: "number", from: ({ subscription_id }) => subscription_id }, invoice_id: { type: "number", from: ({ invoice_id }) => invoice_id } }
})

/** An invoice could not be charged: if it is a subscription's, it is tried again later. Once, however often it fails. */
export const beginDunning = Effect.fnUntraced(function*(invoice_id: InvoiceId) {
  const subscription_id = yield* Subscriptions.use((subscriptions) => subscriptions.ofInvoice(invoice_id))
  if (subscription_id === undefined) return
  yield* Dunning.start({ subscription_id, invoice_id }, { key: `invoice ${invoice_id}` })
  yield* awaitPayment(invoice_id)
})

/** Nothing of an invoice is owed any more, for whichever reason: its subscription is past due no longer. */
export const endDunning = Effect.fnUntraced(function*(invoice_id: InvoiceId) {
  const subscriptions = yield* Subscriptions
  const id = yield* subscriptions.ofInvoice(invoice_id)
  if (id === undefined) return
  const before = Option.getOrUndefined(yield* subscriptions.find(id, { lock: true }))
  if (before?.state === "past_due") yield* Effect.orDie(subscriptions.update(before, { state: "active" }))
})
