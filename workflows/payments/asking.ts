import { Effect, Schema } from "effect"
import { PaymentRecords } from "#layers/payments/payments"
import {
  ProviderNotConfigured, ProviderOutcomeUnknown, ProviderRateLimited, ProviderUnauthorized, ProviderUnavailable
} from "#layers/providers/errors"
import { Payments } from "#layers/providers/payment/payments"
import { PaymentIntent } from "#layers/providers/payment/provider"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { PaymentId } from "#schemas/payments/payment"
import type { Retries } from "../retries.ts"

/** Why the provider did not do what it was asked for. */
export const Refusal = Schema.Struct({ code: Schema.String, message: Schema.String })
export type Refusal = typeof Refusal.Type

/** What the provider answered: what it has now, why it refused, or both. */
export const answerOf = <A, I>(found: Schema.Codec<A, I>) =>
  Schema.Struct({ found: Schema.NullOr(found), refusal: Schema.NullOr(Refusal) })

export const IntentAnswer = answerOf(PaymentIntent)
export type IntentAnswer = typeof IntentAnswer.Type

export const found = <A>(value: A) => ({ found: value, refusal: null })

/** What the provider's words may hold is for it to choose; PostgreSQL keeps no NUL. */
export const refusalOf = (error: { readonly message: string; readonly reason?: string }): Refusal =>
  ({ code: (error.reason ?? "not_configured").replaceAll("\0", ""), message: error.message.replaceAll("\0", "") })

export const refused = (error: { readonly message: string; readonly reason?: string }) => Effect.succeed({ found: null, refusal: refusalOf(error) })

/** Failures that say nothing for good of what was asked, so that it is tried again. */
export const Passing = Schema.Union([
  ProviderUnavailable, ProviderRateLimited, ProviderOutcomeUnknown, ProviderUnauthorized, ProviderNotConfigured
])
export type Passing = typeof Passing.Type

/** About two hours; the simulator fails in the same way each time. */
export const retriesOf = (simulated: boolean): Retries<Passing["_tag"]> =>
  simulated ? { attempts: 3, first: "100 millis" } : { attempts: 20, first: "500 millis", most: "10 minutes" }

/** About four days, to find out what became of something. */
export const longRetriesOf = (simulated: boolean): Retries<Passing["_tag"]> =>
  simulated ? { attempts: 3, first: "100 millis" } : { attempts: 100, first: "1 second", most: "1 hour" }

/** The provider of the caller's company and mode. Not within a transaction. */
export const provider = Effect.flatMap(Caller, ({ mode }) => Payments.use(({ of }) => of(mode === "live")))

/** Whom it will be; refuses where nobody set one up. Within a transaction: nobody is asked anything. */
export const chosenProvider = Effect.map(
  Effect.mapError(provider, ({ message }) => new ValidationError({ message })),
  ({ name, simulated }) => ({ provider: name, simulated })
)

/** A payment with what the provider knows it by, as a step sees it. */
export const subject = Effect.fnUntraced(function*(id: PaymentId) {
  const payments = yield* PaymentRecords
  return { ...yield* Effect.orDie(payments.get(id)), ...yield* payments.internal(id) }
})
export type Subject = Effect.Success<ReturnType<typeof subject>>
