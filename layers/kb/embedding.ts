import { Clock, Context, Effect, Layer, Option } from "effect"
import { LRUCache } from "lru-cache"
import type { RateLimitExceeded } from "#schemas/kernel/errors"
import { aiTokensPerMonth, Caller } from "#schemas/kernel/tenancy"
import { tokensOf } from "../ai/token-estimate.ts"
import { Companies } from "../kernel/companies.ts"
import { ServiceConfig } from "../kernel/config.ts"
import { AiTokens } from "../kernel/limits/ai-tokens.ts"
import { Models } from "../providers/ai/models.ts"
import type { ProviderError, ProviderNotConfigured } from "../providers/errors.ts"
import { unit, type Vector } from "./vectors.ts"

/** A search waits no longer for the vector of its question. */
const QUESTION_MS = 400
/** After that, words alone answer for a while. */
const PAUSE_MS = 10_000
const MOST_CACHED = 2_000

/** Of a company's tokens of the month, what its passages may take: the rest is for those who ask. */
const SHARE_OF_PASSAGES = 0.5

/** A vector, and the model that made it: vectors of others do not compare with it. */
export interface Embedded {
  readonly model: string
  readonly vector: Vector
}

/**
 * Makes vectors of texts, by the model that the installation names and the party of the caller's company. Nothing is made where none is named, where the
 * company has no account, and in test mode: a simulated vector says nothing.
 */
export class Embedding extends Context.Service<Embedding>()("layers/kb/Embedding", {
  make: Effect.gen(function*() {
    const { openaiEmbeddingModel } = yield* ServiceConfig
    const models = yield* Models
    const tokens = yield* AiTokens
    const companies = yield* Companies
    const questions = new LRUCache<string, Vector>({ max: MOST_CACHED })
    const paused = new LRUCache<number, number>({ max: MOST_CACHED })

    /** Who makes vectors for the caller's company, if anybody does. */
    const provider = Effect.gen(function*() {
      const { mode } = yield* Caller
      if (Option.isNone(openaiEmbeddingModel) || mode !== "live") return undefined
      const found = yield* models.embeddings(true)
      return found.simulated ? undefined : { ...found, model: openaiEmbeddingModel.value }
    })

    const made = Effect.fnUntraced(function*(
      { embed, model, name }: NonNullable<Effect.Success<typeof provider>>, texts: ReadonlyArray<string>, limit: number | null
    ): Effect.fn.Return<ReadonlyArray<Vector>, RateLimitExceeded | ProviderError, Caller> {
      const most = texts.reduce((sum, text) => sum + tokensOf(text), 0)
      const scopes = limit === null ? [] : [{ scope: "vectors", per: "month", limit, name: "What this company knows" } as const]
      const { vectors } = yield* tokens.metered(most, { agent: "search", model: `${name}/${model}`, scopes },
        Effect.map(embed(texts, model), ({ usage, vectors }) => ({ vectors: vectors.map(unit), tokens: usage.input })))
      return vectors
    })

    return {
      /** Whether there is a model at all. */
      isNamed: Option.isSome(openaiEmbeddingModel),
      /** Of a question: nothing where that takes too long or fails, as then words have to do. */
      ofQuestion: Effect.fnUntraced(function*(text: string) {
        const { company_id } = yield* Caller
        const found = yield* provider
        const now = yield* Clock.currentTimeMillis
        if (found === undefined || (paused.get(company_id) ?? 0) > now) return undefined
        const key = JSON.stringify([company_id, found.model, text.toLowerCase()])
        const known = questions.get(key)
        if (known !== undefined) return { model: found.model, vector: known } satisfies Embedded
        const [vector] = yield* Effect.timeout(made(found, [text], null), QUESTION_MS).pipe(
          Effect.tapError(({ message }) => {
            paused.set(company_id, now + PAUSE_MS)
            return Effect.logInfo(`no vector of a question, words alone answer: ${message}`)
          }))
        if (vector === undefined) return undefined
        questions.set(key, vector)
        return { model: found.model, vector } satisfies Embedded
      }, Effect.orElseSucceed(() => undefined)),
      /** Of texts, in their order; nothing where the company has nobody who makes them. */
      ofTexts: Effect.fnUntraced(function*(
        texts: ReadonlyArray<string>
      ): Effect.fn.Return<ReadonlyArray<Embedded> | undefined, RateLimitExceeded | ProviderError | ProviderNotConfigured, Caller> {
        const found = yield* provider
        if (found === undefined) return undefined
        const { tier } = yield* companies.own
        const month = aiTokensPerMonth[tier]
        const vectors = yield* made(found, texts, month === null ? null : month * SHARE_OF_PASSAGES)
        return vectors.map((vector) => ({ model: found.model, vector }))
      }),
      /** The model of the caller's company, if it has one. */
      model: Effect.map(provider, (found) => found?.model)
    }
  })
}) {
  static readonly layer = Layer.effect(Embedding, Embedding.make)
}
