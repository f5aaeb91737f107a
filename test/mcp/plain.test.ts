import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApp } from "#src/api"
import { mcpRoutes } from "#src/mcp/routes"
import { TestServerWith } from "../support/test-server.ts"
import { modern, modernRequest, post } from "./asking.ts"
import { fixture } from "./fixture.ts"

const PLAIN = "/fixture/plain"

const Fixture = Layer.unwrap(Effect.map(fixture, (profile) => mcpRoutes(PLAIN, { ...profile, plain: true })))

const PlainServer = TestServerWith({}, [], Layer.merge(HttpApp, Fixture) as typeof HttpApp)

/** They never end, or wait for what nobody sends. */
const endless = new Set(["test_never"])

const capabilities = { elicitation: {}, sampling: {}, roots: {} }

/** Short of what differs from one answer to the next. */
const told = ({ headers, json, status, text }: { status: number; headers: Headers; json: any; text: string }) => {
  const body = json ?? text
  const id = headers.get("x-request-id")!
  return {
    status,
    type: headers.get("content-type"),
    body: JSON.parse(JSON.stringify(body).replaceAll(id, "id"), (key, value) => key === "requestState" ? "sealed" : value)
  }
}

layer(PlainServer, { excludeTestServices: true })("a plain call", (it) => {
  it.effect("is answered as the SDK answers it", () =>
    Effect.gen(function*() {
      const { json } = yield* modern(PLAIN, "tools/list")
      const names: ReadonlyArray<string> = json.result.tools.map(({ name }: any) => name)
      let compared = 0
      for (const name of names.filter((name) => !endless.has(name))) {
        for (const args of [{}, { value: "ö", message: "one", a: 1 }]) {
          const { body, headers } = modernRequest("tools/call", { name, arguments: args }, capabilities, {
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }, "some.where/else": 1
          })
          const plain = yield* post(PLAIN, body, { ...headers, "content-type": "application/json" })
          const sdk = yield* post(PLAIN, body, { ...headers, "content-type": "application/json; charset=utf-8" })
          /* What is told meanwhile comes as a stream, which a client cannot count on. */
          if (sdk.headers.get("content-type")?.startsWith("text/event-stream") === true) continue
          assert.deepStrictEqual(told(plain), told(sdk), name)
          compared++
        }
      }
      assert.isAbove(compared, names.length)
    }))

  it.effect("is one that keeps to the protocol in all it says", () =>
    Effect.gen(function*() {
      const name = "test_structured"
      const { body, headers } = modernRequest("tools/call", { name, arguments: { value: "a" } })
      const meta = body.params._meta as Record<string, unknown>
      const wrong: ReadonlyArray<readonly [string, object, Record<string, string>]> = [
        ["another name in its headers", body, { "mcp-name": "other" }],
        ["another method in its headers", body, { "mcp-method": "tools/list" }],
        ["another revision in its headers", body, { "mcp-protocol-version": "2030-01-01" }],
        ["another revision in its body", { ...body, params: { ...body.params, _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "2030-01-01" } } }, {}],
        ["no capabilities", { ...body, params: { ...body.params, _meta: { ...meta, "io.modelcontextprotocol/clientCapabilities": undefined } } }, {}],
        ["capabilities that are none", { ...body, params: { ...body.params, _meta: { ...meta, "io.modelcontextprotocol/clientCapabilities": { elicitation: 7 } } } }, {}],
        ["arguments that are none", { ...body, params: { ...body.params, arguments: [] } }, {}],
        ["no version of JSON-RPC", { ...body, jsonrpc: "1.0" }, {}],
        ["an id that is none", { ...body, id: 1.5 }, {}]
      ]
      for (const [what, body, more] of wrong) {
        const sent = yield* post(PLAIN, body, { ...headers, "content-type": "application/json", ...more })
        assert.notStrictEqual(sent.json?.result?.resultType, "complete", `${what}: ${sent.text}`)
      }
    }))
})
