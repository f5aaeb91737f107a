import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import {
  Cancelation, NewSubscription, subscription, Subscription, SubscriptionChange, SubscriptionId, SubscriptionPreview
} from "./subscription.ts"

const prorated = "What it adds or takes off for the rest of the period is worked out to the second, and stands on the next invoice."

export const create_subscription = operation.create("create_subscription", "/gateway/subscriptions", NewSubscription, Subscription, {
  errors: [NotFound, Conflict],
  summary: "Begin a subscription",
  description: "Has a contact pay for a plan period by period, each in advance, by an invoice that is finalized. Where a trial comes first nothing " +
    "is billed until its end.",
  requiresConsent: true,
  undo: "nothing",
  curated: true
})

export const list_subscriptions = operation.list("list_subscriptions", "/gateway/subscriptions", Subscription, {
  ...subscription.list,
  surfaces: ["portal"],
  summary: "List subscriptions",
  description: "What contacts pay for period by period. Filters narrow together. Subscriptions of live and of test keys are apart.",
  curated: true
})

export const get_subscription = operation.get("get_subscription", "/gateway/subscriptions/:id", Subscription, {
  surfaces: ["portal"],
  summary: "Get a subscription",
  description: "One subscription with its state, its period, and what is not on an invoice yet."
})

export const preview_subscription_change = operation.act(
  "preview_subscription_change", "/gateway/subscriptions/:id/preview", SubscriptionPreview, {
    params: { id: SubscriptionId },
    payload: SubscriptionChange,
    errors: [Conflict],
    surfaces: ["portal"],
    summary: "Preview a change of a subscription",
    description: `Tells what \`change_subscription\` would do, to the cent, and changes nothing. ${prorated}`,
    readOnly: true,
    access: "payments:read"
  }
)

export const change_subscription = operation.create("change_subscription", "/gateway/subscriptions/:id/change", SubscriptionChange, Subscription, {
  params: { id: SubscriptionId },
  status: 200,
  errors: [Conflict],
  surfaces: ["portal"],
  summary: "Change a subscription",
  description: `Changes plan, quantity or what is charged. ${prorated} With the \`proration_at\` of a preview it does what that told.`,
  requiresConsent: true,
  undo: "nothing"
})

export const pause_subscription = operation.transition("pause_subscription", "/gateway/subscriptions/:id/pause", Subscription, {
  errors: [Conflict],
  surfaces: ["portal"],
  summary: "Pause a subscription",
  description: "Makes no more invoices until it is resumed. What was billed for the time after is taken off the first invoice then.",
  idempotent: true
})

export const resume_subscription = operation.transition("resume_subscription", "/gateway/subscriptions/:id/resume", Subscription, {
  errors: [Conflict],
  surfaces: ["portal"],
  summary: "Resume a subscription",
  description: "Begins a new period of a paused subscription, and bills it. One that was to end with its period goes on.",
  idempotent: true
})

export const cancel_subscription = operation.transition("cancel_subscription", "/gateway/subscriptions/:id/cancel", Subscription, {
  payload: Cancelation,
  errors: [Conflict],
  surfaces: ["portal"],
  summary: "Cancel a subscription",
  description: "Ends it with its period, or at once (`now`): then what was used and is on no invoice yet is billed, and nothing is given back.",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing",
  curated: true
})
