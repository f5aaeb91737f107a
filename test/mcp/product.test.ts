import { readFileSync, writeFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { revisions } from "#src/mcp/profile"
import { TOOLS_PATH } from "#src/tools/routes"
import { HttpApp } from "#src/api"
import { MoreTools } from "#src/tools/mcp"
import { TestServer, TestServerWith } from "../support/test-server.ts"
import { fixture } from "./fixture.ts"
import { begin, legacy, messageIn, modern } from "./asking.ts"
import { type Checked, complaints, scenario } from "./suite.ts"

const golden = new URL("golden-product.json", import.meta.url)

/** The scenarios that are about the address rather than about what it serves, by the revisions they are for. */
const asked = {
  "server-stateless": [revisions[0]],
  "http-header-validation": [revisions[0]],
  "dns-rebinding-protection": revisions,
  "tools-list": revisions
}

/** Some checks of `server-stateless` call tools of the suite's own; without them it says that it cannot tell. */
const Diagnostics = Layer.effect(MoreTools, Effect.map(fixture, ({ tools }) => tools.filter(({ name }) => name.startsWith("test_"))))

const WithDiagnostics = TestServerWith({}, [], HttpApp.pipe(Layer.provide(Diagnostics)) as typeof HttpApp)

layer(WithDiagnostics, { excludeTestServices: true })("the public endpoint, with the suite's own tools beside the 45", (it) => {
  it.effect("passes what the conformance suite can ask of it, by name", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const checks: Record<string, Checked[string]> = {}
      for (const [name, among] of Object.entries(asked)) {
        for (const revision of among) checks[`${name} ${revision}`] = yield* Effect.promise(() => scenario(base + TOOLS_PATH, name, revision))
      }
      if (process.env["UPDATE_GOLDEN"] === "product") writeFileSync(golden, `${JSON.stringify(checks, null, 2)}\n`)
      assert.deepStrictEqual(checks, JSON.parse(readFileSync(golden, "utf8")) as Checked, complaints.join("\n"))
      for (const [name, made] of Object.entries(checks)) {
        assert.isNotEmpty(Object.keys(made), `${name} checked nothing`)
        for (const [id, status] of Object.entries(made)) assert.include(["SUCCESS", "SKIPPED"], status, `${name} ${id}`)
      }
    }))
})

layer(TestServer, { excludeTestServices: true })("the public endpoint", (it) => {
  it.effect("answers both revisions alike, in one piece or as a stream", () =>
    Effect.gen(function*() {
      const listed = yield* modern(TOOLS_PATH, "tools/list")
      const { headers, sent } = yield* begin(TOOLS_PATH)
      assert.isNull(sent.headers.get("mcp-session-id"))
      const whole = yield* legacy(TOOLS_PATH, headers, "tools/list")
      assert.deepStrictEqual(whole.json.result.tools, listed.json.result.tools)
      const streamed = yield* legacy(TOOLS_PATH, headers, "tools/list", { _meta: { progressToken: 1 } })
      assert.strictEqual(streamed.headers.get("content-type"), "text/event-stream")
      assert.deepStrictEqual(messageIn(streamed.text).result.tools, listed.json.result.tools)
      assert.isNotNull(streamed.headers.get("x-request-id"))
    }))
})
