import { Context, Effect, Layer, Option } from "effect"
import { ServiceConfig } from "../../kernel/config.ts"
import { type Credentials, ProviderCredentials } from "../credentials.ts"
import { ProviderNotConfigured } from "../errors.ts"
import { ProviderHttp } from "../http.ts"
import type { CallProvider, MessagingProvider, TextProvider } from "./provider.ts"
import type { NumberProvider } from "./numbers.ts"
import { simulatedMessaging } from "./simulated.ts"
import { simulatedNumbers } from "./simulated-numbers.ts"
import { telnyx, telnyxCalls, telnyxParty } from "./telnyx.ts"
import { telnyxVoice } from "./telnyx-voice.ts"
import { twilio, twilioParty, twilioPricesParty } from "./twilio.ts"
import { twilioCalls } from "./twilio-calls.ts"
import { twilioNumbers } from "./twilio-numbers.ts"

const nobody = new ProviderNotConfigured({
  provider: "twilio",
  message: "No provider of messages is set up: set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or use a test key, which dispatches nothing."
})

const noTelnyx = new ProviderNotConfigured({
  provider: "telnyx", message: "Telnyx is not set up: set TELNYX_API_KEY and TELNYX_PUBLIC_KEY, or use a test key, which dispatches nothing."
})

const noApplication = new ProviderNotConfigured({
  provider: "telnyx", message: "Telnyx is set up for texts alone: set TELNYX_ACCOUNT_ID and TELNYX_TEXML_APPLICATION."
})

/** The provider of a company's texts and calls. Nobody is told that a text went out which did not: without an account, live ones are refused. */
export class Messaging extends Context.Service<Messaging>()("layers/providers/Messaging", {
  make: Effect.gen(function*() {
    const { telnyxAccountId, telnyxApiKey, telnyxApiUrl, telnyxApplication, telnyxPublicKey, twilioAccountSid, twilioApiUrl, twilioAuthToken } = yield* ServiceConfig
    const credentials = yield* ProviderCredentials
    const way = yield* (yield* ProviderHttp).party(twilioParty(twilioApiUrl))
    const prices = yield* (yield* ProviderHttp).party(twilioPricesParty(twilioApiUrl))
    const own = Option.all({ account_sid: twilioAccountSid, auth_token: twilioAuthToken })
    const telnyxWay = yield* (yield* ProviderHttp).party(telnyxParty(telnyxApiUrl))
    const ownAtTelnyx = Option.map(Option.all({ api_key: telnyxApiKey, public_key: telnyxPublicKey }), (keys): Credentials<"telnyx"> => ({
      ...keys, ...Option.isSome(telnyxAccountId) && { account_id: telnyxAccountId.value },
      ...Option.isSome(telnyxApplication) && { application: telnyxApplication.value }
    }))

    const of = Effect.fnUntraced(function*(livemode: boolean): Effect.fn.Return<MessagingProvider, ProviderNotConfigured> {
      const choice = yield* credentials.choose("twilio", livemode, own)
      if (choice.by === "simulator") return simulatedMessaging
      if (choice.by !== "nobody") return twilio(way, choice.credentials)
      return yield* nobody
    })

    return {
      configured: Option.isSome(own),
      /** Of the company of the fiber, for records of this mode. */
      of,
      /** The same for texts by a number of this provider. */
      texts: Effect.fnUntraced(function*(livemode: boolean, by: string): Effect.fn.Return<TextProvider, ProviderNotConfigured> {
        if (by !== "telnyx") return yield* of(livemode)
        const choice = yield* credentials.choose("telnyx", livemode, ownAtTelnyx)
        if (choice.by === "simulator") return simulatedMessaging
        return choice.by === "nobody" ? yield* noTelnyx : telnyx(telnyxWay, choice.credentials)
      }),
      /** The same for calls. */
      calls: Effect.fnUntraced(function*(livemode: boolean, by: string): Effect.fn.Return<CallProvider, ProviderNotConfigured> {
        if (by !== "telnyx") return yield* of(livemode)
        const choice = yield* credentials.choose("telnyx", livemode, ownAtTelnyx)
        if (choice.by === "simulator") return simulatedMessaging
        if (choice.by === "nobody") return yield* noTelnyx
        const { account_id, api_key, application } = choice.credentials
        if (account_id === undefined || application === undefined) return yield* noApplication
        return { ...telnyx(telnyxWay, choice.credentials), ...telnyxVoice(telnyxWay, telnyxCalls(api_key), { account_id, application }) }
      }),
      /** Where the company of the fiber buys its numbers, for records of this mode. */
      numbers: Effect.fnUntraced(function*(livemode: boolean): Effect.fn.Return<NumberProvider, ProviderNotConfigured> {
        const choice = yield* credentials.choose("twilio", livemode, own)
        if (choice.by === "simulator") return simulatedNumbers
        if (choice.by !== "nobody") return twilioNumbers(way, prices, twilioCalls(choice.credentials, way.base, prices.base))
        return yield* nobody
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Messaging, Messaging.make)
}
