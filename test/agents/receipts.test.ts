import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { companyIds, emailOf, TestServer, json, type Key, PASSWORD, send } from "../support/test-server.ts"
import { settled } from "../support/journal.ts"
import { climbed, execute, propose } from "./consent-calls.ts"

const create = (key: Key, name: string, headers: Readonly<Record<string, string>> = {}) =>
  send("/crm/contacts", { key, method: "POST", headers, ...json({ first_name: name }) })

const list = (query: string, key: Key = "acme") =>
  Effect.map(send(`/agent/receipts${query}`, { key }), ({ json, status, text }) => {
    assert.strictEqual(status, 200, text)
    return json
  })

layer(TestServer, { excludeTestServices: true })("receipts", (it) => {
  it.effect("tell what was done, by which key and agent, for whom, in which run", () =>
    Effect.gen(function*() {
      const headers = { "x-service-agent": "ada", "x-service-agent-mode": "auto", "x-service-human-initiator": "grace", "x-service-session": "r-1" }
      const { json: made } = yield* create("acme", "Told", headers)
      yield* send(`/crm/contacts/${made.id}`, { key: "acme", method: "PATCH", headers, ...json({ notes: "changed" }) })
      yield* settled
      const { items, total } = yield* list("?session=r-1")
      assert.strictEqual(total, 2)
      const [changed, created] = items
      assert.deepStrictEqual([changed.verb, created.verb], ["update_contact", "create_contact"])
      assert.deepStrictEqual(created.actor, { agent: "ada", mode: "auto", human_initiator: "grace" })
      assert.deepInclude(created, { livemode: true, session: "r-1", consent: null })
      assert.deepInclude(created.changes[0], { object: "contact", id: made.id, before: null })
      assert.deepInclude(changed.changes[0].before, { notes: null })
      assert.deepInclude(changed.changes[0].after, { notes: "changed" })
      assert.match(changed.hash, /^[0-9a-f]{64}$/)
      assert.match(changed.payload_hash, /^[0-9a-f]{64}$/)
      assert.strictEqual(changed.sequence, created.sequence + 1)
    }))

  it.effect("of who may do what are for those who may see the audit", () =>
    Effect.gen(function*() {
      const { status, text } = yield* send("/auth/login", { method: "POST", ...json({ email: emailOf("member"), password: PASSWORD }) })
      assert.strictEqual(status, 200, text)
      yield* settled
      const seen = Effect.fnUntraced(function*(key: Key) {
        const { items, total } = yield* list("?limit=200", key)
        assert.strictEqual(items.length, total)
        return [total, items.filter(({ verb }: any) => verb === "login").length]
      })
      const [all, logins] = yield* seen("owner")
      assert.isAbove(logins!, 0)
      for (const key of ["member", "viewer"] as const) assert.deepStrictEqual(yield* seen(key), [all! - logins!, 0])
      assert.strictEqual((yield* list("?verb=login", "viewer")).total, 0)
    }))

  it.effect("are found by agent, by consent, by operation and by time", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* create("acme", "Other", { "x-service-agent": "bob" })
      const { json: last } = yield* create("acme", "Last", { "x-service-agent": "bob", "x-service-session": "r-2" })
      const bobs = yield* list("?agent=bob")
      assert.strictEqual(bobs.total, 2)
      assert.strictEqual(bobs.items[0].changes[0].id, last.id)
      assert.strictEqual((yield* list("?agent=bob&session=r-2")).total, 1)
      assert.strictEqual((yield* list("?agent=nobody")).total, 0)

      const { confirmation, consent, id } = yield* climbed
      yield* execute(id, confirmation)
      const about = yield* list(`?consent=${consent}&sort=id`)
      assert.deepStrictEqual(about.items.map(({ verb }: any) => verb), ["request_consent", "approve_consent", "delete_contact"])
      assert.deepStrictEqual(about.items.map(({ consent }: any) => [consent.id, consent.state]), [
        [consent, "proposed"], [consent, "approved"], [consent, "executed"]
      ])
      assert.strictEqual((yield* list(`?consent=${consent}&verb=approve_consent`)).total, 1)
      assert.strictEqual((yield* list(`?consent=${consent}&agent=bob`)).total, 0)
      const now = new Date().toISOString()
      assert.strictEqual((yield* list(`?created_since=${now}`)).total, 0)
      const [all] = yield* sql<{ n: number }>`select count(*) as n from receipts where company_id = ${companyIds.acme}`
      assert.strictEqual((yield* list("")).total, all!.n)
      assert.strictEqual((yield* list(`?created_since=2020-01-01T00:00:00Z`)).total, all!.n)
      yield* settled
      assert.strictEqual((yield* list("")).total, all!.n)
    }))

  it.effect("are a company's own, of all its keys", () =>
    Effect.gen(function*() {
      const { json: theirs } = yield* create("bolt", "Theirs", { "x-service-agent": "eve", "x-service-session": "r-3" })
      const { id: consent } = yield* propose(theirs.id, "cautiousBolt")
      for (const query of ["?agent=eve", "?session=r-3", `?consent=${consent}`]) {
        assert.strictEqual((yield* list(query)).total, 0)
        assert.strictEqual((yield* list(query, "bolt")).total, 1)
      }
      yield* create("acmeTest", "Trial", { "x-service-session": "r-4" })
      assert.deepInclude((yield* list("?session=r-4")).items[0], { livemode: false })
      assert.strictEqual((yield* send("/agent/receipts", { key: "scopeless" })).status, 403)
    }))

  it.effect("are found among many without reading them all", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into receipts (company_id, verb, payload_hash, changes, livemode, key_id, agent, session, request_id)
        select 3, 'create_contact', '\\x', '[]', true, 1, case when n % 1000 = 0 then '{"agent":"rare"}'::jsonb end,
          case when n % 1000 = 0 then 'rare' end, 'r' || n from generate_series(1, 20000) n`
      yield* settled
      yield* sql`analyze receipts`
      for (const query of ["?session=rare", "?agent=rare", "?limit=1", "?consent=9999999"]) {
        const begun = performance.now()
        const { total } = yield* list(query, "starter")
        assert.isBelow(performance.now() - begun, goal(500), query)
        assert.strictEqual(total, query === "?limit=1" ? 20_000 : query.startsWith("?consent") ? 0 : 20)
      }
    }))
})
