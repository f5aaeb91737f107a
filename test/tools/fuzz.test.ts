import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { toolStatuses } from "#schemas/tools/refusal"
import { TestServerWith, json, send, type Sent } from "../support/test-server.ts"
import { rounds } from "../support/rounds.ts"
import { all, propertiesOf } from "./asking.ts"

const CALLS = rounds(3_000, 10_000)
const AT_ONCE = 16
const seed = Number(process.env["FUZZ_SEED"] ?? 4_242)

/** Wrong in one way or another for most arguments, and right for some: then the answer has to be right too. */
const hostile: ReadonlyArray<unknown> = [
  null, true, false, 0, -1, -0.5, 1, 0.1, 1e21, -1e308, 5e-324, 2 ** 53, "", " ", "\u0000", "\ud800", "null", "NaN", "-1", "1e999",
  "all", "ALL", "dental", "Dentist", "kb_dental_v1", "kb_dental_v99", "__proto__", "constructor", "toString", "../../etc/passwd",
  "'; drop table contacts; --", "<script>alert(1)</script>", "{{blank}}", "${7*7}", "%00", "\u202e\u200d", "🦷🦷🦷", "x".repeat(101), "x".repeat(1_001), "é".repeat(20_000),
  [], [1], ["dental"], [[[[[[]]]]]], {}, { ctr: -1 }, { ctr: "x", cpc: null, conversions: [] }, { length: 5 }, { $ne: null }
]

const one = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostile) },
  { weight: 2, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) }
)

interface Call {
  readonly tool: string
  readonly args: unknown
}

/** Every argument of every tool is wrong in every way of the list, alone; then all of them at random together. */
const systematic: ReadonlyArray<Call> = all.flatMap((tool) => [
  ...Object.keys(propertiesOf(tool)).flatMap((name) => [
    ...hostile.map((value) => ({ tool: tool.name, args: { ...tool.example, [name]: value } })),
    { tool: tool.name, args: Object.fromEntries(Object.entries(tool.example).filter(([key]) => key !== name)) }
  ]),
  ...[null, 3, "x", [], [{}], true].map((args) => ({ tool: tool.name, args })),
  { tool: tool.name, args: { ...tool.example, never_heard_of: [1, 2, 3] } }
])

const random = fc.record({ tool: fc.constantFrom(...all), extra: fc.dictionary(fc.string({ maxLength: 12 }), one, { maxKeys: 2 }), values: fc.array(one, { minLength: 8, maxLength: 8 }), which: fc.integer({ min: 1, max: 255 }) })
  .map(({ extra, tool, values, which }): Call => ({
    tool: tool.name,
    args: {
      ...tool.example,
      ...extra,
      ...Object.fromEntries(Object.keys(propertiesOf(tool)).filter((_, n) => (which >> n & 1) === 1).map((name, n) => [name, values[n]]))
    }
  }))

const calls = [...systematic, ...fc.sample(random, { numRuns: Math.max(0, CALLS - systematic.length), seed })]

const ask = (body: string) => send("/api/mcp", { method: "POST", body })

const offered = (hint: string) => /Try: (\{.*\})$/su.exec(hint)?.[1]

/** Those that say when to come back instead. */
const waits = new Set(["rate_limit.exceeded", "internal"])

const follow = Effect.fnUntraced(function*(followed: Map<string, boolean>, error: any, from: string) {
  if (waits.has(error.code)) return
  const request = offered(error.hint)
  assert.isDefined(request, `${from}: the hint offers nothing: ${error.hint}`)
  if (followed.has(request!)) return
  followed.set(request!, true)
  const { json, status, text } = yield* ask(request!)
  assert.isTrue(status === 200 && json.success === true, `${from}: following "${error.hint.slice(0, 300)}" gave ${status} ${text.slice(0, 300)}`)
})

const check = Effect.fnUntraced(function*(followed: Map<string, boolean>, { args, tool }: Call, { headers, json: answer, status, text }: Sent) {
  const from = `${tool} ${JSON.stringify(args)?.slice(0, 200)}`
  assert.isBelow(status, 500, `${from}: ${text.slice(0, 300)}`)
  if (status === 200) {
    assert.strictEqual(answer.success, true, from)
    assert.isObject(answer.data, from)
    return
  }
  const { error, success } = answer
  assert.strictEqual(success, false, from)
  assert.strictEqual(error.status, status, from)
  assert.strictEqual((toolStatuses as Record<string, number>)[error.code], status, from)
  for (const field of ["message", "hint", "docs_url", "request_id"]) {
    assert.isTrue(typeof error[field] === "string" && error[field].length > 0, `${from}: ${field}`)
  }
  assert.strictEqual(error.request_id, headers.get("x-request-id"))
  if (error.code === "arguments.missing" || error.code === "arguments.invalid") {
    assert.isNotEmpty(error.details, from)
    for (const detail of error.details) assert.hasAllKeys(detail, ["field", "error", "received"])
  }
  yield* follow(followed, error, from)
})

layer(TestServerWith({ publicWritesPerDay: 1_000_000 }), { excludeTestServices: true })("hostile calls", (it) => {
  it.effect(`${CALLS} of them break nothing, and the hint of each refusal works`, () =>
    Effect.gen(function*() {
      const followed = new Map<string, boolean>()
      const refused = new Map<string, number>()
      let right = 0
      yield* Effect.forEach(calls, (call) =>
        Effect.gen(function*() {
          const sent = yield* ask(JSON.stringify({ type: "call_tool", tool: call.tool, arguments: call.args }))
          if (sent.status === 200) right++
          else refused.set(sent.json?.error?.code, (refused.get(sent.json?.error?.code) ?? 0) + 1)
          yield* check(followed, call, sent)
        }), { concurrency: AT_ONCE, discard: true })
      assert.strictEqual(calls.length >= CALLS, true)
      assert.isAbove(refused.get("arguments.invalid") ?? 0, CALLS / 4)
      assert.isAbove(right, CALLS / 20)
    }))

  it.effect("requests that are none, and tools that are not there, get the same envelope with a hint that works", () =>
    Effect.gen(function*() {
      const bodies = [
        "", "{", "null", "3", "\"x\"", "[]", "[{}]", "{}", "{\"type\":null}", "{\"type\":\"call\"}", "{\"type\":\"call_tool\"}",
        "{\"type\":\"call_tool\",\"tool\":3}", "{\"type\":\"call_tool\",\"tool\":\"\"}", "{\"type\":\"call_tool\",\"tool\":\"get_pricingg\"}",
        "{\"type\":\"call_tool\",\"tool\":\"__proto__\"}", "{\"type\":\"call_tool\",\"tool\":\"zzzzzzzzzzzzzzzzzzzzzzzzz\",\"arguments\":{}}",
        "{\"type\":\"call_tool\",\"tool\":\"get_pricing\",\"arguments\":[]}", "{\"type\":\"call_tool\",\"tool\":\"get_pricing\",\"arguments\":\"all\"}",
        "{\"type\":\"call_tool\",\"tool\":\"get_pricing\",\"arguments\":{},\"params\":{\"plan\":\"all\"}}",
        `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`
      ]
      const followed = new Map<string, boolean>()
      for (const body of bodies) {
        const sent = yield* ask(body)
        assert.include([400, 404, 422], sent.status, `${body.slice(0, 80)}: ${sent.text.slice(0, 200)}`)
        yield* check(followed, { tool: "", args: body.slice(0, 80) }, sent)
      }
    }))

  it.effect("params are taken in place of arguments, and beside equal ones", () =>
    Effect.gen(function*() {
      const plain = yield* send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_pricing", arguments: { plan: "starter" } }) })
      const params = yield* send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_pricing", params: { plan: "starter" } }) })
      const both = yield* send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_pricing", params: { plan: "starter" }, arguments: { plan: "starter" } }) })
      assert.strictEqual(params.text, plain.text)
      assert.strictEqual(both.text, plain.text)
    }))
})
