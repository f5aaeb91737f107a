import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { contact, isThere } from "../agents/consent-calls.ts"
import { OwnerSql } from "../support/database.ts"
import { TestServer, send } from "../support/test-server.ts"
import { ask, baseOf, connect, grantable, type TestGrant } from "./grants.ts"

type Answer = { readonly action: "accept" | "decline" | "cancel"; readonly content?: Record<string, boolean> }

const about = { name: "test", version: "1.0.0" }

/** A client with a session of 2025-11-25, whose user answers so. */
const older = Effect.fnUntraced(function*(held: TestGrant, answer: Answer | undefined) {
  const url = new URL((yield* baseOf) + CONNECTOR_PATH)
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new OlderClient(about, { capabilities: answer === undefined ? {} : { elicitation: {} } })
      const asked: Array<string> = []
      let changes = 0
      if (answer !== undefined) {
        client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
          asked.push(params.message)
          return answer
        })
      }
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++)
      const transport = new OlderTransport(url, { requestInit: { headers: { authorization: `Bearer ${held.token}` } } })
      await client.connect(transport as never)
      return { client, transport, asked, changes: () => changes }
    }),
    ({ client }) => Effect.promise(() => client.close())
  )
})

const textOf = (result: any) => JSON.parse(result.content[0].text)

layer(TestServer, { excludeTestServices: true })("clients of 2025-11-25", (it) => {
  it.effect("ask their user while the call waits", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable, client: "Older" })
      const yes = yield* older(held, { action: "accept", content: { approve: true } })
      const id = yield* contact()
      const done: any = yield* Effect.promise(() => yes.client.callTool({ name: "delete_contact", arguments: { id } }))
      assert.isUndefined(done.isError, JSON.stringify(done))
      assert.strictEqual(yes.asked.length, 1)
      assert.match(yes.asked[0]!, /^Older wants to do this: Delete contact /)
      assert.isFalse(yield* isThere(id))
      const { json: { items: [receipt] } } = yield* send("/agent/receipts?verb=delete_contact&limit=1", { key: "acme" })
      assert.strictEqual(receipt.session, yes.transport.sessionId)

      const kept = yield* contact()
      const refusals = [[{ action: "decline" }, "confirmation.declined"], [{ action: "cancel" }, "confirmation_required"], [undefined, "confirmation_required"]] as const
      for (const [answer, code] of refusals) {
        const { client } = yield* older(held, answer)
        const no: any = yield* Effect.promise(() => client.callTool({ name: "delete_contact", arguments: { id: kept } }))
        assert.isTrue(no.isError)
        assert.strictEqual(textOf(no).error.code, code)
        assert.isTrue(yield* isThere(kept))
      }
    }))

  it.effect("hear that their tools are others now, and only theirs", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: ["crm:read", "crm:write"] })
      const bolt = yield* connect({ person: "boltOwner", scopes: ["crm:read"] })
      const [own, theirs] = [yield* older(held, undefined), yield* older(bolt, undefined)]
      yield* Effect.sleep("300 millis")
      const before = (yield* Effect.promise(() => own.client.listTools())).tools.length
      const [mineBefore, theirsBefore] = [own.changes(), theirs.changes()]
      const sql = yield* OwnerSql
      yield* Effect.orDie(sql`update api_keys set scopes = '{crm:read}' where company_id = ${held.company_id} and id = ${held.key_id}`)
      for (let round = 0; round < 100 && own.changes() === mineBefore; round++) yield* Effect.sleep("20 millis")
      assert.isAbove(own.changes(), mineBefore)
      assert.isBelow((yield* Effect.promise(() => own.client.listTools())).tools.length, before)
      assert.strictEqual(theirs.changes(), theirsBefore)
    }))

  it.effect("keep their session to their connection", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      const other = yield* connect({ person: "owner", scopes: grantable })
      const own = yield* older(held, undefined)
      const sent = yield* send(CONNECTOR_PATH, {
        method: "POST",
        headers: {
          authorization: `Bearer ${other.token}`, "mcp-session-id": own.transport.sessionId!, "mcp-protocol-version": "2025-11-25",
          accept: "application/json, text/event-stream"
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
      })
      assert.strictEqual(sent.status, 404)
    }))
})

layer(TestServer, { excludeTestServices: true })("clients of 2026-07-28", (it) => {
  it.effect("ask their user between two requests, and need no session", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "admin", scopes: grantable, client: "Modern" })
      const url = new URL((yield* baseOf) + CONNECTOR_PATH)
      const id = yield* contact()
      const seen = yield* Effect.promise(async () => {
        const client = new Client(about, { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" } })
        client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { approve: true } }))
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${held.token}` } } }))
        const done: any = await client.callTool({ name: "delete_contact", arguments: { id } })
        const revision = client.getNegotiatedProtocolVersion()
        await client.close()
        return { done, revision }
      })
      assert.strictEqual(seen.revision, "2026-07-28")
      assert.isUndefined(seen.done.isError, JSON.stringify(seen.done))
      assert.isFalse(yield* isThere(id))
    }))

  it.effect("never mix what belongs to two companies", () =>
    Effect.gen(function*() {
      const helds = [
        yield* connect({ person: "owner", scopes: grantable }), yield* connect({ person: "boltOwner", scopes: grantable }),
        yield* connect({ person: "viewer", scopes: grantable })
      ]
      const own = [yield* contact("acme"), yield* contact("bolt")]
      const results = yield* Effect.forEach(Array.from({ length: 64 }, (_, n) => n), (n) =>
        Effect.gen(function*() {
          const held = helds[n % 3]!
          const me = yield* ask(held, "tools/call", { name: "get_me", arguments: {} })
          const ids = yield* Effect.forEach(own, (id) => ask(held, "tools/call", { name: "get_contact", arguments: { id } }))
          const write = yield* ask(held, "tools/call", { name: "log_activity", arguments: { kind: "note", contact_id: own[n % 3 === 1 ? 1 : 0], subject: `of ${held.key_id}` } })
          return { held, me: me.message.result, ids: ids.map(({ message }) => message.result.isError !== true), write: write.message.result }
        }), { concurrency: "unbounded" })
      for (const { held, ids, me, write } of results) {
        assert.include(JSON.stringify(me.structuredContent), `"id":${held.company_id}`)
        assert.deepStrictEqual(ids, held.company_id === 1 ? [true, false] : [false, true])
        if (held === helds[2]) assert.strictEqual(textOf(write).error.code, "scope.missing")
        else assert.isUndefined(write.isError, JSON.stringify(write))
      }
      const { json: { items } } = yield* send("/agent/receipts?verb=log_activity&limit=200", { key: "acme" })
      for (const { changes: [change], key_id } of items) assert.strictEqual(change.after.subject, `of ${key_id}`)
    }))
})
