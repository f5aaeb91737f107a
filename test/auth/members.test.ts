import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { at, companyIds, TestServer, SecondServer, json, send } from "../support/test-server.ts"
import { within1s } from "../support/within.ts"
import { account, agreed, by, entered, type Here, person, type Person } from "./people.ts"

const list = (who: Pick<Person, "headers">, query = "?limit=200") => Effect.map(by(who, `/auth/members${query}`), ({ json }) => json.items)
const change = (who: Pick<Person, "headers">, id: number, role: string) =>
  by(who, `/auth/members/${id}`, { method: "PATCH", ...json({ role }) })
const remove = (who: Pick<Person, "headers">, id: number) => agreed(who, `/auth/members/${id}`, { method: "DELETE" })

/** A company whose only people are these, in the order of their roles: nothing else of the seed is in it. */
const owners = Effect.fnUntraced(function*(count: number): Effect.fn.Return<ReadonlyArray<Person>, never, Here> {
  const sql = yield* OwnerSql
  yield* Effect.orDie(sql`update users set role = 'viewer' where company_id = ${companyIds.bolt}`)
  return yield* Effect.all(Array.from({ length: count }, () => person("owner", "bolt")))
})

const ownersLeft = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ n: number }>`
    select count(*) as n from users where company_id = ${companyIds.bolt} and role = 'owner' and removed_at is null`
  return row!.n
}).pipe(Effect.orDie)

layer(TestServer, { excludeTestServices: true })("members", (it) => {
  it.effect("are listed to each other, with roles and two-factor authentication, without those of other companies", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const vera = yield* person("viewer")
      const otto = yield* person("owner", "bolt")
      yield* sql`update identity.accounts set totp_secret = 'x', totp_confirmed_at = now() where id = ${vera.account}`
      const before = (yield* list(vera)).find((one: any) => one.id === vera.user)
      assert.deepInclude(before, { email: vera.email, name: "Person", role: "viewer", signs_in: true, two_factor: true })
      yield* sql`update api_keys set last_used_at = '2026-11-21T09:30:00Z' where id = ${vera.session}`
      const found = (yield* list(vera, "?role=viewer&limit=200")).find((one: any) => one.id === vera.user)
      assert.strictEqual(found.last_seen_at, "2026-11-21T09:30:00.000Z")
      assert.notInclude((yield* list(vera)).map(({ id }: any) => id), otto.user)
      assert.strictEqual((yield* send("/auth/members", { key: "acme" })).status, 403)
    }))

  it.effect("get other roles, which hold in their sessions within a second everywhere", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const beside = yield* Layer.build(SecondServer())
      const ada = yield* person("admin")
      const max = yield* person("viewer")
      const write = Effect.map(by(max, "/crm/contacts", { method: "POST", ...json({ first_name: "New" }) }), ({ status }) => status)
      assert.deepStrictEqual([yield* write, yield* at(beside, write)], [403, 403])
      const changed = yield* by(ada, `/auth/members/${max.user}`, {
        method: "PATCH", headers: { "x-request-id": "raise-1" }, ...json({ role: "member" })
      })
      assert.deepStrictEqual([changed.status, changed.json.role], [200, "member"], changed.text)
      yield* within1s(201, write)
      yield* within1s(201, at(beside, write))
      const [receipt] = yield* sql<any>`select verb, audit, changes from receipts where request_id = 'raise-1'`
      assert.deepInclude(receipt, { verb: "update_member", audit: true })
      assert.deepStrictEqual([receipt.changes[0].before, receipt.changes[0].after], [{ role: "viewer" }, { role: "member" }])
      assert.strictEqual((yield* change(ada, max.user, "viewer")).status, 200)
      yield* within1s(403, at(beside, write))
    }))

  it.effect("are not changed by those below them, nor raised above whoever does it", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const olga = yield* person("owner")
      const max = yield* person("member")
      for (const sent of [
        yield* change(ada, olga.user, "viewer"), yield* change(ada, max.user, "owner"), yield* change(ada, ada.user, "owner"),
        yield* remove(ada, olga.user), yield* change(max, max.user, "admin")
      ]) assert.deepStrictEqual([sent.status, sent.json.code], [403, "forbidden"], sent.text)
      assert.strictEqual((yield* change(olga, max.user, "owner")).status, 200)
      assert.strictEqual((yield* change(olga, max.user, "viewer")).status, 200)
      assert.strictEqual((yield* change(yield* person("owner", "bolt"), max.user, "admin")).status, 404)
      assert.strictEqual((yield* change(olga, 999_999_999, "admin")).status, 404)
    }))

  it.effect("always have an owner who can sign in", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [olga] = yield* owners(1)
      yield* sql`insert into users ${sql.insert({ company_id: companyIds.bolt, email: "paper@x.example", name: "Paper", role: "owner" })}`
      const down = yield* change(olga!, olga!.user, "admin")
      assert.deepStrictEqual([down.status, down.json.code], [409, "conflict"], down.text)
      const gone = yield* remove(olga!, olga!.user)
      assert.deepStrictEqual([gone.status, gone.json.code], [409, "conflict"], gone.text)
      assert.strictEqual((yield* change(olga!, olga!.user, "owner")).status, 200)
      yield* sql`delete from users where email = 'paper@x.example'`
    }))

  it.effect("keep one owner when owners put each other or themselves down at the same moment", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 8; round++) {
        const [a, b] = yield* owners(2)
        const sent = yield* Effect.all(
          round % 2 === 0
            ? [change(a!, b!.user, "viewer"), change(b!, a!.user, "viewer")]
            : [change(a!, a!.user, "admin"), change(b!, b!.user, "admin")],
          { concurrency: "unbounded" }
        )
        assert.strictEqual(yield* ownersLeft, 1, sent.map(({ text }) => text).join())
        assert.strictEqual(sent.filter(({ status }) => status === 200).length, 1)
      }
      const people = yield* owners(5)
      const proposals = yield* Effect.all(people.map((who) => by(who, `/auth/members/${who.user}`, { method: "DELETE" })))
      const approvals = yield* Effect.all(people.map((who, n) => by(who, `/agent/consents/${proposals[n]!.json.consent.id}/approve`, { method: "POST" })))
      const left = yield* Effect.all(
        people.map((who, n) => by(who, `/auth/members/${who.user}`, { method: "DELETE", headers: { "x-service-confirmation": approvals[n]!.json.confirmation } })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* ownersLeft, 1, left.map(({ text }) => text).join())
      assert.deepStrictEqual(left.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 409])
    }))

  it.effect("who are removed open nothing any more, in this company", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const beside = yield* Layer.build(SecondServer())
      const olga = yield* person("owner")
      const { email } = yield* account({ acme: "admin", bolt: "member" })
      const here = yield* entered(email, "acme")
      const there = yield* entered(email, "bolt")
      const { json: key } = yield* by(here, "/auth/api-keys", { method: "POST", ...json({ label: "Left", mode: "live", scopes: ["crm:read"] }) })
      const { json: contact } = yield* by(here, "/crm/contacts", { method: "POST", ...json({ first_name: "Kept", owner_id: here.user }) })
      yield* sql`insert into invitations ${
        sql.insert({ company_id: companyIds.acme, email: `by${here.user}@x.example`, role: "viewer", invited_by: here.user, expires_at: "2036-01-01T00:00:00Z" })
      }`
      const ask = Effect.map(by(here, "/crm/contacts?limit=1"), ({ status }) => status)
      assert.deepStrictEqual([yield* ask, yield* at(beside, ask)], [200, 200])

      const sent = yield* remove(olga, here.user)
      assert.deepStrictEqual([sent.status, sent.json.id], [200, here.user], sent.text)
      yield* within1s(401, ask)
      yield* within1s(401, at(beside, ask))
      assert.strictEqual((yield* by(there, "/crm/contacts?limit=1")).status, 200)
      assert.notInclude((yield* list(olga)).map(({ id }: any) => id), here.user)
      const login = yield* send("/auth/login", {
        method: "POST", ...json({ email, password: "correct horse battery staple", company_id: companyIds.acme })
      })
      assert.strictEqual(login.status, 401, login.text)

      assert.strictEqual((yield* send("/crm/contacts?limit=1", { headers: { authorization: `Bearer ${key.key}` } })).status, 200)
      const { json: { items } } = yield* by(olga, "/auth/api-keys?limit=200")
      assert.deepStrictEqual(items.find(({ id }: any) => id === key.id).created_by, { id: here.user, name: "Person" })
      assert.strictEqual((yield* send(`/crm/contacts/${contact.id}`, { key: "acme" })).json.owner_id, here.user)
      const { json: invitations } = yield* by(olga, "/auth/invitations?limit=200")
      assert.notInclude(invitations.items.map(({ email }: any) => email), `by${here.user}@x.example`)
      assert.strictEqual((yield* remove(olga, here.user)).status, 404)

      /* Back in, the sessions of before stay ended. */
      yield* sql`update users set removed_at = null where id = ${here.user} and company_id = ${companyIds.acme}`
      yield* Effect.sleep("300 millis")
      assert.strictEqual(yield* ask, 401)
    }))

  it.effect("who are removed are given nothing to look after", () =>
    Effect.gen(function*() {
      const olga = yield* person("owner")
      const max = yield* person("member")
      assert.strictEqual((yield* remove(olga, max.user)).status, 200)
      for (const [path, body, field] of [
        ["/crm/contacts", { first_name: "New", owner_id: max.user }, "owner_id"],
        ["/crm/deals", { title: "New", amount: 100, owner_id: max.user }, "owner_id"],
        ["/crm/tasks", { title: "New", assignee_id: max.user }, "assignee_id"]
      ] as const) {
        const sent = yield* send(path, { key: "acme", method: "POST", ...json(body) })
        assert.deepStrictEqual([sent.status, sent.json.details?.map(({ field }: any) => field)], [422, [field]], sent.text)
      }
      const csv = yield* send(`/crm/contacts/import?dry_run=true`, {
        key: "acme", method: "POST", headers: { "content-type": "text/csv" }, body: `first_name,owner_id\nNew,${max.user}\n`
      })
      assert.strictEqual(csv.status, 202, csv.text)
      const report = yield* send(`/crm/imports/${csv.json.id}`, { key: "acme" }).pipe(
        Effect.delay("50 millis"), Effect.repeat({ until: ({ json }) => json.state === "completed" }), Effect.timeout("90 seconds")
      )
      assert.strictEqual(report.json.rejected, 1, report.text)
      assert.include(report.json.rejected_rows[0].reason, "owner_id")
    }))
})
