import { Effect, Layer, Option, Redacted } from "effect"
import { ProviderCircuits } from "#layers/providers/circuits"
import { ProviderHttp } from "#layers/providers/http"
import { Payments } from "#layers/providers/payment/payments"
import { stripe, stripeParty } from "#layers/providers/payment/stripe"
import { Charge, ChargeProgram } from "#workflows/payments/charge"
import { Refunding, RefundingProgram } from "#workflows/payments/refunding"
import type { Workflows } from "../support/engine.ts"
import { STRIPE_KEY } from "../support/test-server.ts"

/** Payments by the Stripe at `address`, of every company. */
export const works = (address: string): Workflows => {
  const payments = Layer.effect(Payments, Effect.gen(function*() {
    const way = yield* (yield* ProviderHttp).party(stripeParty(Option.some(new URL(address))))
    const account = stripe(way, { secret_key: Redacted.make(STRIPE_KEY) })
    return Payments.of({ configured: true, own: Option.some(account), of: () => Effect.succeed(account) })
  })).pipe(Layer.provide(ProviderHttp.layer), Layer.provide(ProviderCircuits.layer))
  return [
    [Charge, ChargeProgram.pipe(Layer.provide(payments))],
    [Refunding, RefundingProgram.pipe(Layer.provide(payments))]
  ]
}
