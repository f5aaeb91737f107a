import { Context, Effect, Layer, Option } from "effect"
import { ServiceConfig } from "../../kernel/config.ts"
import { ProviderCredentials } from "../credentials.ts"
import { ProviderNotConfigured } from "../errors.ts"
import { ProviderHttp } from "../http.ts"
import type { PaymentProvider } from "./provider.ts"
import { simulatedPayments } from "./simulated.ts"
import { stripe, stripeParty } from "./stripe.ts"

/** The payment provider of a company. Live money is never simulated: without an account it is refused. */
export class Payments extends Context.Service<Payments>()("layers/providers/Payments", {
  make: Effect.gen(function*() {
    const { stripeApiUrl, stripeSecretKey, stripeWebhookSecret } = yield* ServiceConfig
    const credentials = yield* ProviderCredentials
    const way = yield* (yield* ProviderHttp).party(stripeParty(stripeApiUrl))
    const own = Option.map(stripeSecretKey, (secret_key) => ({
      secret_key, ...Option.isSome(stripeWebhookSecret) && { webhook_secret: stripeWebhookSecret.value }
    }))
    return {
      configured: Option.isSome(own),
      /** The installation's own account. */
      own: Option.map(own, (account): PaymentProvider => stripe(way, account)),
      /** Of the company of the fiber, for records of this mode. */
      of: Effect.fnUntraced(function*(livemode: boolean): Effect.fn.Return<PaymentProvider, ProviderNotConfigured> {
        const choice = yield* credentials.choose("stripe", livemode, own)
        if (choice.by === "simulator") return simulatedPayments
        if (choice.by !== "nobody") return stripe(way, choice.credentials)
        return yield* new ProviderNotConfigured({
          provider: "stripe", message: "No payment provider is set up: set STRIPE_SECRET_KEY, or use a test key, for which payments are simulated."
        })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Payments, Payments.make)
}
