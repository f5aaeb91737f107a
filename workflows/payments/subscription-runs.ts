import { Effect } from "effect"
import { sleepUntil, write } from "../durable.ts"
import { renew, SubscriptionPeriod } from "./subscription-billing.ts"

export const SubscriptionPeriodProgram = SubscriptionPeriod.program(Effect.fnUntraced(function*({ ends_at, period, subscription_id }) {
  yield* sleepUntil("end", ends_at)
  yield* write("renew", { verb: "renew_subscription" }, renew(subscription_id, period))
}))
