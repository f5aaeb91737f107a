import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { anthropic, anthropicParty } from "#layers/providers/ai/anthropic"
import { openai, openaiParty } from "#layers/providers/ai/openai"
import type { CompletionRequest, ModelProvider } from "#layers/providers/ai/provider"
import { Http, partyAt } from "./parties.ts"
import { answer, type Answer, providerServer } from "./provider-server.ts"

const account = { api_key: Redacted.make("sk-test-0123456789") }
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const streamed = (...body: ReadonlyArray<object>): Answer => ({ status: 200, headers: { "content-type": "text/event-stream" }, body: body.map(event) })

const paris = { id: "call_1", name: "get_weather", input: "{\"city\":\"Paris\"}" }
const rome = { id: "call_2", name: "get_weather", input: "{\"city\":\"Rome\"}" }

/** A conversation in which tools were called before. */
const request: CompletionRequest = {
  model: "m", most: 100,
  tools: [{ name: "get_weather", description: "The weather of a city.", input: { type: "object", properties: { city: { type: "string" } } } }],
  turns: [
    { role: "user", text: "Weather?" },
    { role: "assistant", text: "Let me look.", calls: [paris, rome] },
    { role: "tool", call: paris, text: "sunny" },
    { role: "tool", call: rome, text: "rain" }
  ]
}

const callOfOpenai = ({ id, input, name }: typeof paris) => ({ id, type: "function", function: { name, arguments: input } })
const usage = { prompt_tokens: 9, completion_tokens: 4 }
const chunk = (delta: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] })

const openaiServer = providerServer(({ body }) => {
  const asked = JSON.parse(body.toString())
  if (!asked.stream) {
    return answer(200, { choices: [{ message: { role: "assistant", content: null, tool_calls: [callOfOpenai(paris), callOfOpenai(rome)] }, finish_reason: "tool_calls" }], usage })
  }
  const part = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] })
  return streamed(
    chunk({ role: "assistant", content: null }),
    part(0, { id: "call_1", function: { name: "get_weather", arguments: "" } }), part(0, { function: { arguments: "{\"city\":" } }),
    part(1, { id: "call_2", function: { name: "get_weather", arguments: "{\"city\":\"Rome\"}" } }), part(0, { function: { arguments: "\"Paris\"}" } }),
    chunk({}, "tool_calls"), { choices: [], usage }
  )
})

const anthropicServer = providerServer(({ body }) => {
  const asked = JSON.parse(body.toString())
  const block = ({ id, input, name }: typeof paris) => ({ type: "tool_use", id, name, input: JSON.parse(input) })
  if (!asked.stream) return answer(200, { content: [block(paris), block(rome)], stop_reason: "tool_use", usage: { input_tokens: 9, output_tokens: 4 } })
  const parts = ({ id, input, name }: typeof paris, index: number) => [
    { type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } },
    { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: input.slice(0, 5) } },
    { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: input.slice(5) } },
    { type: "content_block_stop", index }
  ]
  return streamed(
    { type: "message_start", message: { usage: { input_tokens: 9 } } }, ...parts(paris, 0), ...parts(rome, 1),
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 4 } }, { type: "message_stop" }
  )
})

/** What both ways of asking bring. */
const calledBy = Effect.fnUntraced(function*(models: ModelProvider) {
  const whole = yield* models.complete(request)
  const pieces = yield* Stream.runCollect(models.stream(request))
  const called = pieces.flatMap((piece) => piece.type === "call" ? [piece.call] : [])
  for (const calls of [whole.calls, called]) assert.deepStrictEqual(calls, [paris, rome])
  assert.strictEqual(whole.finish, "tools")
  assert.deepInclude(pieces.at(-1), { type: "end", finish: "tools", usage: { input: 9, output: 4 } })
})

describe("tools that models ask for", () => {
  it.live("are called by OpenAI's models, and told what they answered", () =>
    Effect.gen(function*() {
      const server = yield* openaiServer
      yield* calledBy(openai(yield* partyAt(openaiParty, server.url), account))
      const asked = JSON.parse(server.asked[0]!.body.toString())
      assert.deepStrictEqual(asked.tools, [{ type: "function", function: { name: "get_weather", description: "The weather of a city.", parameters: request.tools![0]!.input } }])
      assert.deepStrictEqual(asked.messages.slice(1), [
        { role: "assistant", content: "Let me look.", tool_calls: [callOfOpenai(paris), callOfOpenai(rome)] },
        { role: "tool", tool_call_id: "call_1", content: "sunny" }, { role: "tool", tool_call_id: "call_2", content: "rain" }
      ])
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live("are called by Anthropic's models, and told what they answered, in one message", () =>
    Effect.gen(function*() {
      const server = yield* anthropicServer
      yield* calledBy(anthropic(yield* partyAt(anthropicParty, server.url), account))
      const asked = JSON.parse(server.asked[0]!.body.toString())
      assert.strictEqual(asked.tools[0].input_schema.type, "object")
      assert.deepStrictEqual(asked.messages.slice(1), [
        { role: "assistant", content: [
          { type: "text", text: "Let me look." }, { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Paris" } },
          { type: "tool_use", id: "call_2", name: "get_weather", input: { city: "Rome" } }
        ] },
        { role: "user", content: [
          { type: "tool_result", tool_use_id: "call_1", content: "sunny" }, { type: "tool_result", tool_use_id: "call_2", content: "rain" }
        ] }
      ])
    }).pipe(Effect.provide(Http), Effect.scoped))
})
