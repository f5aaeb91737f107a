import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import fc from "fast-check"
import { answerMeta, callMeta } from "#schemas/connector/meta"
import { ConnectorError } from "#schemas/connector/refusal"
import { TestServer, send } from "../support/test-server.ts"
import { modernRequest } from "../mcp/asking.ts"
import { ask, call, callable, connect, grantable, listed, toldOf } from "./grants.ts"

const decodeError = Schema.decodeUnknownSync(ConnectorError, { onExcessProperty: "error" })

const receipts = (verb: string) => Effect.map(send(`/agent/receipts?verb=${verb}&limit=1`, { key: "acme" }), ({ json }) => json.items[0])

let turn = 0
const email = () => `call${turn++}@connector.example`

layer(TestServer, { excludeTestServices: true })("calls of tools", (it) => {
  it.effect("make and read a contact, in the name of the connection", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable, client: "Claude" })
      const names = (yield* listed(held)).map(({ name }) => name)
      assert.include(names, "get_contact")
      const made = yield* call(held, "create_contact", { first_name: "Ann", email: email() }, { meta: { [callMeta.session]: "run-7" } })
      assert.isUndefined(made.error, made.text)
      const read = yield* call(held, "get_contact", { id: made.structured.id })
      const rest = yield* send(`/crm/contacts/${made.structured.id}`, { key: "acme" })
      assert.deepStrictEqual(read.structured, rest.json)
      assert.strictEqual(read.text, rest.text)
      const receipt = yield* receipts("create_contact")
      assert.strictEqual(receipt.key_id, held.key_id)
      assert.deepStrictEqual(receipt.actor, { agent: "Claude" })
      assert.strictEqual(receipt.session, "run-7")
      assert.strictEqual(receipt.request_id, made.result._meta[answerMeta.requestId])
    }))

  it.effect("are the agent's of their connection, whatever the headers say", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable, client: "Claude" })
      const { body, headers } = modernRequest("tools/call", {
        name: "create_contact", arguments: { email: email() }
      })
      yield* send("/api/mcp/connector", {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${held.token}`, "x-service-agent": "somebody", "x-service-agent-mode": "supervised", "x-service-session": "run-8" },
        body: JSON.stringify(body)
      })
      const receipt = yield* receipts("create_contact")
      assert.deepStrictEqual(receipt.actor, { agent: "Claude", mode: "supervised" })
      assert.strictEqual(receipt.session, "run-8")
    }))

  it.effect("are done once under a key, and change what was read", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      const meta = { [callMeta.idempotencyKey]: "once" }
      const args = { first_name: "Once", email: email() }
      const first = yield* call(held, "create_contact", args, { meta })
      const again = yield* call(held, "create_contact", args, { meta })
      assert.deepStrictEqual(again.structured, first.structured)
      assert.isTrue(again.result._meta[answerMeta.replayed])
      const other = yield* call(held, "create_contact", { ...args, first_name: "Twice" }, { meta })
      assert.strictEqual(other.error.code, "conflict")
      const { id } = first.structured
      const etag = first.result._meta[answerMeta.etag]
      const changed = yield* call(held, "update_contact", { id, first_name: "New" }, { meta: { [callMeta.ifMatch]: etag } })
      assert.strictEqual(changed.structured.first_name, "New")
      const late = yield* call(held, "update_contact", { id, first_name: "Late" }, { meta: { [callMeta.ifMatch]: etag } })
      assert.strictEqual(late.error.code, "precondition_failed")
      const odd = yield* call(held, "create_contact", { email: email() }, { meta: { [callMeta.idempotencyKey]: 7 } })
      assert.strictEqual(odd.error.code, "arguments.invalid")
    }))

  it.effect("take files and give them", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      for (const [body, format] of [["email\na@import.example\n", "csv"], ["{\"email\":\"b@import.example\"}\n", "ndjson"]]) {
        const made = yield* call(held, "import_contacts", { body, dry_run: true })
        assert.strictEqual(made.structured?.format, format, made.text)
      }
      const csv = yield* call(held, "export_contacts", { limit: 1 })
      assert.strictEqual(csv.error.code, "arguments.invalid")
      const file = yield* call(held, "export_contacts", { format: "ndjson" })
      assert.strictEqual(file.structured.type, "application/x-ndjson")
      assert.match(file.structured.name, /\.ndjson$/)
      assert.strictEqual(file.structured.bytes, Buffer.byteLength(file.text))
      assert.doesNotThrow(() => file.text.trim().split("\n").forEach((line) => JSON.parse(line)))
    }))

  it.effect("say what is wrong, in one envelope with an address that explains it", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: ["crm:read"] })
      const all = yield* connect({ person: "owner", scopes: grantable })
      const starter = yield* connect({ person: "starterOwner", scopes: grantable })
      const { text: docs } = yield* send("/docs")
      const wrong = [
        [held, "create_contact", { email: email() }, "scope.missing", 403],
        [starter, "import_contacts", { body: "email\n" }, "feature.upgrade_required", 403],
        [held, "get_contact", {}, "arguments.missing", 400],
        [held, "get_contact", { id: "x" }, "arguments.invalid", 422],
        [held, "get_contact", { id: 1, more: 1 }, "arguments.invalid", 422],
        [held, "list_contacts", { limit: 500 }, "arguments.invalid", 422],
        [held, "get_contact", { id: 999_999 }, "not_found", 404],
        [all, "move_deal_stage", {}, "arguments.missing", 400],
        [all, "create_contact", {}, "arguments.missing", 400],
        [all, "create_api_key", { label: "a" }, "forbidden", 403]
      ] as const
      for (const [who, verb, args, code, status] of wrong) {
        const { error, text } = yield* call(who, verb, args)
        const what = `${verb} ${text}`
        assert.strictEqual(error?.code, code, what)
        assert.strictEqual(error.status, status, what)
        decodeError(error)
        assert.match(error.hint, /\w+ .*\.$/u, what)
        assert.include(docs, `id="${new URL(error.docs_url).hash.slice(1)}"`, what)
        assert.strictEqual(error.scope, code === "scope.missing" ? "crm:write" : undefined, what)
        assert.strictEqual(error.feature, code === "feature.upgrade_required" ? "crm.import_contacts" : undefined, what)
        assert.strictEqual(error.upgrade_to, code === "feature.upgrade_required" ? "builder" : undefined, what)
        assert.strictEqual(error.details !== undefined, code.startsWith("arguments."), what)
      }
      const { error: pipeline } = yield* call(held, "get_pipeline_summary", {})
      assert.include(pipeline!.hint, "add id, as list_pipelines tells it")
      const two = yield* call(all, "create_contact", { email: 7, first_name: 7 })
      assert.sameMembers(two.error.details.map(({ field }: any) => field), ["email", "first_name"])
    }))

  it.effect("that a connection was granted too little for are refused so that its client asks for more, where its person has more", () =>
    Effect.gen(function*() {
      const called = (held: Parameters<typeof ask>[0]) => ask(held, "tools/call", { name: "create_contact", arguments: { email: email() } })
      const narrow = yield* called(yield* connect({ person: "owner", scopes: ["crm:read", "payments:read"] }))
      assert.strictEqual(narrow.status, 403, narrow.text)
      const challenge = narrow.headers.get("www-authenticate")!
      assert.match(challenge, /^Bearer error="insufficient_scope", scope="crm:read crm:write payments:read", resource_metadata="http/u)
      assert.deepInclude(narrow.message, { jsonrpc: "2.0" })
      assert.isNotNull(narrow.message.id)
      decodeError(narrow.message.error.data.error)

      /* A viewer cannot grant it: to ask them again would lead nowhere. */
      const viewer = yield* called(yield* connect({ person: "viewer", scopes: ["crm:read"] }))
      assert.strictEqual(viewer.status, 200, viewer.text)
      assert.strictEqual(toldOf(viewer.message).error.code, "scope.missing")
    }))

  it.effect("reach no other address than their own", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      for (const id of ["..", ".", "", "../deals", "1/merge", "1?limit=1", "1#a", "%2e%2e", "\ud800", "1%00"]) {
        for (const verb of ["get_contact", "restore_contact", "complete_task"]) {
          const { error } = yield* call(held, verb, { id })
          assert.strictEqual(error?.code, "arguments.invalid", `${verb} ${JSON.stringify(id)}`)
        }
      }
    }))

  it.effect("are of tools that there are", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      for (const name of ["no_tool", "login", "__proto__", "constructor"]) {
        const { message } = yield* ask(held, "tools/call", { name, arguments: {} })
        assert.strictEqual(message.error?.code, -32602, name)
      }
    }))

  it.effect("say of themselves nothing that no header could", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      for (const name of Object.values(callMeta)) {
        for (const text of ["a\u0000b", "a\ud800b"]) {
          const { error } = yield* call(held, "create_contact", { first_name: "A", last_name: "B" }, { meta: { [name]: text } })
          assert.deepStrictEqual([error?.code, error?.details?.[0]?.field], ["arguments.invalid", `_meta.${name}`])
        }
      }
    }))

  it.effect("break nothing, whatever their arguments are", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      const anything = fc.jsonValue({ maxDepth: 2 })
      const samples = fc.sample(fc.infiniteStream(anything), { seed: 5, numRuns: 1 })[0]!
      const values = Array.from({ length: 400 }, () => samples.next().value)
      for (const [n, entry] of callable.entries()) {
        for (let round = 0; round < 3; round++) {
          const names = Object.keys(entry.sources)
          const args = Object.fromEntries([...names, ...round === 2 ? ["more"] : []].map((name, i) => [name, values[(n * 7 + i + round * 31) % values.length]]))
          const sent = yield* ask(held, "tools/call", { name: entry.name, arguments: args })
          assert.strictEqual(sent.status, 200, `${entry.name} ${sent.text}`)
          const { error } = toldOf(sent.message)
          if (error !== undefined) {
            decodeError(error)
            assert.isBelow(error.status, 500, `${entry.name} ${JSON.stringify(args)} ${JSON.stringify(error)}`)
          }
        }
      }
    }))
})
