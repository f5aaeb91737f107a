import { Effect, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { PaymentMethods } from "#layers/payments/methods"
import { Plans } from "#layers/payments/plans"
import { Subscriptions } from "#layers/payments/subscriptions"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { anchorFrom, boundary, dayOf, secondsOf, wholeSecond } from "#schemas/payments/periods"
import { MAX_PRICE, type Plan } from "#schemas/payments/plan"
import { prorated } from "#schemas/payments/proration"
import type { Subscription } from "#schemas/payments/subscription"
import type * as api from "#schemas/payments/subscriptions.api"
import { requireReferences } from "../crm/references.ts"
import { chosenProvider } from "./asking.ts"
import { refuse } from "./costs.ts"
import { costOf, end, enter, stopPrice, termOf } from "./subscription-billing.ts"

export const list_subscriptions = (query: Input<typeof api.list_subscriptions>) =>
  Subscriptions.use((subscriptions) => subscriptions.page(query))

export const get_subscription = ({ id }: Input<typeof api.get_subscription>) => Subscriptions.use((subscriptions) => subscriptions.get(id))

/** The company's time, without fractions of a second. */
const now = Effect.map(companyNow, (ms) => wholeSecond(new Date(ms).toISOString()))

const priceOf = (plan: Plan, quantity: number) => {
  const amount = plan.amount * quantity
  return amount > MAX_PRICE ? refuse("quantity", `a period comes to ${amount}, which is over ${MAX_PRICE}`, quantity) : Effect.succeed(amount)
}

const getPlan = (id: Plan["id"]) => Plans.use((plans) => plans.get(id))

/** A saved method of the contact that can be charged. */
const checkMethod = Effect.fnUntraced(function*(id: NonNullable<Subscription["payment_method_id"]>, contact_id: number | null) {
  yield* chosenProvider
  const method = yield* getOrFail("payment method")(
    PaymentMethods.use((methods) => Effect.map(methods.find(id), Option.filter((method) => method.contact_id !== null && method.contact_id === contact_id))))
  if (method.state !== "active") return yield* new Conflict({ message: `The payment method cannot be charged: it is ${method.state}.` })
})

export const create_subscription = Effect.fnUntraced(function*(asked: Input<typeof api.create_subscription>) {
  const { billing_day, contact_id, payment_method_id, plan_id, quantity, seller_id } = asked
  const subscriptions = yield* Subscriptions
  yield* getOrFail("contact")((yield* Contacts).find(contact_id))
  yield* requireReferences({ seller_id })
  const plan = yield* getPlan(plan_id)
  if (payment_method_id !== undefined) yield* checkMethod(payment_method_id, contact_id)
  if (billing_day !== undefined && plan.interval !== "month" && plan.interval !== "year") {
    return yield* refuse("billing_day", `periods of this plan are counted in ${plan.interval}s`, billing_day)
  }
  const amount = yield* priceOf(plan, quantity)
  const time_zone = yield* subscriptions.timeZone
  const begins = yield* now
  const { trial_days = plan.trial_days } = asked
  const isTrial = trial_days > 0
  const trial_ends_at = boundary({ interval: "day", interval_count: 1 }, { at: begins, time_zone, day: dayOf(begins, time_zone) }, trial_days)
  const anchor = anchorFrom(trial_ends_at, time_zone, billing_day)
  const kept = {
    anchor_at: anchor.at, anchor_day: anchor.day, anchor_period: anchor.at === trial_ends_at ? 1 : 2, time_zone
  }
  const term = isTrial
    ? { starts_at: begins, ends_at: trial_ends_at, whole: secondsOf(trial_ends_at) - secondsOf(begins) }
    : termOf(plan, kept, 1, begins)
  const made = yield* subscriptions.create({
    contact_id, plan_id, quantity, amount, currency: plan.currency, payment_method_id: payment_method_id ?? null, seller_id,
    state: isTrial ? "trialing" : "active", period: isTrial ? 0 : 1, period_start: begins, period_end: term.ends_at,
    trial_ends_at: isTrial ? trial_ends_at : null, ...kept
  }, { noted: false })
  yield* recordChange({
    object: "subscription", id: made.id, before: null, after: made, events: ["subscription.created"],
    /* What is charged at once is told by its payment. */
    ...(isTrial || payment_method_id === undefined) && { moves: { amount, currency: plan.currency } }
  })
  return yield* enter(made, plan, { ...kept, credit: 0 }, term)
})

/** Minutes for which a preview can be followed by the change that it told of. */
const MINUTES = 5

/** What a change does from an instant on, as a preview tells it and the change makes it. */
const changeOf = Effect.fnUntraced(function*(subscription: Subscription, asked: Omit<Input<typeof api.change_subscription>, "id">) {
  const subscriptions = yield* Subscriptions
  const { id, period, period_end, state } = subscription
  if (state === "paused" || state === "canceled") return yield* new Conflict({ message: `The subscription is ${state}.` })
  const { plan_id = subscription.plan_id, quantity = subscription.quantity } = asked
  const current = yield* getPlan(subscription.plan_id)
  const plan = plan_id === current.id ? current : yield* getPlan(plan_id)
  if (plan.currency !== current.currency) return yield* refuse("plan_id", `the subscription is in ${current.currency}`, plan_id)
  if (plan.interval !== current.interval || plan.interval_count !== current.interval_count) {
    return yield* refuse("plan_id", `a period of the subscription is ${current.interval_count} ${current.interval}`, plan_id)
  }
  const amount = yield* priceOf(plan, quantity)
  const time = yield* now
  const at = wholeSecond(asked.proration_at ?? time)
  const { ends, prices, whole } = yield* subscriptions.pricesOf(id, period)
  if (secondsOf(time) >= ends) return yield* new Conflict({ message: "The period has just ended, and the next is being billed: try again." })
  const earliest = Math.max(secondsOf(time) - MINUTES * 60, prices.at(-1)!.at)
  if (secondsOf(at) < earliest || at > time) {
    return yield* refuse("proration_at", `it must be between ${new Date(earliest * 1_000).toISOString()} and ${time}`, at)
  }
  const price = period === 0 ? 0 : amount
  const proration = prorated({ ends, whole }, [...prices, { at: secondsOf(at), price }]).at(-1)!
  const next = termOf(plan, yield* subscriptions.internal(id), period + 1, period_end)
  return { plan, quantity, amount, at, price, proration, pending: subscription.pending_amount + proration, next: costOf(next, amount) }
})

export const preview_subscription_change = Effect.fnUntraced(function*({ id, ...asked }: Input<typeof api.preview_subscription_change>) {
  const subscription = yield* Subscriptions.use((subscriptions) => subscriptions.get(id))
  const { amount, at, next, pending, plan, proration, quantity } = yield* changeOf(subscription, asked)
  return {
    proration_at: at, plan_id: plan.id, quantity, currency: plan.currency, amount, proration_amount: proration, pending_amount: pending,
    next_invoice_at: subscription.period_end, next_amount: subscription.cancel_at_period_end ? Math.max(0, pending) : Math.max(0, next + pending)
  }
})

export const change_subscription = Effect.fnUntraced(function*({ id, ...asked }: Input<typeof api.change_subscription>) {
  const subscriptions = yield* Subscriptions
  const before = yield* subscriptions.get(id, { lock: true })
  const { amount, at, plan, price, proration, quantity } = yield* changeOf(before, asked)
  const { payment_method_id = before.payment_method_id } = asked
  const isPriced = plan.id !== before.plan_id || quantity !== before.quantity
  if (!isPriced && payment_method_id === before.payment_method_id) return before
  if (payment_method_id !== null && payment_method_id !== before.payment_method_id) yield* checkMethod(payment_method_id, before.contact_id)
  if (isPriced) yield* subscriptions.addPrice(id, before.period, { at, price, proration, description: `${quantity} × ${plan.name}, changed at ${at}` })
  const after = yield* subscriptions.update(before, { plan_id: plan.id, quantity, amount, payment_method_id }, { noted: false })
  yield* recordChange({
    object: "subscription", id, before, after, events: ["subscription.changed"], moves: { amount, currency: plan.currency }
  })
  return after
})

export const pause_subscription = Effect.fnUntraced(function*({ id }: Input<typeof api.pause_subscription>) {
  const subscriptions = yield* Subscriptions
  const before = yield* subscriptions.lockForUpdate(id)
  if (before.state === "paused") return before
  if (before.state === "canceled") return yield* new Conflict({ message: "The subscription is canceled." })
  return yield* paused(before, yield* now)
})

/** Stops invoices; what was billed for the time after is taken off the first invoice after it is resumed. */
export const paused = Effect.fnUntraced(function*(before: Subscription, at: string) {
  yield* stopPrice(before, at, `Paused at ${at}`)
  return yield* Subscriptions.use((subscriptions) =>
    subscriptions.update(before, { state: "paused", paused_at: at }, { events: ["subscription.paused"] }))
})

export const resume_subscription = Effect.fnUntraced(function*({ id }: Input<typeof api.resume_subscription>) {
  const subscriptions = yield* Subscriptions
  const before = yield* subscriptions.lockForUpdate(id)
  if (before.state === "canceled") return yield* new Conflict({ message: "The subscription is canceled." })
  const events = { events: ["subscription.resumed"] } as const
  if (before.state !== "paused") {
    return before.cancel_at_period_end ? yield* subscriptions.update(before, { cancel_at_period_end: false, canceled_at: null }, events) : before
  }
  if (before.contact_id === null) return yield* new Conflict({ message: "Nobody is left who pays." })
  const plan = yield* getPlan(before.plan_id)
  const { credit, time_zone } = yield* subscriptions.internal(id)
  const begins = yield* now
  const period = before.period + 1
  const kept = { anchor_at: begins, anchor_day: dayOf(begins, time_zone), anchor_period: period, time_zone }
  const term = termOf(plan, kept, period, begins)
  const after = yield* subscriptions.update(before, {
    state: "active", paused_at: null, cancel_at_period_end: false, period, period_start: begins, period_end: term.ends_at, ...kept
  }, events)
  return yield* enter(after, plan, { ...kept, credit }, term)
})

export const cancel_subscription = Effect.fnUntraced(function*({ at, id }: Input<typeof api.cancel_subscription>) {
  const subscriptions = yield* Subscriptions
  const before = yield* subscriptions.lockForUpdate(id)
  if (before.state === "canceled") return before
  const time = yield* now
  if (at === "period_end" && before.state !== "paused") {
    return before.cancel_at_period_end
      ? before
      : yield* subscriptions.update(before, { cancel_at_period_end: true, canceled_at: time }, { events: ["subscription.canceled"] })
  }
  if (before.state !== "paused") yield* stopPrice(before, time, `Used until ${time}`)
  return yield* end(yield* subscriptions.get(id), time)
})
