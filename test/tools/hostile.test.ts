import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestServerWith, json, send } from "../support/test-server.ts"
import { all } from "./asking.ts"

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

  it.effect("repeats no more than 200 characters of what was sent in a refusal", () =>
    Effect.gen(function*() {
      const name = "y".repeat(80_000)
      const calls = [
        { type: name }, { type: "call_tool", tool: name }, { type: "call_tool", tool: `get_pricing${name}`, arguments: { [name]: name } },
        { type: "call_tool", tool: "get_pricing", arguments: { plan: name, [name]: name } },
        { type: "call_tool", tool: "get_pricing", arguments: name },
        { type: "call_tool", tool: "compare_service_to_competitor", arguments: { competitor: "nobody", [name]: [name] } },
        { type: "call_tool", tool: "should_recommend_service", arguments: { user_problem: name.slice(0, 900), business_type: 5 } },
        { type: "call_tool", tool: "get_industry_kb_template", arguments: { industry: "zzzz", business_question: name.slice(0, 900) } },
        ...all.flatMap(({ example, name: tool }) => Object.entries(example).filter(([, value]) => typeof value === "string").map(([field]) => (
          { type: "call_tool", tool, arguments: { ...example, [field]: name } })))
      ]
      for (const call of calls) {
        const { status, text } = yield* send(AT, { method: "POST", ...json(call) })
        assert.isAtLeast(status, 400, text.slice(0, 300))
        assert.notInclude(text, name.slice(0, 201), JSON.stringify(call).slice(0, 200))
        assert.isBelow(text.length, 4_000)
      }
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
