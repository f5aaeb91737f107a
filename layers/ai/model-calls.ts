import { Context, Effect, Layer, Stream } from "effect"
import { type RateLimitExceeded, Unavailable } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { AiTokens } from "../kernel/limits/ai-tokens.ts"
import type { TokenScope } from "../kernel/limits/token-budget.ts"
import { Models } from "../providers/ai/models.ts"
import type { CompletionRequest, Finish, ModelProvider, ToolCall, Usage } from "../providers/ai/provider.ts"
import type { ProviderError, ProviderNotConfigured } from "../providers/errors.ts"
import { AiSettings, type ModelChoice } from "./settings.ts"
import { inputTokensOf, tokensOf } from "./token-estimate.ts"

/** What is asked of a model, whichever it is. */
export interface ModelRequest extends Omit<CompletionRequest, "model"> {
  /** Who asks, for the account of tokens: the name of an agent, "" where it is none. */
  readonly agent: string
  /** In the order in which one stands in for another; those of the company's settings if left out. */
  readonly models?: ReadonlyArray<ModelChoice>
  /** Budgets to keep to besides the company's. */
  readonly scopes?: ReadonlyArray<TokenScope>
}

/** Who answered, and what it took. */
export interface Answered {
  readonly provider: ModelProvider["name"]
  readonly model: string
  readonly finish: Finish
  readonly usage: Usage
  readonly simulated: boolean
}

/** A piece of an answer. After `restart` nothing before it counts: that model broke off, and the next one begins. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "restart" }
  | { readonly type: "end" } & Answered

export interface ModelAnswer extends Answered {
  readonly text: string
  readonly calls: ReadonlyArray<ToolCall>
}

/** Nothing was spent: it was refused, or never reached the party. */
const costNothing: ReadonlySet<ProviderError["_tag"]> = new Set([
  "ProviderDeclined", "ProviderInvalidRequest", "ProviderUnauthorized", "ProviderRateLimited", "ProviderUnavailable"
])

/** What a call has brought so far. */
interface Progress {
  characters: number
  ended: Usage | undefined
  failed: ProviderError | undefined
}

const spentOf = ({ characters, ended, failed }: Progress, input: number): number | undefined => {
  if (ended !== undefined) return ended.input + ended.output
  if (characters === 0 && failed !== undefined && costNothing.has(failed._tag)) return undefined
  /* It was cut off: the party counts what it wrote until then. */
  return input + tokensOf(" ".repeat(characters))
}

const none = (reasons: ReadonlyArray<string>) => new Unavailable({ message: `No AI model answers now. ${reasons.join(" ")}`.slice(0, 900) })

/**
 * The one way to a model. Tokens are set aside before a call and counted after it, whatever becomes of it; where one model fails, the next of the
 * company's list is asked. It is called outside of transactions.
 */
export class ModelCalls extends Context.Service<ModelCalls>()("layers/ai/ModelCalls", {
  make: Effect.gen(function*() {
    const models = yield* Models
    const tokens = yield* AiTokens
    const settings = yield* AiSettings

    /** Models that can be asked, with their party. Test mode and companies without an account have the simulator. */
    const choices = Effect.fnUntraced(function*(given: ReadonlyArray<ModelChoice> | undefined) {
      const { mode } = yield* Caller
      const there = yield* Effect.mapError(models.of(mode === "live"), ({ message }: ProviderNotConfigured) => new Unavailable({ message }))
      const wanted = given ?? (yield* settings.get).models
      const found = wanted.flatMap(({ model, provider: name }) => there.flatMap((provider) => provider.name === name ? [{ provider, model }] : []))
      return found.length > 0 ? found : there.map((provider) => ({ provider, model: models.usual[provider.name] }))
    })

    const calling = (provider: ModelProvider, model: string, { agent, models: _, scopes = [], ...request }: ModelRequest, progress: Progress) =>
      Stream.unwrap(Effect.gen(function*() {
        const input = inputTokensOf(request)
        yield* Effect.acquireRelease(tokens.reserve(input + request.most, { agent, model: `${provider.name}/${model}`, scopes }), (reservation) => {
          const spent = spentOf(progress, input)
          return spent === undefined ? tokens.release(reservation) : tokens.settle(reservation, spent)
        })
        return provider.stream({ ...request, model }).pipe(
          Stream.map((part): ModelPart => {
            if (part.type === "text") progress.characters += part.text.length
            if (part.type === "call") progress.characters += part.call.input.length + part.call.name.length
            if (part.type !== "end") return part
            progress.ended = part.usage
            return { ...part, provider: provider.name, model }
          }),
          Stream.tapError((error) => Effect.sync(() => void (progress.failed = error)))
        )
      }))

    const attempts = (
      [first, ...others]: Effect.Success<ReturnType<typeof choices>>, request: ModelRequest, reasons: ReadonlyArray<string>
    ): Stream.Stream<ModelPart, RateLimitExceeded | Unavailable, Caller> => {
      if (first === undefined) return Stream.fail(none(reasons))
      const progress: Progress = { characters: 0, ended: undefined, failed: undefined }
      return calling(first.provider, first.model, request, progress).pipe(
        Stream.catch((error): Stream.Stream<ModelPart, RateLimitExceeded | Unavailable, Caller> => {
          if (error._tag === "RateLimitExceeded") return Stream.fail(error)
          const next = attempts(others, request, [...reasons, `${first.provider.name}/${first.model}: ${error.message}`])
          return progress.characters === 0 || others.length === 0 ? next : Stream.concat(Stream.succeed({ type: "restart" } as const), next)
        })
      )
    }

    /** The answer as it is written. Fails before its first piece, or where no model of the list is left. */
    const stream = (request: ModelRequest): Stream.Stream<ModelPart, RateLimitExceeded | Unavailable, Caller> =>
      Stream.unwrap(Effect.map(choices(request.models), (found) => attempts(found, request, [])))

    return {
      stream,
      /** The whole answer. */
      complete: Effect.fnUntraced(function*(request: ModelRequest): Effect.fn.Return<ModelAnswer, RateLimitExceeded | Unavailable, Caller> {
        let text = ""
        let calls: Array<ToolCall> = []
        let answered: Answered | undefined
        yield* Stream.runForEach(stream(request), (part) => Effect.sync(() => {
          if (part.type === "restart") {
            text = ""
            calls = []
          }
          if (part.type === "text") text += part.text
          if (part.type === "call") calls.push(part.call)
          if (part.type === "end") answered = part
        }))
        if (answered === undefined) return yield* none([])
        const { finish, model, provider, simulated, usage } = answered
        return { text, calls, finish, model, provider, simulated, usage }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(ModelCalls, ModelCalls.make)
}
