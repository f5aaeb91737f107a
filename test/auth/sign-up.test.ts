import { createHash } from "node:crypto"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import canonicalize from "canonicalize"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { OwnerSql } from "../support/database.ts"
import { emailOf, TestServerWith, json, PASSWORD, send } from "../support/test-server.ts"
import { faultsOfChain, settled } from "../support/journal.ts"
import { emailsIn, emailTo } from "./post.ts"

const dataDir = join(tmpdir(), `sign-up-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

let turn = 0
const address = () => `grace${turn++}@navy.example`

const form = (email: string, more: object = {}) =>
  ({ email, password: "a ship in port is safe", name: "Grace Hopper", company_name: "Cobol & Sons", ...more })

const post = (path: string, body: object, headers: Record<string, string> = {}) => send(path, { method: "POST", ...json(body), headers })

const count = Effect.fnUntraced(function*(table: string, where: string) {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql.unsafe<{ n: number }>(`select count(*) as n from ${table} where ${where}`))
  return Number(row!.n)
})

const signIn = (email: string, password: string) => post("/auth/login", { email, password })

/** An e-mail to somebody else, asked for now and there: those asked for earlier are there too. */
const laterLetter = Effect.suspend(() => {
  const email = address()
  return Effect.andThen(post("/auth/signup", form(email)), emailTo(dataDir, email))
})

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("signing up", (it) => {
  it.effect("makes an account, a company with its pipeline and an owner, who signs in once the address is verified", () =>
    Effect.gen(function*() {
      const email = address()
      const asked = yield* post("/auth/signup", form(email.toUpperCase(), { industry: "dental", currency: "NOK", time_zone: "Europe/Oslo" }))
      assert.strictEqual(asked.status, 202, asked.text)
      assert.strictEqual(asked.json.email, email)
      const early = yield* signIn(email, "a ship in port is safe")
      assert.strictEqual(early.status, 403)
      assert.match(early.json.message, /Verify/)

      const letter = yield* emailTo(dataDir, email)
      assert.strictEqual(letter.subject, "Confirm your e-mail address")
      assert.match(letter.link, /^http:\/\/127\.0\.0\.1:\d+\/dashboard\/verify\?token=$/)
      const verified = yield* post("/auth/verify-email", { token: letter.token })
      assert.deepStrictEqual([verified.status, verified.json], [200, { email, email_verified: true }])
      const signedIn = yield* signIn(email, "a ship in port is safe")
      assert.strictEqual(signedIn.status, 200, signedIn.text)
      assert.strictEqual(signedIn.json.user.role, "owner")

      const headers = { authorization: `Bearer ${signedIn.json.access_token}` }
      const pipelines = yield* send("/crm/pipelines", { headers })
      assert.strictEqual(pipelines.json.items[0].name, "Sales")
      const sql = yield* OwnerSql
      const [company] = yield* sql`select name, tier, industry, currency, time_zone, demo from companies where id = ${signedIn.json.user.company_id}`
      assert.deepStrictEqual(company, {
        name: "Cobol & Sons", tier: "starter", industry: "dental", currency: "NOK", time_zone: "Europe/Oslo", demo: false
      })

      yield* settled
      const receipts = yield* sql<{ verb: string; audit: boolean; changes: unknown }>`
        select verb, audit, changes from receipts where company_id = ${signedIn.json.user.company_id} order by id`
      assert.deepStrictEqual(receipts.map(({ audit, verb }) => [verb, audit]), [["sign_up", true], ["verify_email", true], ["login", true]])
      assert.notInclude(JSON.stringify(receipts), "ship in port")
      assert.deepStrictEqual((yield* faultsOfChain(signedIn.json.user.company_id)).faults, [])
    }))

  it.effect("says the same of an address that has an account, whose owner is told by letter and nothing else", () =>
    Effect.gen(function*() {
      const known = emailOf("member")
      const companies = yield* count("companies", "true")
      const asked = yield* post("/auth/signup", form(known))
      const fresh = address()
      const other = yield* post("/auth/signup", form(fresh))
      assert.strictEqual(asked.status, 202)
      assert.deepStrictEqual({ ...asked.json, email: "" }, { ...other.json, email: "" })
      assert.deepStrictEqual([...asked.headers.keys()], [...other.headers.keys()])
      const letter = yield* emailTo(dataDir, known)
      assert.strictEqual(letter.subject, "You already have an account")
      assert.strictEqual(letter.token, "")
      assert.strictEqual(yield* count("companies", "true"), companies + 1)
      assert.strictEqual((yield* signIn(known, PASSWORD)).status, 200)
    }))

  it.effect("takes as long for known addresses as for others", () =>
    Effect.gen(function*() {
      const timed = Effect.fnUntraced(function*(path: string, body: object) {
        const began = performance.now()
        assert.strictEqual((yield* post(path, body)).status, 202)
        return performance.now() - began
      })
      const middle = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[times.length >> 1]!
      for (const path of ["/auth/signup", "/auth/password/reset", "/auth/verify-email/resend"]) {
        const body = (email: string) => path === "/auth/signup" ? form(email) : { email }
        const times = { known: [] as Array<number>, unknown: [] as Array<number> }
        const far = () => Math.abs(middle(times.known) - middle(times.unknown)) >= 0.35 * Math.max(middle(times.known), middle(times.unknown))
        /* In turns, so that what else the machine does falls on both alike; more of them where it did not. */
        for (let round = 0; round === 0 || round < 4 && far(); round++) {
          for (let n = 0; n < 8; n++) {
            times.known.push(yield* timed(path, body(emailOf("admin"))))
            times.unknown.push(yield* timed(path, body(address())))
          }
        }
        assert.isAtLeast(Math.min(middle(times.known), middle(times.unknown)), 150)
        assert.isFalse(far(), `${path}: ${middle(times.known)} and ${middle(times.unknown)} ms`)
      }
    }))

  it.effect("replaces nothing when an address signs up again before it is verified", () =>
    Effect.gen(function*() {
      const email = address()
      yield* post("/auth/signup", form(email))
      const first = yield* emailTo(dataDir, email)
      yield* post("/auth/signup", form(email, { name: "Somebody Else", company_name: "Other" }))
      const second = yield* emailTo(dataDir, email, 2)
      assert.strictEqual(second.subject, "Confirm your e-mail address")
      assert.notStrictEqual(second.messageId, first.messageId)
      assert.strictEqual(yield* count("users", `email = '${email}'`), 1)
      assert.strictEqual(yield* count("identity.accounts", `email = '${email}' and name = 'Grace Hopper'`), 1)
    }))

  it.effect("lets nobody's password in that they did not choose: the second of two who sign up with an address chooses anew", () =>
    Effect.gen(function*() {
      const email = address()
      yield* post("/auth/signup", form(email, { password: "chosen by an intruder" }))
      yield* emailTo(dataDir, email)
      yield* post("/auth/signup", form(email, { password: "chosen by its owner" }))
      const letter = yield* emailTo(dataDir, email, 2)
      assert.strictEqual(letter.subject, "Finish signing up")
      assert.match(letter.link, /\/dashboard\/reset\?token=$/)
      assert.strictEqual((yield* post("/auth/verify-email", { token: letter.token })).status, 401)
      assert.strictEqual((yield* post("/auth/password/reset/confirm", { token: letter.token, password: "chosen by its owner" })).status, 200)
      assert.strictEqual((yield* signIn(email, "chosen by an intruder")).status, 401)
      assert.strictEqual((yield* signIn(email, "chosen by its owner")).status, 200)
    }))

  it.effect("writes at most five e-mails an hour to one address, and says nothing of it", () =>
    Effect.gen(function*() {
      const email = address()
      yield* post("/auth/signup", form(email))
      for (let n = 0; n < 8; n++) assert.strictEqual((yield* post("/auth/verify-email/resend", { email })).status, 202)
      yield* emailTo(dataDir, email, 5)
      yield* laterLetter
      assert.strictEqual((yield* emailsIn(dataDir)).filter(({ to }) => to.includes(email)).length, 5)
    }))

  it.effect("is done once under an Idempotency-Key", () =>
    Effect.gen(function*() {
      const email = address()
      const key = { "idempotency-key": crypto.randomUUID() }
      const first = yield* post("/auth/signup", form(email), key)
      const again = yield* post("/auth/signup", form(email), key)
      assert.deepStrictEqual([first.status, again.status, again.text], [202, 202, first.text])
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.strictEqual((yield* post("/auth/signup", form(email, { name: "Other" }), key)).status, 409)
      assert.strictEqual((yield* post("/auth/signup", form(email, { password: "another password" }), key)).status, 409)
      const sql = yield* OwnerSql
      const [kept] = yield* sql<{ fingerprint: Uint8Array }>`select fingerprint from idempotency_keys where key = ${key["idempotency-key"]}`
      const guess = createHash("sha256").update(`POST /api/v1/auth/signup [null,null] ${canonicalize(form(email))}`).digest()
      assert.notStrictEqual(Buffer.compare(kept!.fingerprint, guess), 0)
      yield* emailTo(dataDir, email)
      yield* laterLetter
      assert.strictEqual((yield* emailsIn(dataDir)).filter(({ to }) => to.includes(email)).length, 1)
    }))

  it.effect("makes one account and one company of fifty sign-ups at once", () =>
    Effect.gen(function*() {
      const email = address()
      const all = yield* Effect.all(Array.from({ length: 50 }, () => post("/auth/signup", form(email, { company_name: "Fifty" }))), { concurrency: 50 })
      assert.deepStrictEqual([...new Set(all.map(({ status }) => status))], [202])
      assert.strictEqual(yield* count("identity.accounts", `email = '${email}'`), 1)
      assert.strictEqual(yield* count("companies", "name = 'Fifty'"), 1)
      yield* emailTo(dataDir, email, 5)
      yield* laterLetter
      assert.strictEqual((yield* emailsIn(dataDir)).filter(({ to }) => to.includes(email)).length, 5)
    }))

  it.effect("takes no weak password, and tells why without repeating it", () =>
    Effect.gen(function*() {
      for (const password of ["aaaaaaaaaaaaaaa", "Grace Hopper 1906", "cobol & sons!", "1234567890123"]) {
        const email = address()
        const no = yield* post("/auth/signup", form(email, { password }))
        assert.strictEqual(no.status, 422, password)
        assert.strictEqual(no.json.details[0].field, "password")
        assert.notInclude(no.text, password)
        assert.strictEqual(yield* count("identity.accounts", `email = '${email}'`), 0)
      }
      assert.strictEqual((yield* post("/auth/signup", form(address(), { time_zone: "Mars/Olympus" }))).status, 422)
      assert.strictEqual((yield* post("/auth/signup", form(address(), { currency: "XYZ" }))).status, 422)
    }))

  it.effect("takes no token that was used, is too old, is not whole, or was made for something else", () =>
    Effect.gen(function*() {
      const verify = (token: string) => Effect.map(post("/auth/verify-email", { token }), ({ json, status }) => [status, json.code])
      const refused = [401, "unauthorized"]
      const email = address()
      yield* post("/auth/signup", form(email))
      const { token } = yield* emailTo(dataDir, email)
      assert.deepStrictEqual(yield* verify(`${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`), refused)
      assert.deepStrictEqual(yield* verify(token.slice(0, -1)), refused)
      assert.deepStrictEqual(yield* verify(`${token}A`), refused)
      assert.strictEqual((yield* post("/auth/password/reset/confirm", { token, password: "a ship in port is safe" })).status, 401)

      const sql = yield* OwnerSql
      yield* sql`update identity.mail_tokens set expires_at = now() - interval '1 second'`
      assert.deepStrictEqual(yield* verify(token), refused)
      yield* sql`update identity.mail_tokens set expires_at = now() + interval '1 hour'`
      const many = yield* Effect.all(Array.from({ length: 20 }, () => verify(token)), { concurrency: 20 })
      assert.strictEqual(many.filter(([status]) => status === 200).length, 1)
      assert.deepStrictEqual(yield* verify(token), refused)
    }))
})

layer(TestServerWith({ dataDir: join(dataDir, "closed"), signUp: false }), { excludeTestServices: true })("where sign-up is closed", (it) => {
  it.effect("is refused in words", () =>
    Effect.gen(function*() {
      const no = yield* post("/auth/signup", form(address()))
      assert.deepStrictEqual([no.status, no.json.code], [403, "forbidden"])
      assert.match(no.json.message, /Sign-up is closed/)
    }))
})

layer(TestServerWith({ dataDir: join(dataDir, "few"), publicWritesPerDay: 3 }), { excludeTestServices: true })("where few may sign up a day", (it) => {
  it.effect("sends the fourth of a network away, and says until when", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* post("/auth/signup", form(address()))).status, 202)
      const no = yield* post("/auth/signup", form(address()))
      assert.deepStrictEqual([no.status, no.json.code], [429, "rate_limit_exceeded"])
      assert.isAbove(no.json.retry_after, 80_000)
    }))
})
