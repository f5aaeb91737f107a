import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { tools } from "#schemas/tools/catalog"
import { addresses } from "#src/surfaces/addresses"
import { TOOLS_PATH } from "#src/tools/routes"
import { TestServerWith, json, send } from "../support/test-server.ts"

const ORIGIN = "https://api.acme.example"

const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0", id: 1, method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } }
})

layer(TestServerWith({ siteUrl: Option.some(ORIGIN), publicRateLimit: 54_321 }), { excludeTestServices: true })("what agents look for by convention", (it) => {
  it.effect("says where the public tools are, and in which languages and how often they answer", () =>
    Effect.gen(function*() {
      const { headers, json: found } = yield* send(addresses.mcp)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      const { authentication, count, languages, rate_limit, ...places } = found.tools
      assert.deepStrictEqual([authentication, count], ["none", tools.length])
      assert.deepStrictEqual(rate_limit, { requests: 54_321, per: "minute", counted_by: "address" })
      assert.deepStrictEqual(places, {
        url: ORIGIN + TOOLS_PATH, version: "1.1.0", openapi: ORIGIN + addresses.toolsOpenapi, documentation: ORIGIN + addresses.tools
      })
      const [mcp, plain] = languages
      assert.deepStrictEqual(mcp, { language: "mcp", transport: "streamable-http", protocol_versions: ["2026-07-28", "2025-11-25"] })

      const answer = yield* send(TOOLS_PATH, { method: plain.method, ...json(plain.example) })
      assert.deepStrictEqual([answer.status, answer.json.success], [200, true])
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "54321")
      const spoken = yield* send(TOOLS_PATH, {
        method: "POST", ...json(initialize("2025-11-25")), headers: { accept: "application/json, text/event-stream" }
      })
      assert.strictEqual(spoken.status, 200)
      assert.include(spoken.text, "\"protocolVersion\":\"2025-11-25\"")
    }))

  it.effect("leads from one document to the other", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* send(addresses.webmcp)).json.mcp, ORIGIN + addresses.mcp)
      assert.strictEqual((yield* send(addresses.mcp)).json.webmcp, ORIGIN + addresses.webmcp)
    }))

  it.effect("lists every tool in a line, how to call it, and the REST API as it was", () =>
    Effect.gen(function*() {
      const { text } = yield* send(addresses.llms)
      const lines = text.split("\n")
      for (const { description, name } of tools) {
        assert.include(lines, `- [${name}](${ORIGIN}${addresses.tools}#${name}): ${description}`)
      }
      const [, said] = /JSON body like `([^`]+)`/u.exec(text)!
      assert.strictEqual((yield* send(TOOLS_PATH, { method: "POST", body: said! })).json.success, true)
      assert.include(text, "54,321 requests a minute")
      for (const heading of ["## Tools", "## REST API", "## Documents"]) assert.include(lines, heading)
    }))
})
