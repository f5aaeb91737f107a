import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import { scopes } from "#schemas/kernel/tenancy"
import { createHash } from "node:crypto"
import { inspect } from "node:util"
import { OwnerSql } from "../support/database.ts"
import { TestServer, json, send } from "../support/test-server.ts"
import { approve, contact, execute, get, propose, stateOf } from "./consent-calls.ts"
import { within1s } from "../support/within.ts"

const secret = makeKey("live", (length) => new Uint8Array(createHash("sha512").update("ada's key").digest()).slice(0, length))
const row = { company_id: 1, hash: hashOf(secret), prefix: prefixOf(secret), label: "ada", mode: "live" }
const bearer = { authorization: `Bearer ${secret}` }

const refusal = (statement: Effect.Effect<unknown, unknown>) => Effect.map(Effect.flip(statement), (error) => inspect(error, { depth: 8 }))

layer(TestServer, { excludeTestServices: true })("a key made for an agent", (it) => {
  it.effect("cannot hold what only a person may do: the database refuses it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const refused = yield* refusal(sql`insert into api_keys ${sql.insert({ ...row, agent: "ada", scopes: [...scopes] })}`)
      assert.include(refused, "api_keys_agent")
      yield* sql`insert into api_keys ${sql.insert({ ...row, agent: "ada", scopes: scopes.filter((scope) => scope !== "consents:approve") })}`
      const given = yield* refusal(sql`update api_keys set scopes = scopes || '{consents:approve}' where label = 'ada'`)
      assert.include(given, "api_keys_agent")
    }))

  it.effect("is that agent in everything it does, whatever its requests say", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { json: made } = yield* send("/crm/contacts", { method: "POST", headers: bearer, ...json({ first_name: "By Ada" }) })
      const [receipt] = yield* sql<any>`select agent from receipts where verb = 'create_contact' and changes->0->>'id' = ${String(made.id)}`
      assert.deepStrictEqual(receipt.agent, { agent: "ada" })
      const { json: { consent } } = yield* send(`/crm/contacts/${made.id}`, { method: "DELETE", headers: bearer })
      assert.deepStrictEqual((yield* get(consent.id)).json.actor, { agent: "ada" })
      yield* sql`insert into standing_consents (company_id, key_id, verb) select company_id, id, 'delete_contact' from api_keys where label = 'ada'`
      yield* Effect.sleep("200 millis")
      assert.strictEqual((yield* send(`/crm/contacts/${made.id}`, { method: "DELETE", headers: bearer })).status, 428)
      yield* sql`update standing_consents set agents = true where key_id = (select id from api_keys where label = 'ada')`
      yield* within1s(200, Effect.map(send(`/crm/contacts/${made.id}`, { method: "DELETE", headers: bearer }), ({ status }) => status))
    }))

  it.effect("approves nothing", () =>
    Effect.gen(function*() {
      const { id } = yield* propose(yield* contact())
      const { json: no, status } = yield* send(`/agent/consents/${id}/approve`, { method: "POST", headers: bearer })
      assert.deepStrictEqual([status, no.code, no.scope], [403, "forbidden", "consents:approve"])
      assert.strictEqual(yield* stateOf(id), "proposed")
    }))

  it.effect("calls with a confirmation that a person gave", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id, "cautious", { "x-service-agent": "ada" })
      const { json: { confirmation } } = yield* approve(consent.id)
      assert.strictEqual((yield* execute(id, confirmation, "cautious", { "x-service-agent": "ada" })).status, 200)
    }))
})
