import { Context, Effect, Layer, Option, RcMap } from "effect"
import { ServiceConfig } from "../../kernel/config.ts"
import { type Credentials, ProviderCredentials } from "../credentials.ts"
import type { ProviderNotConfigured } from "../errors.ts"
import { ProviderHttp } from "../http.ts"
import { anthropic, anthropicParty } from "./anthropic.ts"
import { openai, openaiParty } from "./openai.ts"
import type { EmbeddingProvider, ModelProvider } from "./provider.ts"
import { simulatedModels } from "./simulated.ts"

/**
 * The models of a company. Without an account answers are simulated in live mode too, and marked: nobody is charged for them and nothing
 * is told to anybody outside.
 */
export class Models extends Context.Service<Models>()("layers/providers/Models", {
  make: Effect.gen(function*() {
    const { anthropicApiKey, anthropicBaseUrl, anthropicModel, openaiApiKey, openaiBaseUrl, openaiModel } = yield* ServiceConfig
    const credentials = yield* ProviderCredentials
    const { party } = yield* ProviderHttp
    const ways = { openai: yield* party(openaiParty(openaiBaseUrl)), anthropic: yield* party(anthropicParty(anthropicBaseUrl)) }
    const own = {
      openai: Option.map(openaiApiKey, (api_key) => ({ api_key })), anthropic: Option.map(anthropicApiKey, (api_key) => ({ api_key }))
    }
    /* Addresses that companies set, each with connections of its own while it is called. */
    const elsewhere = yield* RcMap.make({
      lookup: (address: string) => party({ ...openaiParty(Option.none()), usually: address }),
      idleTimeToLive: "5 minutes"
    })
    const wayOf = (address: URL | undefined) => address === undefined ? Effect.succeed(ways.openai) : Effect.scoped(RcMap.get(elsewhere, address.href))
    const openaiOf = Effect.fnUntraced(function*(livemode: boolean) {
      const choice = yield* credentials.choose("openai", livemode, own.openai)
      if (!("credentials" in choice)) return undefined
      const { base_url, ...account } = choice.credentials as Credentials<"openai">
      return openai(yield* wayOf(base_url), account)
    })
    const anthropicOf = Effect.fnUntraced(function*(livemode: boolean) {
      const choice = yield* credentials.choose("anthropic", livemode, own.anthropic)
      return "credentials" in choice ? anthropic(ways.anthropic, choice.credentials) : undefined
    })
    return {
      configured: { openai: Option.isSome(own.openai), anthropic: Option.isSome(own.anthropic) },
      /** The model of a party that answers for companies that set none. */
      usual: { openai: openaiModel, anthropic: anthropicModel, simulated: "simulated" },
      /** Those of the company of the fiber, in the order in which one stands in for another; the simulator where there are none. */
      of: Effect.fnUntraced(function*(livemode: boolean): Effect.fn.Return<ReadonlyArray<ModelProvider>, ProviderNotConfigured> {
        const found = [yield* openaiOf(livemode), yield* anthropicOf(livemode)].filter((one) => one !== undefined)
        return found.length === 0 ? [simulatedModels] : found
      }),
      embeddings: (livemode: boolean): Effect.Effect<EmbeddingProvider, ProviderNotConfigured> =>
        Effect.map(openaiOf(livemode), (found) => found ?? simulatedModels)
    }
  })
}) {
  static readonly layer = Layer.effect(Models, Models.make)
}
