import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { contact } from "../agents/consent-calls.ts"
import { agree } from "../oauth/driver.ts"
import { unfetched } from "../support/fetched.ts"
import { TestServer, send } from "../support/test-server.ts"
import { baseOf } from "./grants.ts"
import { memory } from "./oauth-memory.ts"
import { freePort, type Running, started } from "./program.ts"

const scopes = ["crm:read", "crm:write"]

/** A person agrees on the pages that the program would have shown, and the browser comes back to where the program listens. */
const consented = Effect.fnUntraced(function*({ browses }: Running) {
  const back = yield* agree(yield* browses, "owner", { scopes })
  yield* Effect.promise(() => fetch(back).then((response) => response.text()))
})

const receipt = Effect.map(send("/agent/receipts?verb=create_contact&limit=1", { key: "acme" }), ({ json }) => json.items[0])

layer(TestServer, { excludeTestServices: true })("tool clients in use today", (it) => {
  it.effect("@modelcontextprotocol/client connects by OAuth and calls", () =>
    Effect.gen(function*() {
      const url = new URL((yield* baseOf) + CONNECTOR_PATH)
      const { kept, provider } = memory("In CI")
      const client = new Client({ name: "In CI", version: "1" }, { versionNegotiation: { mode: "auto" } })
      const first = new StreamableHTTPClientTransport(url, { authProvider: provider })
      const refused = yield* Effect.promise(() => client.connect(first).then(() => undefined, (error: unknown) => error))
      assert.instanceOf(refused, UnauthorizedError)
      const back = yield* agree(kept.authorize!.href, "owner", { scopes })
      yield* Effect.promise(() => first.finishAuth(back.searchParams))
      const connected = new Client({ name: "In CI", version: "1" }, { versionNegotiation: { mode: "auto" } })
      yield* Effect.promise(() => connected.connect(new StreamableHTTPClientTransport(url, { authProvider: provider })))
      const { tools } = yield* Effect.promise(() => connected.listTools())
      assert.include(tools.map(({ name }) => name), "create_contact")
      assert.notInclude(tools.map(({ name }) => name), "list_webhooks")
      const made: any = yield* Effect.promise(() => connected.callTool({ name: "create_contact", arguments: { email: "client@ci.example" } }))
      assert.strictEqual(made.structuredContent.email, "client@ci.example")
      assert.deepStrictEqual((yield* receipt).actor, { agent: "In CI" })
      yield* Effect.promise(() => connected.close())
    }))

  it.effect("@modelcontextprotocol/client asks its person for more when a call needs more than it was granted", () =>
    Effect.gen(function*() {
      const url = new URL((yield* baseOf) + CONNECTOR_PATH)
      const { kept, provider } = memory("Grows")
      const begin = () => new Client({ name: "Grows", version: "1" }, { versionNegotiation: { mode: "auto" } })
      const first = new StreamableHTTPClientTransport(url, { authProvider: provider })
      yield* Effect.promise(() => begin().connect(first).catch(() => {}))
      assert.include(kept.authorize!.searchParams.get("scope")!.split(" "), "crm:write")
      yield* agree(kept.authorize!.href, "owner", { scopes: ["crm:read"] }).pipe(
        Effect.flatMap((back) => Effect.promise(() => first.finishAuth(back.searchParams)))
      )
      assert.strictEqual(kept["tokens"].scope, "crm:read")

      const client = begin()
      const second = new StreamableHTTPClientTransport(url, { authProvider: provider })
      yield* Effect.promise(() => client.connect(second))
      const before: URL = kept.authorize!
      const call = () => client.callTool({ name: "create_contact", arguments: { email: "grows@ci.example" } })
      yield* Effect.promise(() => call().then(() => assert.fail("it was not refused"), () => {}))
      assert.notStrictEqual(kept.authorize, before)
      assert.includeMembers(kept.authorize!.searchParams.get("scope")!.split(" "), ["crm:read", "crm:write"])
      const back = yield* agree(kept.authorize!.href, "owner", { scopes })
      yield* Effect.promise(() => second.finishAuth(back.searchParams))
      const made: any = yield* Effect.promise(call)
      assert.strictEqual(made.structuredContent.email, "grows@ci.example")
      yield* Effect.promise(() => client.close())
    }))

  it.effect.skipIf(unfetched)("mcp-remote connects by OAuth and calls, for a client of standard input", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const url = (yield* baseOf) + CONNECTOR_PATH
      const running = yield* started("mcp-remote", "dist/proxy.js", [url, String(port), "--allow-http", "--host", "127.0.0.1"])
      const { child } = running
      const answers = new Map<number, (message: any) => void>()
      let text = ""
      child.stdout!.on("data", (part: Buffer) => {
        text += part.toString()
        for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
          const message = JSON.parse(text.slice(0, end))
          text = text.slice(end + 1)
          answers.get(message.id)?.(message)
        }
      })
      let id = 0
      const tell = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
      const ask = (method: string, params: object) =>
        Effect.promise(() => new Promise<any>((resolve) => {
          answers.set(++id, resolve)
          tell({ id, method, params })
        }))
      yield* consented(running)
      const begun = yield* ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "desk", version: "1" } })
      assert.strictEqual(begun.result.serverInfo.name, "business-platform-connector")
      tell({ method: "notifications/initialized" })
      const { result: { tools } } = yield* ask("tools/list", {})
      assert.include(tools.map(({ name }: any) => name), "create_contact")
      const made = yield* ask("tools/call", { name: "create_contact", arguments: { email: "remote@ci.example" } })
      assert.strictEqual(made.result.structuredContent.email, "remote@ci.example")
      assert.match((yield* receipt).actor.agent, /mcp|remote|desk/iu)
    }))

  it.effect.skipIf(unfetched)("the inspector's command line connects by OAuth and calls", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const url = (yield* baseOf) + CONNECTOR_PATH
      const id = yield* contact()
      const running = yield* started("@modelcontextprotocol/inspector", "clients/launcher/build/index.js", [
        "--cli", "--server-url", url, "--transport", "http", "--callback-url", `http://127.0.0.1:${port}/oauth/callback`,
        "--method", "tools/call", "--tool-name", "get_contact", "--tool-arg", `id=${id}`, "--format", "json"
      ])
      running.child.stdin!.end()
      yield* consented(running)
      const { code, stderr, stdout } = yield* running.ended
      assert.strictEqual(code, 0, stderr)
      assert.include(stdout, `"id":${id}`)
    }))
})
