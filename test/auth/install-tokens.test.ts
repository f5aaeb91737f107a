import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Tokens } from "#schemas/auth/session"
import { OwnerSql } from "../support/database.ts"
import { at, companyIds, emailOf, SecondServer, TestServerWith, json, type Key, send } from "../support/test-server.ts"
import { call } from "./authenticator.ts"
import { account, by, entered } from "./people.ts"
import { audited, login, someAddress, withToken } from "./signing.ts"

const mint = Effect.fnUntraced(function*(tokens: Tokens) {
  const { json, status, text } = yield* call(tokens, "POST", "/auth/install-token")
  assert.strictEqual(status, 201, text)
  return json as { readonly token: string; readonly expires_at: string; readonly company_id: number }
})

const exchange = (token: string, label = "Till at the counter", from?: string) =>
  send("/auth/install-token/exchange", {
    method: "POST",
    ...json({ token, label }),
    ...from !== undefined && { headers: { "x-forwarded-for": from } }
  })

const isRefused = (sent: { readonly status: number; readonly json: any; readonly headers: Headers }) => {
  assert.deepStrictEqual([sent.status, sent.json?.code], [401, "unauthorized"])
  assert.isNotNull(sent.headers.get("www-authenticate"))
}

/** Lets so much time pass for all tokens, as their rows know it. */
const age = (interval: string) =>
  Effect.orDie(OwnerSql.use((sql) => sql`update install_tokens set expires_at = expires_at - ${interval}::interval`))

const config = { trustedProxies: 1 } as const

layer(TestServerWith(config), { excludeTestServices: true })("install tokens", (it) => {
  it.effect("sign the same person in once, in the same company and mode", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const tokens = yield* login("member", { mode: "test" })
      const minted = yield* mint(tokens)
      assert.match(minted.token, /^ist_[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(minted.company_id, companyIds.acme)
      const minutes = (Date.parse(minted.expires_at) - Date.now()) / 60_000
      assert.isTrue(minutes > 4.9 && minutes < 5.1, `${minutes}`)

      const { json: opened, status, text } = yield* exchange(minted.token, "Till at the counter", "203.0.113.9")
      assert.strictEqual(status, 200, text)
      assert.deepStrictEqual(opened.user, tokens.user)
      assert.notStrictEqual(opened.session_id, tokens.session_id)
      const me = yield* call(opened, "GET", "/auth/me")
      assert.deepInclude(me.json, { credential: "session", credential_id: opened.session_id, mode: "test", user: tokens.user })
      const { json: { items } } = yield* call(tokens, "GET", "/auth/sessions")
      assert.deepInclude(items.find(({ id }: any) => id === opened.session_id), {
        label: "Till at the counter", mode: "test", address: "203.0.113.9", current: false
      })
      const refreshed = yield* send("/auth/refresh", { method: "POST", ...json({ refresh_token: opened.refresh_token }) })
      assert.strictEqual(refreshed.status, 200, refreshed.text)

      const [row] = yield* sql<any>`select * from install_tokens where redeemed_as = ${opened.session_id}`
      assert.deepInclude(row, { company_id: companyIds.acme, minted_by: tokens.session_id })
      const receipts = yield* sql<any>`
        select verb, key_id, livemode, audit from receipts where verb in ('mint_install_token', 'exchange_install_token') order by id`
      assert.deepStrictEqual(receipts.map((one) => ({ ...one })), [
        { verb: "mint_install_token", key_id: tokens.session_id, livemode: false, audit: true },
        { verb: "exchange_install_token", key_id: opened.session_id, livemode: false, audit: true }
      ])
      isRefused(yield* exchange(minted.token))
      assert.strictEqual((yield* call(opened, "GET", "/auth/me")).status, 200, "the first exchange stands")
    }))

  it.effect("open one session when a hundred come at once, to two processes, and the audit tells of each of the others", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const beside = yield* Layer.build(SecondServer(config))
      const tokens = yield* login("owner")
      const { token } = yield* mint(tokens)
      const earlier = (yield* audited("install_token_replayed", 0)).length
      const from = Array.from({ length: 100 }, () => someAddress())
      const sent = yield* Effect.all(
        from.map((address, n) => n % 2 === 0 ? exchange(token, `Till ${n}`, address) : at(beside, exchange(token, `Till ${n}`, address))),
        { concurrency: "unbounded" }
      )
      const [[opened, ...more], refused] = [sent.filter(({ status }) => status === 200), sent.filter(({ status }) => status !== 200)]
      assert.lengthOf(more, 0)
      assert.lengthOf(refused, 99)
      for (const one of refused) isRefused(one)
      const replays = (yield* audited("install_token_replayed", earlier + 99)).slice(earlier)
      assert.lengthOf(replays, 99)
      const winner = from[sent.indexOf(opened!)]
      assert.deepStrictEqual(
        replays.map(({ changes }) => changes[0].after.address).toSorted(),
        from.filter((address) => address !== winner).toSorted()
      )
      for (const { audit, changes, company_id, key_id } of replays) {
        assert.deepStrictEqual([company_id, key_id, audit], [companyIds.acme, tokens.session_id, true])
        assert.deepInclude(changes[0], { object: "install_token", before: null })
        assert.deepInclude(changes[0].after, { minted_by: tokens.session_id, redeemed_as: opened!.json.session_id })
      }
      const [count] = yield* sql<{ n: number }>`select count(*) as n from api_keys where label ~ '^Till \\d+$'`
      assert.strictEqual(count!.n, 1)
      assert.strictEqual((yield* call(opened!.json, "GET", "/auth/me")).status, 200)
      assert.strictEqual((yield* at(beside, call(opened!.json, "GET", "/auth/me"))).status, 200)
    }).pipe(Effect.scoped))

  it.effect("expire after five minutes by the clock of the database, which the audit tells", () =>
    Effect.gen(function*() {
      const tokens = yield* login("admin")
      const [first, second] = [yield* mint(tokens), yield* mint(tokens)]
      yield* age("4 minutes 50 seconds")
      assert.strictEqual((yield* exchange(first.token)).status, 200)
      yield* age("10 seconds")
      isRefused(yield* exchange(second.token))
      isRefused(yield* exchange(second.token))
      const told = yield* audited("install_token_expired", 2)
      assert.lengthOf(told, 2)
      assert.deepInclude(told[0]!, { company_id: companyIds.acme, key_id: tokens.session_id, audit: true })
      isRefused(yield* exchange(first.token))
      assert.lengthOf(yield* audited("install_token_expired", 2), 2, "what was used is replayed, also when it is old")
    }))

  it.effect("open nothing once the session that minted them has ended, or its person was removed", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ends = {
        revoked: (tokens: Tokens) => call(tokens, "DELETE", `/auth/sessions/${tokens.session_id}`),
        expired: (tokens: Tokens) => sql`update api_keys set expires_at = now() where id = ${tokens.session_id}`,
        removed: () => sql`update users set removed_at = now() where email = ${emailOf("viewer")}`
      }
      for (const [how, end] of Object.entries(ends)) {
        const tokens = yield* login("viewer")
        const { token } = yield* mint(tokens)
        yield* Effect.orDie(end(tokens) as Effect.Effect<unknown, any, any>)
        const before = (yield* audited("install_token_refused", 0)).length
        const sent = yield* exchange(token)
        isRefused(sent)
        assert.match(sent.json.message, /has ended/, how)
        assert.lengthOf(yield* audited("install_token_refused", before + 1), before + 1)
        const [row] = yield* sql<any>`select redeemed_at from install_tokens where minted_by = ${tokens.session_id}`
        assert.isNull(row.redeemed_at)
      }
    }))

  it.effect("open a session or nothing while their person is removed", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (let n = 0; n < 10; n++) {
        yield* sql`update users set removed_at = null where email = ${emailOf("viewer")}`
        const { token } = yield* mint(yield* login("viewer"))
        const [sent] = yield* Effect.all([
          Effect.delay(exchange(token), n),
          Effect.delay(sql`update users set removed_at = now() where email = ${emailOf("viewer")}`, 8)
        ], { concurrency: "unbounded" })
        if (sent.status !== 200) isRefused(sent)
        else assert.strictEqual((yield* call(sent.json, "GET", "/auth/me")).status, 401, "a member no more")
      }
    }))

  it.effect("open the company that they were minted in, and no other of their person's", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { email, id } = yield* account({ acme: "admin", bolt: "viewer" })
      const inAcme = yield* entered(email, "acme")
      const inBolt = yield* entered(email, "bolt")
      const minting = (who: typeof inAcme) => Effect.map(by(who, "/auth/install-token", { method: "POST" }), ({ json }): string => json.token)
      const [first, second, third] = [yield* minting(inAcme), yield* minting(inAcme), yield* minting(inBolt)]
      const opened = yield* exchange(first)
      assert.strictEqual(opened.json.user.company_id, companyIds.acme)
      const me = yield* call(opened.json, "GET", "/auth/me")
      assert.deepStrictEqual([me.json.company.id, me.json.user.role], [companyIds.acme, "admin"])

      yield* sql`update users set role = 'viewer' where company_id = ${companyIds.acme} and account_id = ${id}`
      const lower = yield* exchange(yield* minting(inAcme))
      assert.strictEqual(lower.json.user.role, "viewer")
      assert.strictEqual((yield* call(lower.json, "GET", "/auth/api-keys")).status, 403)

      yield* sql`update users set removed_at = now() where company_id = ${companyIds.acme} and account_id = ${id}`
      isRefused(yield* exchange(second))
      const elsewhere = yield* exchange(third)
      assert.strictEqual(elsewhere.json.user.company_id, companyIds.bolt)
      assert.strictEqual((yield* call(opened.json, "GET", "/auth/me")).status, 401)
    }))

  it.effect("open nothing for who asks after their session was ended, however many ask meanwhile", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer(config))
      for (let n = 0; n < 10; n++) {
        const tokens = yield* login("admin")
        const all = yield* Effect.all(Array.from({ length: 10 }, () => mint(tokens)), { concurrency: "unbounded" })
        let endedAt = Infinity
        const asking = all.flatMap(({ token }, m) =>
          [exchange(token), at(beside, exchange(token))].map((one) =>
            Effect.suspend(() => {
              const began = performance.now()
              return Effect.map(one, ({ status }) => ({ began, status }))
            }).pipe(Effect.delay(m * 3))))
        const ending = Effect.map(call(tokens, "DELETE", `/auth/sessions/${tokens.session_id}`), ({ status }) => {
          endedAt = performance.now()
          assert.strictEqual(status, 200)
        }).pipe(Effect.delay(10))
        const [told] = yield* Effect.all([Effect.all(asking, { concurrency: "unbounded" }), ending], { concurrency: "unbounded" })
        assert.isAtMost(told.filter(({ status }) => status === 200).length, all.length)
        for (const { began, status } of told) if (began > endedAt) assert.strictEqual(status, 401)
        for (const { token } of all) isRefused(yield* exchange(token))
      }
    }).pipe(Effect.scoped))

  it.effect("are told from nothing that is none, and are no credential of their own", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const tokens = yield* login("boltOwner")
      const { token } = yield* mint(tokens)
      const count = Effect.map(sql<{ n: number }>`select count(*) as n from receipts where verb like 'install_token%'`, ([row]) => row!.n)
      const before = yield* count
      const others = ["", "ist_", `ist_${"A".repeat(43)}`, `${token} `, token.slice(0, -1), token.toUpperCase(), tokens.access_token.slice(0, 190),
        tokens.refresh_token, "' or true --"]
      for (const text of others) isRefused(yield* exchange(text))
      assert.strictEqual(yield* count, before, "nobody's token is nobody's audit")
      for (const secret of [token, `Bearer ${token}`]) {
        const sent = yield* send("/auth/me", { headers: withToken({ access_token: secret }) })
        assert.strictEqual(sent.status, 401)
      }
      const minting = [
        yield* send("/auth/install-token", { method: "POST" }),
        yield* send("/auth/install-token", { method: "POST", key: "bolt" satisfies Key })
      ]
      assert.deepStrictEqual(minting.map(({ status }) => status), [401, 403])
      assert.strictEqual((yield* exchange(token, "   ")).status, 422)
      assert.strictEqual((yield* exchange(token)).status, 200, "and the token was still good")
    }))
})
