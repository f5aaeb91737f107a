import { Effect, Option, type Redacted, Schema, Stream } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../attempt.ts"
import type { Call, Party, Way } from "../http.ts"
import { pieces } from "./pieces.ts"
import type { CompletionPart, CompletionRequest, EmbeddingProvider, Finish, ModelProvider, ToolCall, Turn, Usage } from "./provider.ts"

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
const finishes: Readonly<Record<string, Finish>> = { stop: "stop", length: "length", content_filter: "filtered", tool_calls: "tools" }
const finishOf = (reason: string | null | undefined): Finish => finishes[reason ?? ""] ?? "other"

const Called = Schema.Struct({ id: Schema.String, function: Schema.Struct({ name: Schema.String, arguments: Schema.String }) })

const Answer = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({
    message: Schema.Struct({ content: Text, tool_calls: Schema.optionalKey(Schema.NullOr(Schema.Array(Called))) }),
    finish_reason: Reason
  })),
  usage: Tokens
})

/** A part of a call: the first of its index has the id and the name. */
const Calling = Schema.Struct({
  index: Schema.Int,
  id: Text,
  function: Schema.optionalKey(Schema.Struct({ name: Text, arguments: Text }))
})

const Event = Schema.Union([
  Schema.Struct({ error: Schema.Struct({ code: Text, message: Text }) }),
  Schema.Struct({
    choices: Schema.Array(Schema.Struct({
      delta: Schema.Struct({ content: Text, tool_calls: Schema.optionalKey(Schema.NullOr(Schema.Array(Calling))) }),
      finish_reason: Reason
    })),
    usage: Schema.optionalKey(Schema.NullOr(Tokens))
  })
])

const Embedded = Schema.Struct({
  data: Schema.Array(Schema.Struct({ index: Schema.Int, embedding: Schema.Array(Schema.Finite) })),
  usage: Tokens
})

const callOf = ({ function: { arguments: input, name }, id }: typeof Called.Type): ToolCall => ({ id, name, input })

const messageOf = (turn: Turn): object => {
  if (turn.role === "tool") return { role: "tool", tool_call_id: turn.call.id, content: turn.text }
  if (turn.role === "user" || turn.calls === undefined || turn.calls.length === 0) return { role: turn.role, content: turn.text }
  return {
    role: "assistant", content: turn.text === "" ? null : turn.text,
    tool_calls: turn.calls.map(({ id, input, name }) => ({ id, type: "function", function: { name, arguments: input } }))
  }
}

/** Calls as their parts come in. */
const callsInParts = () => {
  const all = new Map<number, { id: string; name: string; input: string }>()
  return {
    take: (parts: ReadonlyArray<typeof Calling.Type>) => {
      for (const { function: part, id, index } of parts) {
        const call = all.get(index) ?? { id: "", name: "", input: "" }
        all.set(index, { id: call.id || (id ?? ""), name: call.name + (part?.name ?? ""), input: call.input + (part?.arguments ?? "") })
      }
    },
    all: (): ReadonlyArray<ToolCall> => [...all].toSorted(([a], [b]) => a - b).map(([, call]) => call)
  }
}

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
  const chat = (operation: string, { instructions, model, most, temperature, tools = [], turns }: CompletionRequest, more: object) =>
    call(operation, "chat/completions", {
      model,
      messages: [
        ...instructions === undefined ? [] : [{ role: "system", content: instructions }],
        ...turns.map(messageOf)
      ],
      max_completion_tokens: most,
      ...temperature !== undefined && { temperature },
      ...tools.length > 0 && {
        tools: tools.map(({ description, input, name }) => ({ type: "function", function: { name, description, parameters: input } }))
      },
      ...more
    }, "never")

  return {
    name: "openai",
    simulated: false,
    complete: (request) =>
      Effect.map(way.json(chat("complete", request, {}), Answer), ({ choices: [{ finish_reason, message }], usage }) => ({
        text: message.content ?? "", calls: (message.tool_calls ?? []).map(callOf), finish: finishOf(finish_reason), usage: usageOf(usage), simulated: false
      })),
    stream: (request) => Stream.suspend(() => {
      let finish: Finish = "other"
      const calls = callsInParts()
      /* How it ended is told before what it took. */
      function* read(event: typeof Event.Type): Iterable<CompletionPart | { readonly error: string }> {
        if ("error" in event) return yield { error: event.error.code ?? "error" }
        for (const { delta, finish_reason } of event.choices) {
          if (delta.content !== undefined && delta.content !== null && delta.content !== "") yield { type: "text", text: delta.content }
          if (delta.tool_calls !== undefined && delta.tool_calls !== null) calls.take(delta.tool_calls)
          if (finish_reason !== undefined && finish_reason !== null) finish = finishOf(finish_reason)
        }
        if (event.usage === undefined || event.usage === null) return
        for (const call of calls.all()) yield { type: "call", call }
        yield { type: "end", finish, usage: usageOf(event.usage), simulated: false }
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
