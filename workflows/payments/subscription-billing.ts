import { Effect, Schema } from "effect"
import { Invoices } from "#layers/payments/invoices"
import { Plans } from "#layers/payments/plans"
import { Subscriptions } from "#layers/payments/subscriptions"
import { Timestamp } from "#schemas/kernel/time"
import type { NewLine } from "#schemas/payments/line"
import { boundary, dateOf, secondsOf } from "#schemas/payments/periods"
import type { Plan } from "#schemas/payments/plan"
import { prorated } from "#schemas/payments/proration"
import { type Subscription, SubscriptionId } from "#schemas/payments/subscription"
import { durable } from "../durable.ts"
import { collect } from "./collecting.ts"
import { costsOf } from "./costs.ts"
import { beginDunning } from "./dunning.ts"
import { awaitPayment } from "./invoice-due.ts"
import { finalized } from "./invoices.ts"

/** Waits for the end of a period and bills the next, which has a run of its own: one run of a subscription waits at a time. */
export const SubscriptionPeriod = durable({
  name: "payments.subscription_period", version: 1, payload: { subscription_id: SubscriptionId, period: Schema.Int, ends_at: Timestamp },
  searchAttributes: { subscription_id: { type: "number", from: ({ subscription_id }) => subscription_id }, ends_at: { type: "time", from: ({ ends_at }) => ends_at } }
})

/** From where the periods of a subscription are counted, and what it has to its credit. */
export type Kept = Effect.Success<ReturnType<Subscriptions["Service"]["internal"]>>

/** A period, as it is billed when it begins. */
interface Term {
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
  /** The seconds of a whole period: more than it has where it begins late. */
  readonly whole: number
}

/** A period that begins at an instant: until the next boundary. */
export const termOf = (plan: Plan, kept: Omit<Kept, "credit">, period: number, starts_at: Timestamp): Term => {
  const anchor = { at: kept.anchor_at, day: kept.anchor_day, time_zone: kept.time_zone }
  const [before, ends_at] = [0, 1].map((n) => boundary(plan, anchor, period + n - kept.anchor_period)) as [Timestamp, Timestamp]
  return { starts_at, ends_at, whole: secondsOf(ends_at) - secondsOf(before) }
}

/** What a period costs in advance. */
export const costOf = ({ ends_at, starts_at, whole }: Term, price: number) =>
  prorated({ ends: secondsOf(ends_at), whole }, [{ at: secondsOf(starts_at), price }])[0]!

const lineOf = (plan: Plan, description: string, quantity: number, unit_amount: number): NewLine =>
  ({ description, quantity, unit_amount, discount: 0, tax_category: plan.tax_category })

/** Makes the invoice of what a period costs and of what changes added before, less what they took off; none where nothing is left to pay. */
const bill = Effect.fnUntraced(function*(subscription: Subscription, plan: Plan, kept: Kept, period: number, lines: ReadonlyArray<NewLine>) {
  const subscriptions = yield* Subscriptions
  const invoices = yield* Invoices
  const pending = yield* subscriptions.takePending(subscription.id)
  const all = [...lines, ...pending.filter(({ proration }) => proration > 0).map(({ description, proration }) => lineOf(plan, description, 1, proration))]
  const gross = all.reduce((sum, { quantity, unit_amount }) => sum + quantity * unit_amount, 0)
  const credit = pending.reduce((sum, { proration }) => sum - Math.min(0, proration), kept.credit)
  const discount = Math.min(credit, gross)
  if (credit - discount !== kept.credit) yield* subscriptions.setInternal(subscription.id, { ...kept, credit: credit - discount })
  if (gross === discount) return
  const { order_discount: invoice_discount, ...costs } = yield* Effect.orDie(costsOf(all, discount, { tax_country: null, tax_region: null }))
  const { contact_id, currency, seller_id } = subscription
  const draft = yield* Effect.orDie(invoices.create({ contact_id, seller_id, currency, ...costs, invoice_discount }))
  const { id: invoice_id } = yield* Effect.orDie(finalized(draft))
  yield* subscriptions.billedBy(subscription.id, period, invoice_id)
  if (subscription.payment_method_id === null) return yield* awaitPayment(invoice_id)
  if ((yield* collect(subscription, invoice_id)) === null) yield* beginDunning(invoice_id)
})

/** Begins the period that a subscription is in now: bills it, unless it is a trial, and starts the run that waits for its end. */
export const enter = Effect.fnUntraced(function*(subscription: Subscription, plan: Plan, kept: Kept, term: Term) {
  const subscriptions = yield* Subscriptions
  const { amount, id, period, quantity } = subscription
  const price = period === 0 ? 0 : amount
  yield* subscriptions.begin(id, period, term)
  yield* subscriptions.addPrice(id, period, { at: term.starts_at, price, proration: 0, description: plan.name })
  if (period > 0) {
    const cost = costOf(term, price)
    const days = `${plan.name}, ${dateOf(term.starts_at, kept.time_zone)} to ${dateOf(term.ends_at, kept.time_zone)}`
    yield* bill(subscription, plan, kept, period,
      cost === 0 ? [] : [cost === amount ? lineOf(plan, days, quantity, plan.amount) : lineOf(plan, `${quantity} × ${days}`, 1, cost)])
  }
  yield* SubscriptionPeriod.start(
    { subscription_id: id, period, ends_at: term.ends_at }, { key: `subscription ${id} period ${period}` }
  )
  return yield* Effect.orDie(subscriptions.get(id))
})

/** Ends a subscription, and bills what was used and is on no invoice yet. Nothing is given back. */
export const end = Effect.fnUntraced(function*(before: Subscription, at: Timestamp) {
  const subscriptions = yield* Subscriptions
  const kept = yield* subscriptions.internal(before.id)
  const plan = yield* Effect.orDie(Plans.use((plans) => plans.get(before.plan_id)))
  const after = yield* Effect.orDie(subscriptions.update(before, {
    state: "canceled", canceled_at: before.canceled_at ?? at, cancel_at_period_end: false
  }, { events: ["subscription.canceled"] }))
  if (after.contact_id !== null && after.pending_amount > 0) yield* bill(after, plan, kept, after.period, [])
  return yield* Effect.orDie(subscriptions.get(before.id))
})

/** From an instant on nothing is to be paid for the period any more. */
export const stopPrice = Effect.fnUntraced(function*({ id, period }: Subscription, at: Timestamp, description: string) {
  const subscriptions = yield* Subscriptions
  const { ends, prices, whole } = yield* subscriptions.pricesOf(id, period)
  const from = Math.min(Math.max(secondsOf(at), prices.at(-1)!.at), ends)
  const proration = prorated({ ends, whole }, [...prices, { at: from, price: 0 }]).at(-1)!
  yield* subscriptions.addPrice(id, period, { at: new Date(from * 1_000).toISOString(), price: 0, proration, description })
})

/** At the end of a period: bills the next, or ends the subscription where it was told to or nobody is left who pays. */
export const renew = Effect.fnUntraced(function*(id: SubscriptionId, period: number) {
  const subscriptions = yield* Subscriptions
  const before = yield* Effect.orDie(subscriptions.get(id, { lock: true }))
  if (before.period !== period || before.state === "canceled" || before.state === "paused") return
  const { period_end: starts_at } = before
  if (before.cancel_at_period_end || before.contact_id === null) return yield* Effect.asVoid(end(before, starts_at))
  const plan = yield* Effect.orDie(Plans.use((plans) => plans.get(before.plan_id)))
  const kept = yield* subscriptions.internal(id)
  const term = termOf(plan, kept, period + 1, starts_at)
  const after = yield* Effect.orDie(subscriptions.update(before, {
    period: period + 1, period_start: starts_at, period_end: term.ends_at, ...before.state === "trialing" && { state: "active" }
  }, { events: ["subscription.renewed"] }))
  yield* enter(after, plan, kept, term)
})
