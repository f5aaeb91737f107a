import { readFileSync, writeFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { revisions } from "#src/mcp/profile"
import { TOOLS_PATH } from "#src/tools/lane"
import { House } from "../support/house.ts"
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

/**
 * Four checks of `server-stateless` call tools of the suite's own, which the product does not have. They pass on the fixture, over
 * the same transport; here the suite says that it cannot tell.
 */
const untold = [
  "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel"
]

layer(House, { excludeTestServices: true })("the public endpoint", (it) => {
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
        for (const [id, status] of Object.entries(made)) if (!untold.includes(id)) assert.include(["SUCCESS", "SKIPPED"], status, `${name} ${id}`)
      }
      assert.lengthOf(complaints.filter((text) => text.includes(" FAILURE: ")), untold.length)
      for (const id of untold) {
        assert.isTrue(complaints.some((text) => text.includes(id) && /Not testable.*diagnostic tool/u.test(text)), complaints.join("\n"))
      }
    }), 120_000)

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
