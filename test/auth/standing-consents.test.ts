import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { at, TestServer, SecondServer, json, send } from "../support/test-server.ts"
import { within1s } from "../support/within.ts"
import { by, type Here, person, type Person } from "./people.ts"

/** A key that deletes contacts. */
const keyOf = Effect.fnUntraced(function*(who: Person, more: object = {}): Effect.fn.Return<{ readonly id: number; readonly key: string }, never, Here> {
  const { json: made, status, text } = yield* by(who, "/auth/api-keys", {
    method: "POST", ...json({ label: "Cleaner", mode: "live", scopes: ["crm:write"], ...more })
  })
  assert.strictEqual(status, 201, text)
  return made
})

const grant = (who: Person, id: number, standing_consents: ReadonlyArray<object>) =>
  by(who, `/auth/api-keys/${id}/standing-consents`, { method: "PUT", ...json({ standing_consents }) })

/** Deletes a contact that is not there: 404 where it needs nobody, 428 where it waits for a person. */
const clean = (key: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    send("/crm/contacts/999999999", { method: "DELETE", headers: { authorization: `Bearer ${key}`, ...headers } }),
    ({ status }) => status
  )

const agent = { "x-service-agent": "ada" }

layer(TestServer, { excludeTestServices: true })("standing consents", (it) => {
  it.effect("hold within a second on every process, until they are withdrawn", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const olga = yield* person("owner")
      const { id, key } = yield* keyOf(olga)
      for (let n = 0; n < 2; n++) assert.deepStrictEqual([yield* clean(key), yield* at(beside, clean(key))], [428, 428])
      const granted = yield* grant(olga, id, [{ verb: "delete_contact" }])
      assert.strictEqual(granted.status, 200, granted.text)
      yield* within1s(404, clean(key))
      yield* within1s(404, at(beside, clean(key)))
      assert.strictEqual((yield* grant(olga, id, [])).status, 200)
      yield* within1s(428, clean(key))
      yield* within1s(428, at(beside, clean(key)))
    }))

  it.effect("are listed with their bounds, and told in each receipt that relied on them", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const olga = yield* person("owner")
      const { id, key } = yield* keyOf(olga)
      const consent = { verb: "delete_contact", agents: true, amount_cap: 500, expires_at: "2036-11-21T09:30:00Z" }
      const { json: shown } = yield* grant(olga, id, [consent, { verb: "delete_deal" }])
      const [first, second] = shown.standing_consents
      const granted_by = { id: olga.user, name: "Person" }
      assert.deepInclude(first, { ...consent, expires_at: "2036-11-21T09:30:00.000Z", granted_by })
      assert.deepInclude(second, { verb: "delete_deal", agents: false, amount_cap: null, expires_at: null, granted_by })
      assert.isBelow(Math.abs(Date.parse(first.created_at) - Date.now()), 10_000)
      const { json: { items } } = yield* by(olga, "/auth/api-keys?limit=200")
      assert.deepStrictEqual(items.find((one: any) => one.id === id).standing_consents, shown.standing_consents)

      const { json: contact } = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Gone" }) })
      const sent = yield* send(`/crm/contacts/${contact.id}`, {
        method: "DELETE", headers: { authorization: `Bearer ${key}`, "x-request-id": "relied-1", ...agent }
      })
      assert.strictEqual(sent.status, 200, sent.text)
      const [receipt] = yield* sql<any>`select consent, key_id from receipts where request_id = 'relied-1'`
      assert.deepStrictEqual(receipt, {
        consent: { standing: true, agents: true, amount_cap: 500, currency: "USD", expires_at: "2036-11-21T09:30:00.000Z" }, key_id: id
      })
      const audit = yield* sql<any>`
        select changes, audit from receipts where verb = 'set_standing_consents' and (changes->0->>'id')::bigint = ${id}`
      assert.strictEqual(audit.length, 1)
      assert.isTrue(audit[0].audit)
      assert.deepStrictEqual(audit[0].changes[0].before, { standing_consents: [] })

      yield* grant(olga, id, [{ ...consent }, { verb: "delete_deal", amount_cap: 7 }])
      const { json: { items: [kept] } } = yield* by(olga, "/auth/api-keys?limit=1")
      assert.strictEqual(kept.standing_consents[0].created_at, first.created_at, "what did not change keeps its day")
      assert.strictEqual(kept.standing_consents[1].amount_cap, 7)
    }))

  it.effect("hold for an agent's calls only where that is said, whichever way the agent is known", () =>
    Effect.gen(function*() {
      const olga = yield* person("owner")
      const plain = yield* keyOf(olga)
      const agents = yield* keyOf(olga, { agent: "ada" })
      for (const { id } of [plain, agents]) yield* grant(olga, id, [{ verb: "delete_contact", agents: false }])
      yield* within1s(404, clean(plain.key))
      assert.strictEqual(yield* clean(plain.key, agent), 428)
      assert.strictEqual(yield* clean(agents.key), 428)
      for (const { id } of [plain, agents]) yield* grant(olga, id, [{ verb: "delete_contact", agents: true }])
      yield* within1s(404, clean(agents.key))
      yield* within1s(404, clean(plain.key, agent))
    }))

  it.effect("end at their time", () =>
    Effect.gen(function*() {
      const olga = yield* person("owner")
      const { id, key } = yield* keyOf(olga)
      const until = Date.now() + 1_500
      yield* grant(olga, id, [{ verb: "delete_contact", expires_at: new Date(until).toISOString() }])
      yield* within1s(404, clean(key))
      yield* Effect.sleep(until - Date.now() + 5)
      assert.strictEqual(yield* clean(key), 428)
    }))

  it.effect("are an owner's to give, who has just shown to be one, for operations that wait for a person", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const olga = yield* person("owner")
      const { id } = yield* keyOf(olga)
      assert.strictEqual((yield* grant(yield* person("admin"), id, [])).status, 403)
      for (const [consents, field] of [
        [[{ verb: "delete_everything" }], "standing_consents[0].verb"],
        [[{ verb: "create_contact" }], "standing_consents[0].verb"],
        [[{ verb: "remove_member" }], "standing_consents[0].verb"],
        [[{ verb: "delete_contact" }, { verb: "delete_contact" }], "standing_consents[1].verb"],
        [[{ verb: "delete_contact", expires_at: "2020-01-01T00:00:00Z" }], "standing_consents[0].expires_at"],
        [[{ verb: "delete_contact", amount_cap: 0 }], "standing_consents[0].amount_cap"]
      ] as const) {
        const sent = yield* grant(olga, id, consents)
        assert.deepStrictEqual([sent.status, sent.json.details?.map(({ field }: any) => field)], [422, [field]], sent.text)
      }
      assert.strictEqual((yield* grant(olga, olga.session, [])).status, 404)
      yield* sql`update sessions set stepped_up_at = null where key_id = ${olga.session}`
      const late = yield* grant(olga, id, [{ verb: "delete_contact" }])
      assert.deepStrictEqual([late.status, late.json.code], [403, "step_up_required"])
      yield* sql`update api_keys set revoked_at = now() where id = ${id}`
      assert.strictEqual((yield* grant(olga, id, [])).status, 409)
    }))
})
