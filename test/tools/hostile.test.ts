import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestServerWith, json, send } from "../support/test-server.ts"

const AT = "/api/mcp"

/** Deeper than any stack. */
const DEEP = 100_000
const list = "[".repeat(DEEP) + "]".repeat(DEEP)
const object = "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP)

const call = (args: string, more = "") => `{"type":"call_tool","tool":"get_industry_benchmarks","arguments":${args}${more}}`

layer(TestServerWith(), { excludeTestServices: true })("the public endpoint under attack", (it) => {
  it.effect("refuses what nests too deep, wherever it stands, and lives on", () =>
    Effect.gen(function*() {
      const bodies = [
        list, object, `{"type":${list}}`, `{"type":"call_tool","tool":${list}}`, call(object), call(`{"industry":${list}}`),
        call(`{"industry":"dental","more":${list}}`, `,"params":{"industry":${object}}`), `{"jsonrpc":"2.0","id":1,"method":${list}}`,
        `[{"jsonrpc":${list}}]`
      ]
      for (const body of bodies) {
        const sent = yield* send(AT, { method: "POST", headers: { "content-type": "application/json" }, body })
        assert.strictEqual(sent.status, 400, body.slice(0, 80))
        assert.isObject(sent.json.error)
      }
      const { status } = yield* send(AT, { method: "POST", ...json({ type: "list_tools" }) })
      assert.strictEqual(status, 200)
    }))

  it.effect("shows a deep argument of a form as the text that it is", () =>
    Effect.gen(function*() {
      const body = new URLSearchParams({ industry: "dental", current_metrics: list }).toString()
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const sent = yield* send("/tools/analyze_ad_potential", { method: "POST", headers, body })
      assert.isBelow(sent.status, 500, sent.text.slice(0, 300))
      assert.include(sent.text, "<!doctype html>")
    }))
})
