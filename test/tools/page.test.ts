import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect } from "effect"
import { tools } from "#schemas/tools/catalog"
import { toolCodes } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import { addresses } from "#src/surfaces/addresses"
import { TOOLS_PATH } from "#src/tools/routes"
import { exemplary, givenOf, sentIn } from "#src/tools/page/form"
import { groups } from "#src/tools/page/groups"
import { markupFaults } from "../support/markup.ts"
import { TestServer, TestServerWith, json, send } from "../support/test-server.ts"

const all: ReadonlyArray<AnyTool> = tools
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

/** Sends a form as a browser without a script does. */
const fill = (tool: string, fields: Readonly<Record<string, string>>) =>
  send(`${addresses.tools}/${tool}`, {
    method: "POST", body: new URLSearchParams(fields).toString(), headers: { "content-type": "application/x-www-form-urlencoded" }
  })

/** What the page shows as the answer. */
const shown = (page: string): any => JSON.parse(unescaped(/aria-label="Answer of \w+"><code>([\s\S]*?)<\/code>/u.exec(page)![1]!))

const idsIn = (text: string) => [...text.matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id!)

/** No script or style but our own files, and every address in the page answers. */
const sound = Effect.fnUntraced(function*(path: string) {
  const { headers, status, text } = yield* send(path)
  assert.strictEqual(status, 200)
  const policy = headers.get("content-security-policy")!
  assert.include(policy, "default-src 'none'")
  assert.notMatch(policy, /unsafe|\*|data:|https?:/u)
  assert.notMatch(text, /<style|\sstyle=|\son[a-z]+=|javascript:|<iframe|<script(?![^>]*\ssrc="\/tools\/tools\.js")/iu)
  assert.deepStrictEqual(markupFaults(text), [], path)
  const ids = idsIn(text)
  assert.strictEqual(new Set(ids).size, ids.length, "an id stands for one thing")
  for (const [, target] of text.matchAll(/href="#([^"]+)"/gu)) assert.include(ids, target)
  for (const [, id] of text.matchAll(/\sfor="([^"]+)"/gu)) assert.include(ids, id)
  const places = new Set([...text.matchAll(/(?:href|src)="(\/[^"#]*)/gu)].map(([, place]) => place!))
  for (const place of places) assert.strictEqual((yield* send(place)).status, 200, place)
  return text
})

describe("the groups of tools", () => {
  plain("hold every tool once, and each has a place of its own", () => {
    const placed = groups.flatMap(({ tools }) => tools.map(({ name }) => name))
    assert.deepStrictEqual([...placed].sort(), all.map(({ name }) => name).sort())
    assert.notInclude(groups.map(({ title }) => title), "Other tools")
  })
})

describe("a form", () => {
  for (const tool of all) {
    plain(`of ${tool.name}, filled with its example, gives the example`, () => {
      assert.deepStrictEqual(givenOf(tool, exemplary(tool)), tool.example)
      const sent = sentIn(tool, new URLSearchParams(exemplary(tool) as Record<string, string>))
      assert.deepStrictEqual(givenOf(tool, sent), tool.example)
    })
  }

  plain("leaves out what is empty, and sends on what it cannot read, to be refused", () => {
    const benchmark = all.find(({ name }) => name === "get_industry_benchmarks")!
    assert.deepStrictEqual(givenOf(benchmark, { industry: " ", metric: "win_rate", user_value: "" }), { metric: "win_rate" })
    assert.deepStrictEqual(givenOf(benchmark, { industry: "dental", user_value: "many" }), { industry: "dental", user_value: "many" })
    assert.deepStrictEqual(givenOf(benchmark, { user_value: "-1e3" }), { user_value: -1_000 })
    const potential = all.find(({ name }) => name === "analyze_ad_potential")!
    assert.deepStrictEqual(givenOf(potential, { current_metrics: "{\"ctr\": 2}" }), { current_metrics: { ctr: 2 } })
    assert.deepStrictEqual(givenOf(potential, { current_metrics: "{ctr" }), { current_metrics: "{ctr" })
  })
})

layer(TestServer, { excludeTestServices: true })("the pages of the tools", (it) => {
  it.effect("show every tool with its arguments, a form and a place to link to, and explain every code", () =>
    Effect.gen(function*() {
      const text = yield* sound(addresses.tools)
      const ids = idsIn(text)
      assert.includeMembers(ids, all.map(({ name }) => name))
      assert.includeMembers(ids, toolCodes.map((code) => `error-${code}`))
      for (const { description, input, name, title } of all) {
        const article = text.slice(text.indexOf(`<article id="${name}"`)).split("</article>")[0]!
        for (const part of [title, description]) assert.include(unescaped(article), part)
        assert.include(article, `action="${addresses.tools}/${name}"`)
        for (const argument of Object.keys(input.fields)) {
          assert.include(article, `<code>${argument}</code>`)
          assert.match(article, new RegExp(`<(?:input|select|textarea)[^>]* name="${argument}"`, "u"))
        }
      }
    }))

  for (const { name, nature } of all) {
    it.effect(`call ${name} with its example, and show what a caller gets`, () =>
      Effect.gen(function*() {
        const tool = all.find((one) => one.name === name)!
        yield* sound(`${addresses.tools}/${name}`)
        const page = yield* fill(name, exemplary(tool))
        assert.strictEqual(page.status, 200)
        const answer = shown(page.text)
        assert.strictEqual(answer.success, true)
        if (nature !== "content") return
        const direct = yield* send(TOOLS_PATH, { method: "POST", ...json({ type: "call_tool", tool: name, arguments: tool.example }) })
        assert.deepStrictEqual(answer, direct.json)
      }))
  }

  it.effect("say at the field what is wrong with it, keep what was sent, and escape it", () =>
    Effect.gen(function*() {
      const evil = "\"><script>alert(1)</script>"
      const { status, text } = yield* fill("calculate_roi", { monthly_revenue: "-5", employee_count: "lots", industry: evil })
      assert.strictEqual(status, 422)
      assert.notInclude(text, "<script>alert")
      assert.include(text, "value=\"&quot;>&lt;script>alert(1)&lt;/script>\"")
      const { error } = shown(text)
      assert.deepStrictEqual(error.details.map(({ field }: any) => field).sort(), ["employee_count", "monthly_revenue"])
      for (const { error: wrong, field } of error.details) {
        assert.include(unescaped(text.slice(text.indexOf(`id="calculate_roi.${field}-wrong"`)).split("</p>")[0]!), wrong)
        assert.match(text, new RegExp(`<input[^>]*id="calculate_roi.${field}"[^>]*aria-invalid="true"`, "u"))
      }
      assert.include(unescaped(text), error.message)
      assert.include(unescaped(text.replaceAll(/<\/?code>/gu, "")), error.hint)
      assert.include(text, `href="/tools#error-${error.code}"`)
      assert.strictEqual(new URL(error.docs_url).pathname, addresses.tools)
      const strange = yield* fill("get_pricing", { plan: evil })
      assert.strictEqual(strange.status, 422)
      assert.notInclude(strange.text, "<script>alert")
      const odd = yield* fill("analyze_ad_potential", { industry: "dental", current_metrics: "{\"ctr\": -1}" })
      assert.strictEqual(odd.status, 422)
      assert.include(odd.text, "<code>current_metrics.ctr</code>")
    }))

  it.effect("tell of a tool that there is none, and which come closest", () =>
    Effect.gen(function*() {
      for (const method of ["GET", "POST"]) {
        const { headers, status, text } = yield* send(`${addresses.tools}/get_prising`, { method })
        assert.deepStrictEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"])
        assert.include(text, "href=\"/tools/get_pricing\"")
      }
      const put = yield* send(`${addresses.tools}/get_pricing`, { method: "PUT" })
      assert.deepStrictEqual([put.status, put.headers.get("allow")], [405, "GET, POST, HEAD, OPTIONS"])
    }))

  it.effect("take no body larger than others", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* fill("get_faq", { topic: "x".repeat(1_100_000) })).status, 413)
    }))
})

layer(TestServerWith({ publicRateLimit: 3 }), { excludeTestServices: true })("the pages of the tools", (it) => {
  it.effect("count as calls do, and say on the page when there were too many", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* fill("get_pricing", {})).status, 200)
      const { headers, status, text } = yield* fill("get_pricing", {})
      assert.strictEqual(status, 429)
      assert.isAbove(Number(headers.get("retry-after")), 0)
      assert.strictEqual(shown(text).error.code, "rate_limit.exceeded")
      assert.strictEqual((yield* send(TOOLS_PATH)).status, 429)
    }))
})
