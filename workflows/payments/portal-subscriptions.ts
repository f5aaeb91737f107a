import { Effect, Option } from "effect"
import { Plans } from "#layers/payments/plans"
import { Subscriptions } from "#layers/payments/subscriptions"
import type { PaymentMethodId } from "#schemas/payments/method"
import type { Plan, PlanId } from "#schemas/payments/plan"
import type { Subscription, SubscriptionId } from "#schemas/payments/subscription"
import { act, as, may, NotAllowed, ownOf, type Portal } from "./portal.ts"
import { methodsOf } from "./portal-methods.ts"
import { cancel_subscription, change_subscription, pause_subscription, preview_subscription_change, resume_subscription } from "./subscriptions.ts"

/** More than anybody has. */
const MOST = 100

const planOf = (id: PlanId) => Effect.orDie(Plans.use((plans) => plans.get(id)))

const isBilled = ({ cancel_at_period_end, state }: Subscription) => state !== "paused" && state !== "canceled" && !cancel_at_period_end

/** A subscription with its plan, and what its next invoice comes to, without tax that is added. */
const withPlan = Effect.fnUntraced(function*(subscription: Subscription) {
  const next = isBilled(subscription) ? yield* Effect.option(preview_subscription_change({ id: subscription.id })) : Option.none()
  return { subscription, plan: yield* planOf(subscription.plan_id), next: Option.getOrUndefined(next) }
})

/** The customer's subscriptions, the newest first. */
export const subscriptionsOf = (portal: Portal) =>
  as(portal)(Effect.gen(function*() {
    const { items } = yield* Effect.orDie(Subscriptions.use((all) => all.page({ contact_id: portal.contact.id, limit: MOST, offset: 0, sort: "-id" })))
    return yield* Effect.forEach(items, withPlan)
  }))
export type SubscriptionShown = Effect.Success<ReturnType<typeof subscriptionsOf>>[number]

const own = (portal: Portal, id: SubscriptionId) => ownOf(portal, "subscription")(Subscriptions.use((all) => all.get(id)))

/** What the customer may do with a subscription as it is. */
const doableOf = ({ allowed }: Portal, { cancel_at_period_end, state }: Subscription) => {
  const isOver = state === "canceled"
  return {
    cancel: allowed.cancel && !isOver && !cancel_at_period_end,
    keep: allowed.cancel && !isOver && cancel_at_period_end && state !== "paused",
    pause: allowed.pause && !isOver && state !== "paused",
    resume: allowed.pause && state === "paused"
  }
}
export type Doable = keyof ReturnType<typeof doableOf>

const fits = (plan: Plan, other: Plan) =>
  other.id !== plan.id && other.currency === plan.currency && other.interval === plan.interval && other.interval_count === plan.interval_count

/** A subscription with all that the customer may do with it. */
export const subscriptionOf = (portal: Portal, id: SubscriptionId) =>
  as(portal)(Effect.gen(function*() {
    const shown = yield* withPlan(yield* own(portal, id))
    const { plan, subscription: { state } } = shown
    const isRunning = state !== "paused" && state !== "canceled"
    const named = isRunning ? yield* Effect.forEach(portal.allowed.change_plan_ids, (one) => Plans.use((plans) => plans.find(one))) : []
    return {
      ...shown,
      doable: doableOf(portal, shown.subscription),
      plans: named.flatMap(Option.toArray).filter((other) => fits(plan, other)),
      methods: isRunning ? (yield* methodsOf(portal)).filter((method) => method.state === "active") : []
    }
  }))
export type OneSubscription = Effect.Success<ReturnType<typeof subscriptionOf>>

const mayChange = ({ allowed }: Portal, plan_id: PlanId) => allowed.change_plan_ids.includes(plan_id) ? Effect.void : Effect.fail(new NotAllowed())

/** What a change to another plan comes to. */
export const changePreviewed = (portal: Portal, id: SubscriptionId, plan_id: PlanId) =>
  as(portal)(Effect.gen(function*() {
    yield* own(portal, id)
    yield* mayChange(portal, plan_id)
    return { plan: yield* planOf(plan_id), preview: yield* preview_subscription_change({ id, plan_id }) }
  }))
export type Previewed = Effect.Success<ReturnType<typeof changePreviewed>>

/** Changes to another plan as it was previewed. */
export const planChanged = (portal: Portal, id: SubscriptionId, change: { readonly plan_id: PlanId; readonly proration_at: string }) =>
  Effect.gen(function*() {
    yield* as(portal)(own(portal, id))
    yield* mayChange(portal, change.plan_id)
    return yield* act(portal, "change_subscription", { id, ...change })(change_subscription({ id, ...change }))
  })

/** Charges a subscription to another saved method from now on. */
export const methodChosen = (portal: Portal, id: SubscriptionId, payment_method_id: PaymentMethodId) =>
  Effect.gen(function*() {
    yield* as(portal)(own(portal, id))
    yield* may(portal, "payment_methods")
    return yield* act(portal, "change_subscription", { id, payment_method_id })(change_subscription({ id, payment_method_id }))
  })

/** Does one of the things that a subscription's page offers. What was done already stays as it is. */
export const subscriptionDone = Effect.fnUntraced(function*(portal: Portal, id: SubscriptionId, what: Doable) {
  yield* as(portal)(own(portal, id))
  yield* may(portal, what === "cancel" || what === "keep" ? "cancel" : "pause")
  if (what === "cancel") return yield* act(portal, "cancel_subscription", { id, at: "period_end" })(cancel_subscription({ id, at: "period_end" }))
  if (what === "pause") return yield* act(portal, "pause_subscription", { id })(pause_subscription({ id }))
  return yield* act(portal, "resume_subscription", { id })(Effect.gen(function*() {
    const found = yield* Subscriptions.use((all) => all.get(id, { lock: true }))
    /* Whoever takes a cancellation back does not begin a paused one again, and the other way round. */
    return (found.state === "paused") === (what === "resume") ? yield* resume_subscription({ id }) : found
  }))
})
