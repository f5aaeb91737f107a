import { Effect, Option, type Redacted, Schema, Stream } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../attempt.ts"
import type { Call, Party, Way } from "../http.ts"
import { pieces } from "./pieces.ts"
import type { CompletionPart, CompletionRequest, EmbeddingProvider, Finish, ModelProvider, Usage } from "./provider.ts"

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))
const Problem = Schema.Struct({ error: Schema.Struct({ message: Text, type: Text, code: Text }) })
const problemOf = Schema.decodeUnknownOption(Problem)

const kindOf = (status: number, code: string | undefined): Verdict["kind"] => {
  if (code === "content_filter" || code === "content_policy_violation") return "declined"
  /* A budget that is used up stays so, however long one waits. */
  if (code === "insufficient_quota") return "unauthorized"
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 429) return "limited"
  if (status === 503) return "unavailable"
  return status >= 500 ? "lost" : "invalid"
}

/** What an API like OpenAI's means by an answer. */
export const openaiVerdict = ({ json, status }: Refusal): Verdict | undefined =>
  Option.getOrUndefined(Option.map(problemOf(json), ({ error }) => ({
    kind: kindOf(status, error.code ?? undefined),
    reason: error.code ?? error.type ?? `status_${status}`,
    message: error.message ?? `It answered ${status}.`
  })))

export const openaiParty = (configured: Option.Option<URL>): Party =>
  ({ name: "openai", configured, usually: "https://api.openai.com/v1", verdictOf: openaiVerdict })

const Tokens = Schema.Struct({ prompt_tokens: Schema.Int, completion_tokens: Schema.optionalKey(Schema.Int) })
const usageOf = ({ completion_tokens = 0, prompt_tokens }: typeof Tokens.Type): Usage => ({ input: prompt_tokens, output: completion_tokens })

const Reason = Schema.optionalKey(Schema.NullOr(Schema.String))
const finishOf = (reason: string | null | undefined): Finish =>
  reason === "stop" || reason === "length" ? reason : reason === "content_filter" ? "filtered" : "other"

const Answer = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({ message: Schema.Struct({ content: Schema.NullOr(Schema.String) }), finish_reason: Reason })),
  usage: Tokens
})

const Event = Schema.Union([
  Schema.Struct({ error: Schema.Struct({ code: Text, message: Text }) }),
  Schema.Struct({
    choices: Schema.Array(Schema.Struct({ delta: Schema.Struct({ content: Text }), finish_reason: Reason })),
    usage: Schema.optionalKey(Schema.NullOr(Tokens))
  })
])

const Embedded = Schema.Struct({
  data: Schema.Array(Schema.Struct({ index: Schema.Int, embedding: Schema.Array(Schema.Finite) })),
  usage: Tokens
})

export interface OpenAiAccount {
  readonly api_key: Redacted.Redacted
}

/** Models behind an API like OpenAI's: many speak it. */
export const openai = (way: Way, { api_key }: OpenAiAccount): ModelProvider & EmbeddingProvider => {
  const call = (operation: string, path: string, body: object, repeat: Call["repeat"]): Call => ({
    operation,
    repeat,
    long: true,
    secrets: [api_key],
    request: HttpClientRequest.post(`${way.base}/${path}`).pipe(HttpClientRequest.bearerToken(api_key), HttpClientRequest.bodyJsonUnsafe(body))
  })

  /* What was lost has cost its tokens: it is for the caller to spend them again. */
  const chat = (operation: string, { instructions, model, most, temperature, turns }: CompletionRequest, more: object) =>
    call(operation, "chat/completions", {
      model,
      messages: [
        ...instructions === undefined ? [] : [{ role: "system", content: instructions }],
        ...turns.map(({ role, text }) => ({ role, content: text }))
      ],
      max_completion_tokens: most,
      ...temperature !== undefined && { temperature },
      ...more
    }, "never")

  return {
    name: "openai",
    simulated: false,
    complete: (request) =>
      Effect.map(way.json(chat("complete", request, {}), Answer), ({ choices: [{ finish_reason, message }], usage }) => ({
        text: message.content ?? "", finish: finishOf(finish_reason), usage: usageOf(usage), simulated: false
      })),
    stream: (request) => Stream.suspend(() => {
      let finish: Finish = "other"
      /* How it ended is told before what it took. */
      function* read(event: typeof Event.Type): Iterable<CompletionPart | { readonly error: string }> {
        if ("error" in event) return yield { error: event.error.code ?? "error" }
        for (const { delta, finish_reason } of event.choices) {
          if (delta.content !== undefined && delta.content !== null && delta.content !== "") yield { type: "text", text: delta.content }
          if (finish_reason !== undefined && finish_reason !== null) finish = finishOf(finish_reason)
        }
        if (event.usage !== undefined && event.usage !== null) yield { type: "end", finish, usage: usageOf(event.usage), simulated: false }
      }
      return pieces(way, chat("stream", request, { stream: true, stream_options: { include_usage: true } }), Event, read)
    }),
    embed: (texts, model) =>
      /* The same texts give the same vectors. */
      Effect.map(way.json({ ...call("embed", "embeddings", { model, input: texts }, "always"), largest: 16 * 1_048_576 }, Embedded), ({ data, usage }) => ({
        vectors: data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding), usage: usageOf(usage), simulated: false
      }))
  }
}
