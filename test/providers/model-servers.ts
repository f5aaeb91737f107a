import { answer, type Answer, providerServer } from "./provider-server.ts"

const event = (data: unknown, name?: string) => `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`

const streamed = (parts: ReadonlyArray<string>): Answer => ({ status: 200, headers: { "content-type": "text/event-stream" }, body: parts })

/** A word that makes a model stop in the middle, without its end, and one that makes it say that it broke. */
export const CUT_OFF = "stop in the middle"
export const BREAK = "break in the middle"

/** OpenAI's chat completions, streamed too, and embeddings. It answers with what was asked, in capitals. */
export const openaiServer = (key: string) =>
  providerServer(({ body, headers, path }) => {
    const problem = (status: number, type: string, code: string) => answer(status, { error: { message: `OpenAI says ${code}.`, type, code, param: null } })
    if (headers.authorization !== `Bearer ${key}`) return problem(401, "invalid_request_error", "invalid_api_key")
    const asked = JSON.parse(body.toString())
    if (path === "/v1/embeddings") {
      const data = asked.input.map((text: string, index: number) => ({ object: "embedding", index, embedding: [text.length, index] }))
      return answer(200, { object: "list", data: data.toReversed(), model: asked.model, usage: { prompt_tokens: 8, total_tokens: 8 } })
    }
    if (path !== "/v1/chat/completions") return problem(404, "invalid_request_error", "unknown_url")
    if (asked.model === "none") return problem(404, "invalid_request_error", "model_not_found")
    if (asked.model === "busy") return problem(503, "server_error", "overloaded")
    if (asked.model === "broke") return problem(429, "insufficient_quota", "insufficient_quota")
    const text: string = asked.messages.at(-1).content.toUpperCase()
    const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 }
    const about = { id: "chatcmpl-1", created: 1, model: asked.model }
    if (!asked.stream) {
      const message = { role: "assistant", content: text, refusal: null }
      return answer(200, { ...about, object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }], usage })
    }
    const chunk = (delta: object, finish_reason: string | null = null) =>
      event({ ...about, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }], usage: null })
    const words = (text.match(/\S+\s*/g) ?? []).map((content) => chunk({ content }))
    const begin = [chunk({ role: "assistant", content: "" }), ...words]
    if (text.includes(CUT_OFF.toUpperCase())) return streamed(begin)
    if (text.includes(BREAK.toUpperCase())) return streamed([...begin, event({ error: { message: "oops", code: "server_error" } })])
    return streamed([...begin, chunk({}, "stop"), event({ ...about, object: "chat.completion.chunk", choices: [], usage }), event("[DONE]")])
  })

/** Anthropic's messages, streamed too. It answers with what was asked, in capitals. */
export const anthropicServer = (key: string) =>
  providerServer(({ body, headers, path }) => {
    const problem = (status: number, type: string) => answer(status, { type: "error", error: { type, message: `Anthropic says ${type}.` } })
    if (headers["x-api-key"] !== key || headers["anthropic-version"] !== "2023-06-01") return problem(401, "authentication_error")
    if (path !== "/v1/messages") return problem(404, "not_found_error")
    const asked = JSON.parse(body.toString())
    if (asked.model === "none") return problem(404, "not_found_error")
    if (asked.model === "busy") return problem(529, "overloaded_error")
    if (asked.model === "broke") return problem(400, "billing_error")
    if (!Number.isInteger(asked.max_tokens)) return problem(400, "invalid_request_error")
    const text: string = asked.messages.at(-1).content.toUpperCase()
    const about = { id: "msg_1", type: "message", role: "assistant", model: asked.model, stop_sequence: null }
    if (!asked.stream) {
      return answer(200, { ...about, content: [{ type: "text", text }], stop_reason: "end_turn", usage: { input_tokens: 11, output_tokens: 5 } })
    }
    const begin = [
      event({ type: "message_start", message: { ...about, content: [], stop_reason: null, usage: { input_tokens: 11, output_tokens: 1 } } }, "message_start"),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }, "content_block_start"),
      event({ type: "ping" }, "ping"),
      ...(text.match(/\S+\s*/g) ?? []).map((word) =>
        event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: word } }, "content_block_delta"))
    ]
    if (text.includes(CUT_OFF.toUpperCase())) return streamed(begin)
    if (text.includes(BREAK.toUpperCase())) {
      return streamed([...begin, event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "error")])
    }
    return streamed([
      ...begin,
      event({ type: "content_block_stop", index: 0 }, "content_block_stop"),
      event({ type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } }, "message_delta"),
      event({ type: "message_stop" }, "message_stop")
    ])
  })
