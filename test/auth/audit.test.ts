import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, json, type Key, send } from "../support/test-server.ts"
import { settled } from "../support/journal.ts"
import { by, person } from "./people.ts"
import { audited, tryLogin } from "./signing.ts"
import { within1s } from "../support/within.ts"

const audit = (query = "", key: Key = "acme") =>
  Effect.map(send(`/auth/audit${query}`, { key }), ({ json, status, text }) => {
    assert.strictEqual(status, 200, text)
    return json
  })

layer(TestServer, { excludeTestServices: true })("the audit", (it) => {
  it.effect("tells who did what to whom, newest first, and nothing of everyday work", () =>
    Effect.gen(function*() {
      const since = new Date().toISOString()
      const ada = yield* person("admin")
      const max = yield* person("member")
      yield* by(ada, `/auth/members/${max.user}`, { method: "PATCH", ...json({ role: "viewer" }) })
      const { json: key } = yield* by(ada, "/auth/api-keys", { method: "POST", ...json({ label: "Shop", mode: "live", scopes: ["crm:read"] }) })
      yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Everyday" }) })
      yield* settled
      const { items, total } = yield* audit(`?since=${since}`)
      assert.deepStrictEqual(items.map(({ verb }: any) => verb), ["create_api_key", "update_member", "login", "login"])
      assert.strictEqual(total, 4)
      const [made, changed, second] = items
      assert.strictEqual(made.key_id, ada.session)
      assert.deepInclude(made.changes[0], { object: "api_key", id: key.id, before: null })
      assert.deepStrictEqual([changed.changes[0].before, changed.changes[0].after], [{ role: "member" }, { role: "viewer" }])
      assert.strictEqual(second.key_id, max.session)
      assert.match(made.hash, /^[0-9a-f]{64}$/)
      assert.strictEqual(made.sequence, changed.sequence + 1)
      assert.notInclude(JSON.stringify(items), key.key)

      assert.deepStrictEqual((yield* audit(`?key_id=${ada.session}&verb=update_member`)).items.map(({ id }: any) => id), [changed.id])
      assert.strictEqual((yield* audit(`?key_id=${max.session}&since=${since}`)).total, 1)
      assert.strictEqual((yield* audit("?verb=create_contact")).total, 0)
      const page = yield* audit(`?since=${since}&limit=3`)
      assert.deepStrictEqual([page.has_more, page.total], [true, 4])
      assert.deepStrictEqual((yield* audit(`?since=${since}&limit=3&cursor=${page.next_cursor}`)).items.map(({ id }: any) => id), [items[3].id])
    }))

  it.effect("tells of what nobody was signed in for, which stands in no list of receipts", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      assert.strictEqual((yield* tryLogin("member", { password: "not the password at all" })).status, 401)
      yield* audited("login_failed", 1)
      for (let n = 0; n < 2; n++) {
        const { items: [failed], total } = yield* audit("?verb=login_failed")
        assert.deepStrictEqual([failed.key_id, total], [null, 1])
        const receipts = yield* send("/agent/receipts?limit=200", { key: "acme" })
        assert.strictEqual(receipts.status, 200, receipts.text)
        assert.notInclude(receipts.json.items.map(({ verb }: any) => verb), "login_failed")
        const [row] = yield* sql<{ n: number }>`select count(*) as n from receipts where company_id = ${companyIds.acme} and key_id <> 0`
        assert.strictEqual(receipts.json.total, row!.n)
        assert.strictEqual((yield* send("/agent/receipts?verb=login_failed", { key: "acme" })).json.total, 0)
        yield* settled
      }
    }))

  it.effect("is a company's own, for those who answer for it, from the professional tier on", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* person("viewer", "bolt")
      const theirs = yield* audit("?limit=200", "bolt")
      assert.isAbove(theirs.total, 0)
      const ours = (yield* audit("?limit=200")).items.map(({ id }: any) => id)
      for (const { id } of theirs.items) assert.notInclude(ours, id)
      assert.strictEqual((yield* audit("", "admin")).total, (yield* audit()).total)
      for (const key of ["member", "scopeless"] as const) {
        const sent = yield* send("/auth/audit", { key })
        assert.deepStrictEqual([sent.status, sent.json.scope], [403, "audit:read"])
      }
      yield* sql`update companies set tier = 'builder' where id = ${companyIds.bolt}`
      yield* within1s(403, Effect.map(send("/auth/audit", { key: "bolt" }), ({ status }) => status))
      const low = yield* send("/auth/audit", { key: "bolt" })
      assert.deepStrictEqual([low.status, low.json.upgrade_to], [403, "professional"])
    }))
})
