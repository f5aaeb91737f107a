import { assert, layer } from "@effect/vitest"
import { hash, parseOptions } from "@node-rs/argon2"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, emailOf, TestServerWith, json, type Key, PASSWORD, send } from "../support/test-server.ts"
import { audited, login, someAddress, tryLogin, withToken } from "./signing.ts"

const wrong = "The e-mail address or the password is wrong."

/** Puts somebody in who belongs to these companies. */
const somebody = Effect.fnUntraced(function*(
  email: string,
  { companies = [], password_hash = null, verified = true }: {
    readonly companies?: ReadonlyArray<keyof typeof companyIds>
    readonly password_hash?: string | null
    readonly verified?: boolean
  }
) {
  const sql = yield* OwnerSql
  const [account] = yield* sql<{ id: number }>`insert into identity.accounts ${
    sql.insert({ email, name: "Some Body", password_hash, verified_at: verified ? "2026-01-01T00:00:00Z" : null })
  } returning id`
  for (const company of companies) {
    yield* sql`insert into users ${
      sql.insert({ company_id: companyIds[company], email, name: "Some Body", role: "member", account_id: account!.id })
    }`
  }
  return account!.id
}, Effect.orDie)

const hashed = Effect.promise(() => hash(PASSWORD))

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("signing in", (it) => {
  const enter = (email: string, password: string, more: object = {}, from = someAddress()) =>
    send("/auth/login", { method: "POST", ...json({ email, password, ...more }), headers: { "x-forwarded-for": from } })

  it.effect("gives tokens that open what the person's role in the company opens", () =>
    Effect.gen(function*() {
      const before = Date.now()
      const tokens = yield* login("viewer", { label: "A phone" })
      assert.deepInclude(tokens, { token_type: "Bearer", expires_in: 900 })
      const user: object = tokens.user
      assert.deepInclude(user, { email: emailOf("viewer"), role: "viewer", company_id: 1, email_verified: true, two_factor: false })
      const days = (Date.parse(tokens.session_expires_at) - before) / 86_400_000
      assert.isTrue(days > 29.9 && days < 30.1, String(days))
      const headers = withToken(tokens)
      assert.strictEqual((yield* send("/crm/contacts", { headers })).status, 200)
      const refused = yield* send("/crm/contacts", { method: "POST", ...json({ first_name: "A" }), headers })
      assert.deepStrictEqual([refused.status, refused.json.message], [403, "Your role in the company lacks the scope crm:write."])
      const me = (yield* send("/auth/me", { headers })).json
      assert.deepInclude(me, { credential: "session", credential_id: tokens.session_id, user: tokens.user, mode: "live", agent: null })
      assert.deepInclude(me.company, { id: 1, name: "acme", tier: "enterprise", currency: "USD", time_zone: "UTC" })
      assert.deepStrictEqual(me.companies, [{ company_id: 1, name: "acme", role: "viewer" }])
      assert.deepInclude(me.limits, { requests_per_minute: 1_000_000, ai_tokens_per_month: null, ai_tokens_used: 0 })

      const receipts = yield* audited("login", 1)
      const ours = receipts.find(({ key_id }) => key_id === tokens.session_id)!
      assert.deepInclude(ours, { company_id: 1, audit: true, livemode: true })
      assert.deepInclude(ours.changes[0].after, { email: emailOf("viewer"), label: "A phone" })
      assert.notInclude(JSON.stringify(ours), PASSWORD)
    }))

  it.effect("an address is the same in any case, and a key knows itself too", () =>
    Effect.gen(function*() {
      const shouted = yield* tryLogin("member", { email: emailOf("member").toUpperCase() })
      assert.strictEqual(shouted.status, 200, shouted.text)
      const { json: me } = yield* send("/auth/me", { key: "acmeTest" })
      assert.deepInclude(me, { credential: "key", user: null, mode: "test" })
      assert.deepStrictEqual(me.companies, [])
    }))

  it.effect("tells nobody what was wrong: the password, the address, the company, or that there is no password yet", () =>
    Effect.gen(function*() {
      const password_hash = yield* hashed
      yield* somebody("nopassword@x.example", { companies: ["acme"] })
      yield* somebody("unverified@x.example", { companies: ["acme"], password_hash, verified: false })
      const answers = [
        yield* enter(emailOf("owner"), "wrong"),
        yield* enter("nobody@x.example", PASSWORD),
        yield* enter("nopassword@x.example", PASSWORD),
        yield* enter("unverified@x.example", "wrong"),
        yield* enter(emailOf("owner"), PASSWORD, { company_id: companyIds.bolt })
      ]
      for (const { headers, json, status } of answers) {
        assert.deepStrictEqual([status, json.code, json.message], [401, "unauthorized", wrong])
        assert.isNotNull(headers.get("www-authenticate"))
      }
      const first = yield* enter("unverified@x.example", PASSWORD)
      assert.deepStrictEqual([first.status, first.json.code], [403, "forbidden"])
      assert.include(first.json.message, "Verify your e-mail address first")
    }))

  it.effect("takes the company that was used last, or the one that is asked for; without any it says so", () =>
    Effect.gen(function*() {
      const password_hash = yield* hashed
      const id = yield* somebody("two@x.example", { companies: ["acme", "cheap"], password_hash })
      const company = (sent: { readonly json: any }) => sent.json.user.company_id
      assert.strictEqual(company(yield* enter("two@x.example", PASSWORD)), companyIds.acme)
      assert.strictEqual(company(yield* enter("two@x.example", PASSWORD, { company_id: companyIds.cheap })), companyIds.cheap)
      const last = yield* enter("two@x.example", PASSWORD)
      assert.strictEqual(company(last), companyIds.cheap)
      const { json: me } = yield* send("/auth/me", { headers: withToken(last.json) })
      assert.sameMembers(me.companies.map((one: any) => one.name), ["acme", "cheap"])

      const sql = yield* OwnerSql
      yield* sql`update users set removed_at = now() where account_id = ${id}`
      const none = yield* enter("two@x.example", PASSWORD)
      assert.deepStrictEqual([none.status, none.json.code], [403, "forbidden"])
      assert.include(none.json.message, "belongs to no company any more")
      assert.strictEqual((yield* enter("two@x.example", "wrong")).json.message, wrong)
    }))

  it.effect("makes the hash anew where it was made with other parameters", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const weak = yield* Effect.promise(() => hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 }))
      const id = yield* somebody("weak@x.example", { companies: ["acme"], password_hash: weak })
      const kept = Effect.map(sql<{ password_hash: string }>`select password_hash from identity.accounts where id = ${id}`, ([row]) => row!.password_hash)
      yield* enter("weak@x.example", "wrong")
      assert.strictEqual(yield* kept, weak)
      assert.strictEqual((yield* enter("weak@x.example", PASSWORD)).status, 200)
      const renewed = yield* kept
      assert.deepInclude(parseOptions(renewed), { memoryCost: 19456, timeCost: 2, parallelism: 1 })
      assert.strictEqual((yield* enter("weak@x.example", PASSWORD)).status, 200)
      assert.strictEqual(yield* kept, renewed)
    }))

  it.effect("notes a failure for each company of the account, five at most, and none for an address that is nobody's", () =>
    Effect.gen(function*() {
      yield* somebody("three@x.example", { companies: ["acme", "bolt", "cheap"], password_hash: yield* hashed })
      const from = someAddress()
      yield* enter("three@x.example", "wrong", {}, from)
      yield* enter("nobody@x.example", "wrong", {}, from)
      const all = yield* Effect.repeat(audited("login_failed", 3), {
        until: (rows) => rows.filter(({ changes }) => changes[0].after.email === "three@x.example").length === 3
      })
      const theirs = all.filter(({ changes }) => changes[0].after.email === "three@x.example")
      assert.sameMembers(theirs.map(({ company_id }) => company_id), [1, 2, 3])
      for (const { audit, changes, key_id } of theirs) assert.deepStrictEqual([audit, key_id, changes[0].after.address], [true, 0, from])
      assert.lengthOf(all.filter(({ changes }) => changes[0].after.email === "nobody@x.example"), 0)
    }))

  it.effect("takes as long for an address that is nobody's", () =>
    Effect.gen(function*() {
      const names: ReadonlyArray<Key> = ["owner", "admin", "member", "viewer", "boltOwner", "starterOwner"]
      const known: Array<number> = []
      const unknown: Array<number> = []
      const timed = Effect.fnUntraced(function*(email: string) {
        const began = performance.now()
        assert.strictEqual((yield* enter(email, "wrong")).status, 401)
        return performance.now() - began
      })
      for (let n = 0; n < 40; n++) {
        /* In turns, so that what else the machine does falls on both alike. */
        const both = [["known", emailOf(names[n % names.length]!)], ["unknown", `nobody${n}@team.example`]] as const
        for (const [which, email] of n % 2 === 0 ? both : both.toReversed()) (which === "known" ? known : unknown).push(yield* timed(email))
      }
      /* The difference of the medians against what chance alone makes of it: the two lots are shuffled a thousand times. */
      const median = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[times.length >> 1]!
      const seen = Math.abs(median(known) - median(unknown))
      const all = [...known, ...unknown]
      let asFar = 0
      for (let n = 0; n < 1_000; n++) {
        const shuffled = all.map((time) => [Math.random(), time] as const).toSorted(([a], [b]) => a - b).map(([, time]) => time)
        if (Math.abs(median(shuffled.slice(0, 40)) - median(shuffled.slice(40))) >= seen) asFar++
      }
      assert.isTrue(asFar >= 1 || seen < 1, `medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms; ${asFar} of 1,000 shuffles differ as much`)
    }))
})
