import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { send } from "../support/test-server.ts"
import { begin, LEGACY, legacy, messageIn, modern, modernRequest, post } from "./asking.ts"
import { waiting } from "./fixture-contents.ts"
import { ALONE, FIXTURE, FixtureServer } from "./fixture-server.ts"

const until = (what: string, is: () => boolean) =>
  Effect.gen(function*() {
    for (let round = 0; round < 100 && !is(); round++) yield* Effect.sleep("50 millis")
    assert.isTrue(is(), what)
  })

layer(FixtureServer, { excludeTestServices: true })("MCP over HTTP", (it) => {
  it.effect("says what is wrong with a body, and stays up", () =>
    Effect.gen(function*() {
      const { headers } = modernRequest("tools/list")
      const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${"{\"a\":".repeat(50_000)}1${"}".repeat(50_000)}}`
      const wrong: ReadonlyArray<readonly [string, unknown, number, number]> = [
        ["not JSON", "{", 400, -32700],
        ["nothing", "", 400, -32700],
        ["a batch", [modernRequest("tools/list").body], 400, -32600],
        ["an empty batch", [], 400, -32600],
        ["a batch of an earlier revision", [{ jsonrpc: "2.0", id: 1, method: "ping" }], 400, -32600],
        ["too deep", deep, 400, -32600]
      ]
      for (const path of [FIXTURE, ALONE]) {
        for (const [name, body, status, code] of wrong) {
          const sent = yield* post(path, body, headers)
          assert.strictEqual(sent.status, status, name)
          assert.strictEqual(sent.json.error.code, code, name)
          assert.isNull(sent.json.id, name)
        }
        for (const body of [{}, { jsonrpc: "1.0", id: 1, method: "ping" }, { jsonrpc: "2.0", id: {}, method: "ping" }, 7, "\"text\"", null]) {
          const sent = yield* post(path, JSON.stringify(body), headers)
          assert.strictEqual(sent.status, 400, JSON.stringify(body))
          assert.isBelow(sent.json.error.code, 0, JSON.stringify(body))
        }
      }
    }))

  it.effect("reads a mebibyte and no more, and only JSON", () =>
    Effect.gen(function*() {
      const { body, headers } = modernRequest("tools/list")
      const large = yield* post(FIXTURE, { ...body, padding: "x".repeat(1_048_576) }, headers)
      assert.strictEqual(large.status, 413)
      const text = yield* post(FIXTURE, body, { ...headers, "content-type": "text/plain" })
      assert.strictEqual(text.status, 415)
    }))

  it.effect("answers what it does not know as each revision wants it", () =>
    Effect.gen(function*() {
      const unknown = yield* modern(FIXTURE, "no/method")
      assert.strictEqual(unknown.status, 404)
      assert.strictEqual(unknown.json.error.code, -32601)
      const { headers } = yield* begin(FIXTURE)
      assert.strictEqual(messageIn((yield* legacy(FIXTURE, headers, "no/method")).text).error.code, -32601)
      const asked = [
        ["tools/call", { name: "no_tool" }], ["prompts/get", { name: "no_prompt" }],
        ["prompts/get", { name: "test_prompt_with_arguments", arguments: { arg1: "a" } }],
        ["tools/call", { name: "test_structured", arguments: "text" }], ["resources/read", { uri: "test://template/none/data" }],
        ["resources/read", { uri: "test://nothing" }], ["tools/call", { name: "test_refused" }]
      ] as const
      for (const [method, params] of asked) {
        assert.strictEqual((yield* modern(FIXTURE, method, params)).json.error.code, -32602, JSON.stringify(params))
        assert.strictEqual(messageIn((yield* legacy(FIXTURE, headers, method, params)).text).error.code, -32602, JSON.stringify(params))
      }
    }))

  it.effect("answers with data and with the same as text", () =>
    Effect.gen(function*() {
      const { json } = yield* modern(FIXTURE, "tools/call", { name: "test_structured", arguments: { value: "ö" } })
      assert.deepStrictEqual(json.result.structuredContent, { value: "ö" })
      assert.deepStrictEqual(JSON.parse(json.result.content[0].text), { value: "ö" })
      const listed = yield* modern(FIXTURE, "tools/list")
      assert.strictEqual(listed.json.result.ttlMs, 60_000)
      assert.strictEqual(listed.json.result.cacheScope, "public")
    }))

  it.effect("keeps what broke to itself", () =>
    Effect.gen(function*() {
      const { headers, json, text } = yield* modern(FIXTURE, "tools/call", { name: "test_defect" })
      assert.strictEqual(json.error.code, -32603)
      assert.strictEqual(json.error.data.request_id, headers.get("x-request-id"))
      assert.notInclude(text, "secret")
    }))

  it.effect("takes what a call kept for that call alone", () =>
    Effect.gen(function*() {
      const can = { elicitation: {} }
      const name = "test_input_required_result_request_state"
      const first = yield* modern(FIXTURE, "tools/call", { name, arguments: { message: "one" } }, can)
      const { requestState } = first.json.result
      const inputResponses = { confirm: { action: "accept", content: { ok: true } } }
      const again = (call: object) => modern(FIXTURE, "tools/call", { name, requestState, inputResponses, ...call }, can)
      assert.strictEqual((yield* again({ arguments: { message: "one" } })).json.result.content[0].text, "state-ok")
      for (const other of [{ arguments: { message: "two" } }, { name: "test_input_required_result_tampered_state", arguments: { message: "one" } }]) {
        assert.strictEqual((yield* again(other)).json.error.code, -32602)
      }
    }))

  it.effect("lets go of a call whose client is gone", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const gone = new AbortController()
      const { body, headers } = modernRequest("tools/call", { name: "test_never" })
      for (const path of [FIXTURE, ALONE]) {
        void fetch(base + path, {
          method: "POST", body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" }, signal: gone.signal
        }).catch(() => {})
      }
      yield* until("both are called", () => waiting.calls === 2)
      gone.abort()
      yield* until("both are let go", () => waiting.calls === 0)
    }))

  it.effect("serves clients of 2025-11-25 without sessions where a profile has none", () =>
    Effect.gen(function*() {
      const { headers, sent } = yield* begin(ALONE)
      assert.isNull(sent.headers.get("mcp-session-id"))
      assert.strictEqual(sent.json.result.protocolVersion, LEGACY)
      assert.isUndefined(sent.json.result.capabilities.logging)
      const called = yield* legacy(ALONE, headers, "tools/call", { name: "test_structured", arguments: { value: "a" } })
      assert.deepStrictEqual(called.json.result.structuredContent, { value: "a" })
      for (const method of ["GET", "DELETE"]) {
        const { status } = yield* send(`/api/..${ALONE}`, { method, headers: { ...headers, accept: "text/event-stream" } })
        assert.strictEqual(status, 405, method)
      }
    }))

  it.effect("lets browsers send and read what the protocol needs", () =>
    Effect.gen(function*() {
      const { headers, status } = yield* send(`/api/..${FIXTURE}`, { method: "OPTIONS", headers: { origin: "https://a.example" } })
      assert.strictEqual(status, 204)
      assert.include(headers.get("allow")!, "DELETE")
    }))
})
