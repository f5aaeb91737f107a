import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServerWith, json, PASSWORD, send } from "../support/test-server.ts"
import { invited } from "./inviting.ts"
import { account, by, entered, type Here, person, type Person } from "./people.ts"
import { emailsIn, emailTo } from "./post.ts"

const dataDir = join(tmpdir(), `invitations-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

let turn = 0
const address = () => `grace${turn++}@navy.example`

const newcomer = { name: "Grace Hopper", password: "a ship in port is safe" }

const invite = (who: Pick<Person, "headers">, email: string, role = "member", headers: Readonly<Record<string, string>> = {}) =>
  by(who, "/auth/members", { method: "POST", headers, ...json({ email, role }) })

const accept = (token: string, more: object = newcomer) => send("/auth/invitations/accept", { method: "POST", ...json({ token, ...more }) })

const open = (who: Person) => Effect.map(by(who, "/auth/invitations?limit=200"), ({ json }): ReadonlyArray<any> => json.items)

/** An invitation that was sent: its id, and the token of its letter. */
const sent = Effect.fnUntraced(function*(who: Person, email: string, role = "member", emails = 1): Effect.fn.Return<
  { readonly id: number; readonly token: string }, never, Here
> {
  const made = yield* invite(who, email, role)
  assert.strictEqual(made.status, 201, made.text)
  const { token } = yield* emailTo(dataDir, email, emails)
  return { id: made.json.id, token }
})

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("invitations", (it) => {
  it.effect("are refused to no address for e-mails that only those get who have an account, nor keep those from them", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const known = (yield* account({ bolt: "member" })).email
      const forget = (email: string) => send("/auth/password/reset", { method: "POST", ...json({ email }) })
      for (const email of [known, address()]) {
        for (let n = 0; n < 6; n++) assert.strictEqual((yield* forget(email)).status, 202)
        const answers: Array<number> = []
        for (let n = 0; n < 6; n++) answers.push((yield* invite(ada, email)).status)
        assert.deepStrictEqual(answers, [201, 201, 201, 201, 201, 429], email)
      }
      const other = (yield* account({ bolt: "member" })).email
      for (let n = 0; n < 5; n++) assert.strictEqual((yield* invite(ada, other)).status, 201)
      yield* forget(other)
      yield* emailTo(dataDir, other, 6)
      /* Runs of two kinds sent them, so either may come last. */
      const links = (yield* emailsIn(dataDir)).filter(({ to }) => to.includes(other)).map(({ link }) => link)
      assert.lengthOf(links.filter((link) => link.endsWith("/dashboard/reset?token=")), 1)
    }))

  it.effect("bring somebody new into the company, signed in and verified", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const email = address()
      const made = yield* invite(ada, email.toUpperCase(), "viewer", { "x-request-id": "invite-1" })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { email, role: "viewer", invited_by: { id: ada.user, name: "Person" } })
      const days = (Date.parse(made.json.expires_at) - Date.now()) / 86_400_000
      assert.isTrue(days > 6.9 && days <= 7, `${days}`)
      assert.deepInclude(yield* open(ada), made.json)

      const letter = yield* emailTo(dataDir, email)
      assert.match(letter.link, /\/dashboard\/invitation\?token=$/)
      assert.include(letter.text ?? "", "Person")
      const told = yield* sql<any>`select verb, audit, changes::text as changes from receipts where request_id = 'invite-1'`
      assert.deepStrictEqual(told.map(({ audit, verb }) => [verb, audit]), [["invite_member", true]])
      const [kept] = yield* sql<{ n: number }>`
        select (select count(*) from receipts r where r::text like ${`%${letter.token}%`})
          + (select count(*) from workflow_runs w where w::text like ${`%${letter.token}%`})
          + (select count(*) from invitations i where i::text like ${`%${letter.token}%`}) as n`
      assert.strictEqual(kept!.n, 0)

      const joined = yield* accept(letter.token)
      assert.strictEqual(joined.status, 200, joined.text)
      assert.deepInclude(joined.json.user, { email, name: "Grace Hopper", role: "viewer", company_id: companyIds.acme, email_verified: true })
      assert.strictEqual((yield* by({ headers: { authorization: `Bearer ${joined.json.access_token}` } }, "/crm/contacts?limit=1")).status, 200)
      assert.notInclude((yield* open(ada)).map(({ email }) => email), email)
      const receipts = yield* sql<any>`
        select key_id, audit, changes from receipts where verb = 'accept_invitation' and changes::text like ${`%${email}%`}`
      assert.strictEqual(receipts.length, 1)
      assert.deepInclude(receipts[0], { key_id: 0, audit: true })
      assert.notInclude(JSON.stringify(receipts[0].changes), newcomer.password)
      assert.strictEqual((yield* accept(letter.token)).status, 401)
      const again = yield* send("/auth/login", { method: "POST", ...json({ email, password: newcomer.password }) })
      assert.strictEqual(again.status, 200, again.text)
      const member = yield* invite(ada, email)
      assert.deepStrictEqual([member.status, member.json.code], [409, "conflict"])
    }))

  it.effect("are good once, however many try at the same moment", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { email, token } = yield* invited("acme")
      const answers = yield* Effect.all(Array.from({ length: 12 }, () => accept(token)), { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join())
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 200 && status !== 401 && status !== 409 && status !== 503), [])
      const [row] = yield* sql<{ n: number }>`select count(*) as n from users where email = ${email}`
      assert.strictEqual(row!.n, 1)
    }))

  it.effect("are not sent above one's own role, nor by members, nor by a company of the lowest tier", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const above = yield* invite(ada, address(), "owner")
      assert.deepStrictEqual([above.status, above.json.code], [403, "forbidden"], above.text)
      assert.strictEqual((yield* invite(yield* person("member"), address())).status, 403)
      const low = yield* invite(yield* person("owner", "cheap"), address())
      assert.deepStrictEqual([low.status, low.json.upgrade_to], [403, "builder"])
      const olga = yield* person("owner")
      const email = address()
      assert.strictEqual((yield* invite(olga, email, "owner")).status, 201)
      assert.strictEqual((yield* invite(ada, email, "viewer")).status, 403, "an owner's word stands")
      assert.strictEqual((yield* by(ada, "/auth/members", { method: "POST", ...json({ email: "nobody", role: "member" }) })).status, 422)
    }))

  it.effect("are renewed: the newest letter counts, with its role", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const email = address()
      const first = yield* sent(ada, email, "viewer")
      const second = yield* sent(ada, email, "admin", 2)
      assert.strictEqual(second.id, first.id)
      assert.notStrictEqual(second.token, first.token)
      assert.strictEqual((yield* accept(first.token)).status, 401)
      const { json } = yield* accept(second.token)
      assert.strictEqual(json.user.role, "admin")
    }))

  it.effect("under one Idempotency-Key send one letter", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const email = address()
      const key = { "idempotency-key": `invite-${email}` }
      const answers = [yield* invite(ada, email, "member", key), yield* invite(ada, email, "member", key)]
      assert.deepStrictEqual(answers.map(({ status }) => status), [201, 201])
      assert.strictEqual(answers[1]!.headers.get("idempotent-replayed"), "true")
      const [row] = yield* sql<{ n: number }>`
        select count(*) as n from workflow_runs where workflow = 'auth.letter' and (payload->>'invitation_id')::bigint = ${answers[0]!.json.id}`
      assert.strictEqual(row!.n, 1)
    }))

  it.effect("are withdrawn, run out, and end with whoever sent them", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const olga = yield* person("owner")
      const { id, token } = yield* sent(olga, address())
      const withdrawn = yield* by(olga, `/auth/invitations/${id}`, { method: "DELETE" })
      assert.deepStrictEqual([withdrawn.status, withdrawn.json.id], [200, id], withdrawn.text)
      assert.strictEqual((yield* accept(token)).status, 401)
      assert.strictEqual((yield* by(olga, `/auth/invitations/${id}`, { method: "DELETE" })).status, 404)

      const late = yield* invited("acme")
      yield* sql`update invitations set expires_at = now() where id = ${late.id}`
      assert.strictEqual((yield* accept(late.token)).status, 401)
      assert.include((yield* open(olga)).map(({ id }) => id), late.id, "to be renewed")
      for (const nonsense of ["x", "A".repeat(43)]) assert.strictEqual((yield* accept(nonsense)).status, 401)

      const ada = yield* person("admin")
      const high = yield* sent(ada, address(), "admin")
      const low = yield* sent(ada, address(), "viewer")
      yield* by(olga, `/auth/members/${ada.user}`, { method: "PATCH", ...json({ role: "member" }) })
      assert.strictEqual((yield* accept(high.token)).status, 401)
      assert.strictEqual((yield* accept(low.token)).status, 200)
      const stranger = yield* person("owner", "bolt")
      assert.strictEqual((yield* by(stranger, `/auth/invitations/${late.id}`, { method: "DELETE" })).status, 404)
    }))

  it.effect("of somebody with an account take their password or their session, and nobody else's", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const { email, id } = yield* account({ bolt: "member" })
      const { token } = yield* sent(ada, email, "member")
      const there = yield* entered(email, "bolt")
      const access_token = there.headers.authorization.slice("Bearer ".length)
      const other = ada.headers.authorization.slice("Bearer ".length)
      for (const [more, status] of [
        [{}, 401], [newcomer, 401], [{ password: "another password altogether" }, 401], [{ access_token: other }, 403],
        [{ access_token: "eyJ.x.y" }, 401]
      ] as const) assert.strictEqual((yield* accept(token, more)).status, status, JSON.stringify(more))
      const joined = yield* accept(token, { access_token })
      assert.deepStrictEqual([joined.status, joined.json.user?.account_id, joined.json.user?.company_id], [200, id, companyIds.acme], joined.text)
      assert.strictEqual((yield* by(there, "/crm/contacts?limit=1")).status, 200)

      const { email: next } = yield* account({ bolt: "member" })
      const { token: second } = yield* sent(ada, next, "viewer")
      assert.strictEqual((yield* accept(second, { password: PASSWORD })).json.user.role, "viewer")
    }))

  it.effect("do not help to guess a password", () =>
    Effect.gen(function*() {
      const { email } = yield* account({ bolt: "member" })
      const { token } = yield* invited("acme", { email })
      const statuses: Array<number> = []
      for (let n = 0; n < 7; n++) statuses.push((yield* accept(token, { password: `a guess, the ${n}th of many` })).status)
      assert.deepStrictEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
    }))

  it.effect("ask the newcomer for a name and a password that is not easily guessed", () =>
    Effect.gen(function*() {
      const { email, token } = yield* invited("acme")
      for (const [more, status, field] of [
        [{}, 400, "name"], [{ name: "Grace" }, 400, "password"], [{ name: "Grace", password: "short" }, 422, "password"],
        [{ name: "Grace", password: email }, 422, "password"]
      ] as const) {
        const answer = yield* accept(token, more)
        assert.deepStrictEqual([answer.status, answer.json.details?.[0]?.field], [status, field], answer.text)
        assert.notInclude(answer.text, "short")
      }
      assert.strictEqual((yield* accept(token)).status, 200)
    }))

  it.effect("take an address back from whoever signed up with it and never verified it", () =>
    Effect.gen(function*() {
      const email = address()
      const early = yield* send("/auth/signup", {
        method: "POST", ...json({ email, password: "an attacker chose this", name: "Mallory", company_name: "Mallory & Sons" })
      })
      assert.strictEqual(early.status, 202, early.text)
      const { token } = yield* invited("acme", { email })
      assert.strictEqual((yield* accept(token, { password: "an attacker chose this" })).status, 400)
      const joined = yield* accept(token)
      assert.strictEqual(joined.status, 200, joined.text)
      assert.strictEqual(joined.json.user.name, "Grace Hopper")
      const login = (password: string) => Effect.map(send("/auth/login", { method: "POST", ...json({ email, password }) }), ({ status }) => status)
      assert.deepStrictEqual([yield* login("an attacker chose this"), yield* login(newcomer.password)], [401, 200])
    }))

  it.effect("bring back somebody who was removed, as who they were", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const max = yield* person("member")
      yield* sql`update users set removed_at = now() where id = ${max.user}`
      const { token } = yield* sent(ada, max.email, "viewer")
      const { json: back } = yield* accept(token, { password: PASSWORD })
      assert.deepInclude(back.user, { id: max.user, role: "viewer" })
    }))
})
