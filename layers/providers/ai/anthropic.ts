import { Effect, Option, Redacted, Schema, Stream } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../attempt.ts"
import type { Call, Party, Way } from "../http.ts"
import { pieces } from "./pieces.ts"
import type { CompletionPart, CompletionRequest, Finish, ModelProvider, ToolCall, Turn } from "./provider.ts"

const VERSION = "2023-06-01"

const Problem = Schema.Struct({ error: Schema.Struct({ type: Schema.String, message: Schema.optionalKey(Schema.String) }) })
const problemOf = Schema.decodeUnknownOption(Problem)

const kinds: Readonly<Record<string, Verdict["kind"]>> = {
  authentication_error: "unauthorized",
  permission_error: "unauthorized",
  billing_error: "unauthorized",
  rate_limit_error: "limited",
  /* It says so before it begins. */
  overloaded_error: "unavailable",
  api_error: "lost",
  timeout_error: "lost"
}

const kindOf = (status: number, type: string): Verdict["kind"] => {
  if (status === 529) return "unavailable"
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 429) return "limited"
  return kinds[type] ?? (status >= 500 ? "lost" : "invalid")
}

/** What Anthropic means by an answer. */
export const anthropicVerdict = ({ json, status }: Refusal): Verdict | undefined =>
  Option.getOrUndefined(Option.map(problemOf(json), ({ error }) => ({
    kind: kindOf(status, error.type), reason: error.type, message: error.message ?? `It answered ${status}.`
  })))

export const anthropicParty = (configured: Option.Option<URL>): Party =>
  ({ name: "anthropic", configured, usually: "https://api.anthropic.com", verdictOf: anthropicVerdict })

const Text = Schema.optionalKey(Schema.String)
const Block = Schema.Struct({ type: Schema.String, text: Text, id: Text, name: Text, input: Schema.optionalKey(Schema.Json) })
const Reason = Schema.NullOr(Schema.String)

const Answer = Schema.Struct({
  content: Schema.Array(Block),
  stop_reason: Reason,
  usage: Schema.Struct({ input_tokens: Schema.Int, output_tokens: Schema.Int })
})

const Event = Schema.Struct({
  type: Schema.String,
  content_block: Schema.optionalKey(Block),
  message: Schema.optionalKey(Schema.Struct({ usage: Schema.Struct({ input_tokens: Schema.Int }) })),
  delta: Schema.optionalKey(Schema.Struct({ text: Text, partial_json: Text, stop_reason: Schema.optionalKey(Reason) })),
  usage: Schema.optionalKey(Schema.Struct({ output_tokens: Schema.Int })),
  error: Schema.optionalKey(Schema.Struct({ type: Schema.String }))
})

const finishOf = (reason: string | null | undefined): Finish => {
  if (reason === "end_turn" || reason === "stop_sequence") return "stop"
  if (reason === "tool_use") return "tools"
  return reason === "max_tokens" ? "length" : reason === "refusal" ? "filtered" : "other"
}

/** The input of a call is an object for Anthropic; what a model wrote that is none is told as it is. */
const inputOf = (input: string): unknown => {
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { input }
  } catch {
    return { input }
  }
}

interface Message {
  readonly role: "user" | "assistant"
  readonly content: string | ReadonlyArray<object>
}

const messageOf = (turn: Turn): Message => {
  if (turn.role === "tool") return { role: "user", content: [{ type: "tool_result", tool_use_id: turn.call.id, content: turn.text }] }
  const calls = turn.role === "assistant" ? turn.calls ?? [] : []
  if (calls.length === 0) return { role: turn.role, content: turn.text }
  const text = turn.text === "" ? [] : [{ type: "text", text: turn.text }]
  return { role: turn.role, content: [...text, ...calls.map(({ id, input, name }) => ({ type: "tool_use", id, name, input: inputOf(input) }))] }
}

/** Results of several calls are one message, as Anthropic wants them. */
const messagesOf = (turns: ReadonlyArray<Turn>) =>
  turns.reduce<ReadonlyArray<Message>>((all, turn) => {
    const message = messageOf(turn)
    const last = all.at(-1)
    return turn.role === "tool" && typeof last?.content === "object" && last.role === "user"
      ? [...all.slice(0, -1), { ...last, content: [...last.content, ...message.content as ReadonlyArray<object>] }]
      : [...all, message]
  }, [])

const callsIn = (content: ReadonlyArray<typeof Block.Type>): ReadonlyArray<ToolCall> =>
  content.flatMap(({ id = "", input = {}, name = "", type }) => type === "tool_use" ? [{ id, name, input: JSON.stringify(input) }] : [])

export interface AnthropicAccount {
  readonly api_key: Redacted.Redacted
}

/** Anthropic's models. */
export const anthropic = (way: Way, { api_key }: AnthropicAccount): ModelProvider => {
  /* What was lost has cost its tokens: it is for the caller to spend them again. */
  const call = (operation: string, { instructions, model, most, temperature, tools = [], turns }: CompletionRequest, more: object): Call => ({
    operation,
    repeat: "never",
    long: true,
    secrets: [api_key],
    request: HttpClientRequest.post(`${way.base}/v1/messages`).pipe(
      HttpClientRequest.setHeaders({ "x-api-key": Redacted.value(api_key), "anthropic-version": VERSION }),
      HttpClientRequest.bodyJsonUnsafe({
        model,
        max_tokens: most,
        messages: messagesOf(turns),
        ...instructions !== undefined && { system: instructions },
        ...temperature !== undefined && { temperature },
        ...tools.length > 0 && { tools: tools.map(({ description, input, name }) => ({ name, description, input_schema: input })) },
        ...more
      })
    )
  })

  return {
    name: "anthropic",
    simulated: false,
    complete: (request) =>
      Effect.map(way.json(call("complete", request, {}), Answer), ({ content, stop_reason, usage }) => ({
        text: content.map(({ text = "", type }) => type === "text" ? text : "").join(""),
        calls: callsIn(content),
        finish: finishOf(stop_reason),
        usage: { input: usage.input_tokens, output: usage.output_tokens },
        simulated: false
      })),
    stream: (request) => Stream.suspend(() => {
      let input = 0
      let output = 0
      let finish: Finish = "other"
      let called: { id: string; name: string; input: string } | undefined
      function* read({ content_block, delta, error, message, type, usage }: typeof Event.Type): Iterable<CompletionPart | { readonly error: string }> {
        input = message?.usage.input_tokens ?? input
        output = usage?.output_tokens ?? output
        if (delta?.stop_reason !== undefined) finish = finishOf(delta.stop_reason)
        if (type === "error") yield { error: error?.type ?? "error" }
        if (type === "content_block_start") called = content_block?.type === "tool_use" ? { id: content_block.id ?? "", name: content_block.name ?? "", input: "" } : undefined
        if (called !== undefined && delta?.partial_json !== undefined) called.input += delta.partial_json
        if (type === "content_block_stop" && called !== undefined) {
          yield { type: "call", call: { ...called, input: called.input === "" ? "{}" : called.input } }
          called = undefined
        }
        if (type === "content_block_delta" && delta?.text !== undefined) yield { type: "text", text: delta.text }
        if (type === "message_stop") yield { type: "end", finish, usage: { input, output }, simulated: false }
      }
      return pieces(way, call("stream", request, { stream: true }), Event, read)
    })
  }
}
