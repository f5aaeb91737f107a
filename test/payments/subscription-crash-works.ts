import { SubscriptionPeriod } from "#workflows/payments/subscription-billing"
import { SubscriptionPeriodProgram } from "#workflows/payments/subscription-runs"
import type { Workflows } from "../support/engine.ts"

/** Subscriptions that charge nothing. */
export const works = (): Workflows => [[SubscriptionPeriod, SubscriptionPeriodProgram]]
