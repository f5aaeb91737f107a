import { createHash } from "node:crypto"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { hash } from "@node-rs/argon2"
import { Effect, Layer } from "effect"
import { afterAll } from "vitest"
import { OwnerSql } from "../support/database.ts"
import { at, emailOf, SecondServer, TestServerWith, json, PASSWORD, send } from "../support/test-server.ts"
import { emailsIn, emailTo } from "./post.ts"
import { within1s } from "../support/within.ts"

const dataDir = join(tmpdir(), `passwords-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const NEW = "gravel weather violin"

const post = (path: string, body: object, token?: string) =>
  send(path, { method: "POST", ...json(body), headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

const signIn = (email: string, password: string, more: object = {}) => post("/auth/login", { email, password, ...more })

const tokenOf = (email: string, password: string, more: object = {}) =>
  Effect.map(signIn(email, password, more), ({ json, status, text }): string => {
    assert.strictEqual(status, 200, text)
    return json.access_token
  })

const reads = (token: string) => Effect.map(send("/crm/contacts?limit=1", { headers: { authorization: `Bearer ${token}` } }), ({ status }) => status)

let turn = 0
/** Somebody of `acme`, with a part in `bolt` too. */
const somebody = Effect.fnUntraced(function*() {
  const sql = yield* OwnerSql
  const email = `somebody${turn++}@team.example`
  const [account] = yield* sql<{ id: number }>`
    insert into identity.accounts (email, name, password_hash, verified_at)
    select ${email}, 'Somebody Else', password_hash, now() from identity.accounts where email = ${emailOf("member")} returning id`
  for (const company_id of [1, 2]) {
    yield* sql`insert into users ${sql.insert({ company_id, email, name: "Somebody", role: "member", account_id: account!.id })}`
  }
  return { email, id: account!.id }
}, Effect.orDie)

const forgotten = Effect.fnUntraced(function*(email: string, count = 1) {
  const asked = yield* post("/auth/password/reset", { email })
  assert.strictEqual(asked.status, 202)
  return yield* emailTo(dataDir, email, count)
})

const receiptsOf = Effect.fnUntraced(function*(verb: string, account: number) {
  const sql = yield* OwnerSql
  return yield* Effect.orDie(sql<{ company_id: number; audit: boolean; changes: any }>`
    select company_id, audit, changes from receipts where verb = ${verb} and changes @> ${JSON.stringify([{ object: "account", id: account }])}::jsonb
    order by company_id`)
})

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("a forgotten password", (it) => {
  it.effect("is set anew by letter, and ends all sessions in all companies, on every process", () =>
    Effect.gen(function*() {
      const { email, id } = yield* somebody()
      const acme = yield* tokenOf(email, PASSWORD, { company_id: 1 })
      const bolt = yield* tokenOf(email, PASSWORD, { company_id: 2 })
      const bystander = yield* tokenOf(emailOf("viewer"), PASSWORD)
      const beside = yield* Layer.build(SecondServer({ dataDir }))
      assert.deepStrictEqual([yield* reads(acme), yield* reads(bolt), yield* at(beside, reads(bolt))], [200, 200, 200])

      const sql = yield* OwnerSql
      const [client] = yield* sql<{ id: number }>`
        insert into api_keys (company_id, kind, user_id, prefix, label, agent, mode, scopes, expires_at)
        select company_id, 'grant', id, '', 'Client', 'Client', 'live', '{crm:read}', now() + interval '1 day' from users
        where account_id = ${id} and company_id = 1 returning id`

      const letter = yield* forgotten(email)
      assert.strictEqual(letter.subject, "Choose a new password")
      assert.include(letter.text!, "30 minutes")
      const set = yield* post("/auth/password/reset/confirm", { token: letter.token, password: NEW })
      assert.deepStrictEqual([set.status, set.json], [200, { sessions_ended: 2 }])
      const [cut] = yield* sql<{ over: boolean }>`select revoked_at is not null as over from api_keys where company_id = 1 and id = ${client!.id}`
      assert.isTrue(cut!.over, "what acts for the account elsewhere ends too")
      for (const ended of [reads(acme), reads(bolt), at(beside, reads(bolt))]) yield* within1s(401, ended)
      assert.strictEqual(yield* reads(bystander), 200)
      assert.strictEqual((yield* signIn(email, PASSWORD)).status, 401)
      assert.strictEqual((yield* signIn(email, NEW)).status, 200)
      assert.strictEqual((yield* emailTo(dataDir, email, 2)).subject, "Your password was changed")
      const receipts = yield* receiptsOf("reset_password", id)
      assert.deepStrictEqual(receipts.map(({ audit, company_id }) => [company_id, audit]), [[1, true], [2, true]])
    }))

  it.effect("lets nobody in who shows the one before while it is being changed", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { email, id } = yield* somebody()
      const changing = sql.withTransaction(Effect.gen(function*() {
        yield* sql`select from identity.accounts where id = ${id} for update`
        yield* Effect.sleep("1 second")
        yield* sql`update identity.accounts set password_hash = ${yield* Effect.promise(() => hash(NEW))} where id = ${id}`
        yield* sql`select identity.end_sessions(${id}::bigint, 0::bigint)`
      }))
      const [, late] = yield* Effect.all([changing, Effect.delay(signIn(email, PASSWORD), "300 millis")], { concurrency: 2 })
      assert.deepStrictEqual([late.status, late.json.code], [401, "unauthorized"])
      assert.lengthOf(yield* sql`select 1 from sessions where account_id = ${id}`, 0)
      assert.strictEqual((yield* signIn(email, NEW)).status, 200)
    }))

  it.effect("is set once by each letter, and by no other once it was set", () =>
    Effect.gen(function*() {
      const { email } = yield* somebody()
      const [first, second] = [yield* forgotten(email), yield* forgotten(email, 2)]
      const confirm = (token: string) =>
        Effect.map(post("/auth/password/reset/confirm", { token, password: NEW }), ({ status }) => status)
      const many = yield* Effect.all(Array.from({ length: 10 }, () => confirm(second.token)), { concurrency: 10 })
      assert.deepStrictEqual(many.toSorted(), [200, ...Array.from({ length: 9 }, () => 401)])
      assert.deepStrictEqual([yield* confirm(first.token), yield* confirm(second.token)], [401, 401])
    }))

  it.effect("asks again for a better one without spending the link, and takes no link that is too old or of another kind", () =>
    Effect.gen(function*() {
      const { email } = yield* somebody()
      const { token } = yield* forgotten(email)
      const weak = yield* post("/auth/password/reset/confirm", { token, password: "Somebody Else 1" })
      assert.strictEqual(weak.status, 422)
      assert.strictEqual(weak.json.details[0].field, "password")
      assert.strictEqual((yield* post("/auth/verify-email", { token })).status, 401)
      const sql = yield* OwnerSql
      yield* sql`update identity.mail_tokens set expires_at = now() - interval '1 second' where purpose = 'reset'`
      assert.strictEqual((yield* post("/auth/password/reset/confirm", { token, password: NEW })).status, 401)
      yield* sql`update identity.mail_tokens set expires_at = now() + interval '1 hour' where purpose = 'reset'`
      assert.strictEqual((yield* post("/auth/password/reset/confirm", { token, password: NEW })).status, 200)
    }))

  it.effect("verifies the address, leaves two-factor authentication on, and lets who was throttled in again", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { email, id } = yield* somebody()
      yield* sql`update identity.accounts set verified_at = null, totp_confirmed_at = now(), totp_secret = 'sealed' where id = ${id}`
      for (let n = 0; n < 6; n++) yield* signIn(email, "not the password")
      assert.strictEqual((yield* signIn(email, PASSWORD)).status, 429)
      const { token } = yield* forgotten(email)
      assert.strictEqual((yield* post("/auth/password/reset/confirm", { token, password: NEW })).status, 200)
      const [account] = yield* sql`select verified_at is not null as verified, totp_confirmed_at is not null as two from identity.accounts where id = ${id}`
      assert.deepStrictEqual(account, { verified: true, two: true })
      const next = yield* signIn(email, NEW)
      assert.deepStrictEqual([next.status, next.json.code], [401, "two_factor_required"])
    }))

  it.effect("of an address without an account gets no e-mail", () =>
    Effect.gen(function*() {
      const email = "nobody@team.example"
      const asked = yield* post("/auth/password/reset", { email })
      assert.strictEqual(asked.status, 202)
      // An e-mail that was asked for later is there already.
      yield* forgotten((yield* somebody()).email)
      assert.deepStrictEqual((yield* emailsIn(dataDir)).filter(({ to }) => to.includes(email)), [])
    }))
})

const changing = join(dataDir, "changed")

layer(TestServerWith({ dataDir: changing }), { excludeTestServices: true })("a changed password", (it) => {
  const change = (token: string, current_password: string, new_password = NEW) =>
    post("/auth/password", { current_password, new_password }, token)

  it.effect("ends all other sessions, in other companies too and on a second process, and is told by letter", () =>
    Effect.gen(function*() {
      const { email, id } = yield* somebody()
      const mine = yield* tokenOf(email, PASSWORD, { company_id: 1 })
      const other = yield* tokenOf(email, PASSWORD, { company_id: 1 })
      const bolt = yield* tokenOf(email, PASSWORD, { company_id: 2 })
      const beside = yield* Layer.build(SecondServer({ dataDir: changing }))
      assert.strictEqual(yield* at(beside, reads(other)), 200)
      const changed = yield* change(mine, PASSWORD)
      assert.deepStrictEqual([changed.status, changed.json], [200, { sessions_ended: 2, connections_ended: 0 }], changed.text)
      for (const ended of [reads(other), reads(bolt), at(beside, reads(other))]) yield* within1s(401, ended)
      assert.strictEqual(yield* reads(mine), 200)
      assert.strictEqual((yield* signIn(email, NEW)).status, 200)
      const letter = yield* emailTo(changing, email)
      assert.strictEqual(letter.subject, "Your password was changed")
      const [receipt] = yield* receiptsOf("change_password", id)
      assert.deepStrictEqual([receipt!.company_id, receipt!.audit], [1, true])
    }))

  it.effect("needs the current one; wrong ones count as failed sign-ins", () =>
    Effect.gen(function*() {
      const { email } = yield* somebody()
      const token = yield* tokenOf(email, PASSWORD, { company_id: 1 })
      assert.strictEqual((yield* change(token, PASSWORD, "house somebody else")).status, 422)
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push((yield* change(token, "not the password")).status)
      assert.deepStrictEqual(statuses, [403, 403, 403, 403, 403, 429])
      assert.strictEqual((yield* signIn(email, PASSWORD)).status, 429)
      assert.strictEqual((yield* change(token, PASSWORD)).status, 429)
    }))

  it.effect("is a person's business: no key and no agent changes one", () =>
    Effect.gen(function*() {
      const no = yield* send("/auth/password", { key: "acme", method: "POST", ...json({ current_password: PASSWORD, new_password: NEW }) })
      assert.strictEqual(no.status, 403)
    }))

  it.effect("leaves no trace of either password that a dictionary could find", () =>
    Effect.gen(function*() {
      const { email, id } = yield* somebody()
      const token = yield* tokenOf(email, PASSWORD, { company_id: 1 })
      const body = { current_password: PASSWORD, new_password: NEW }
      assert.strictEqual((yield* change(token, PASSWORD)).status, 200)
      const sql = yield* OwnerSql
      const [receipt] = yield* sql<{ payload_hash: Uint8Array; changes: unknown }>`
        select payload_hash, changes from receipts where verb = 'change_password' and changes @> ${JSON.stringify([{ id }])}::jsonb`
      const hash = Buffer.from(receipt!.payload_hash).toString("hex")
      for (const parts of ["[null,null]", "[{},{}]", "[{},null]", "[null,{}]"]) {
        const text = `POST /api/v1/auth/password ${parts} ${JSON.stringify(body)}`
        assert.notStrictEqual(hash, createHash("sha256").update(text).digest("hex"), parts)
      }
    }))
})
