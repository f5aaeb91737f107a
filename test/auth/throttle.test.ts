import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { at, emailOf, SecondServer, TestServerWith, json, PASSWORD, send } from "../support/test-server.ts"
import { audited, login, someAddress, tryLogin } from "./signing.ts"

const behindProxy = { trustedProxies: 1 }

const attempt = (email: string, from: string, password = "wrong") =>
  send("/auth/login", { method: "POST", ...json({ email, password }), headers: { "x-forwarded-for": from } })

/** Statuses of so many attempts, all under way at once but for what a client's sockets allow. */
const statuses = (count: number, one: (n: number) => Effect.Effect<{ readonly status: number }, never, any>) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }, (_, n) => n), one, { concurrency: 100 }),
    (all) => Object.fromEntries([...Map.groupBy(all, ({ status }) => status)].map(([status, sent]) => [status, sent.length]))
  )

/** Lets the time of all windows pass. */
const later = Effect.flatMap(OwnerSql, (sql) => Effect.orDie(sql`update identity.throttles set since = since - interval '1 hour'`))

/** Failures in the audit are as many as passwords were looked at, for an account of one company. */
const lookedAt = Effect.fnUntraced(function*(email: string) {
  const sql = yield* OwnerSql
  const look = sql<{ n: number }>`select count(*) as n from receipts
    where verb = 'login_failed' and changes -> 0 -> 'after' ->> 'email' = ${email}`
  return (yield* Effect.orDie(Effect.delay(look, "500 millis")))[0]!.n
})

layer(TestServerWith(behindProxy), { excludeTestServices: true })("attempts to sign in", (it) => {
  it.effect("are five in a quarter of an hour from one network for one address; nobody else's are fewer for it", () =>
    Effect.gen(function*() {
      for (const email of [emailOf("owner"), "nobody@x.example"]) {
        const from = someAddress()
        for (let n = 0; n < 5; n++) assert.strictEqual((yield* attempt(email, from)).status, 401)
        for (const password of ["wrong", PASSWORD]) {
          const { headers, json: no, status } = yield* attempt(email.toUpperCase(), from, password)
          assert.deepStrictEqual([status, no.code, no.message], [429, "rate_limit_exceeded", "Too many attempts. Try again in 15 minutes."])
          const seconds = Number(headers.get("retry-after"))
          assert.isTrue(seconds > 880 && seconds <= 900, String(seconds))
          assert.strictEqual(no.retry_after, seconds)
        }
        assert.strictEqual((yield* attempt(email, someAddress())).status, 401)
        assert.strictEqual((yield* attempt(emailOf("admin"), from, PASSWORD)).status, 200)
      }
      assert.strictEqual((yield* tryLogin("owner", {}, someAddress())).status, 200)
      yield* later
    }))

  it.effect("of one network of IPv6 are those of one household", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 5; n++) assert.strictEqual((yield* attempt(emailOf("viewer"), `2001:db8:ffff:1::${n + 1}`)).status, 401)
      assert.strictEqual((yield* attempt(emailOf("viewer"), "2001:db8:ffff:1:9::9")).status, 429)
      assert.strictEqual((yield* attempt(emailOf("viewer"), "2001:db8:ffff:2::1", PASSWORD)).status, 200)
    }))

  it.effect("are thirty in a quarter of an hour from one network for whatever addresses", () =>
    Effect.gen(function*() {
      const from = someAddress()
      const seen = yield* statuses(40, (n) => attempt(`nobody${n}@x.example`, from))
      assert.deepStrictEqual(seen, { 401: 30, 429: 10 })
      assert.strictEqual((yield* attempt(emailOf("member"), from, PASSWORD)).status, 429)
      yield* later
      assert.strictEqual((yield* attempt(emailOf("member"), from, PASSWORD)).status, 200)
    }))

  it.effect("that succeed are none, and begin the count anew", () =>
    Effect.gen(function*() {
      const from = someAddress()
      for (let round = 0; round < 3; round++) {
        for (let n = 0; n < 4; n++) assert.strictEqual((yield* attempt(emailOf("member"), from)).status, 401)
        assert.strictEqual((yield* attempt(emailOf("member"), from, PASSWORD)).status, 200)
      }
      for (let n = 0; n < 40; n++) assert.strictEqual((yield* attempt(emailOf("viewer"), from, PASSWORD)).status, 200)
    }))

  it.effect("are told to the audit once they are too many, once", () =>
    Effect.gen(function*() {
      const from = someAddress()
      for (let n = 0; n < 12; n++) yield* attempt(emailOf("boltOwner"), from)
      const theirs = Effect.map(audited("login_throttled", 1), (all) => all.filter(({ company_id }) => company_id === 2))
      assert.lengthOf(yield* Effect.delay(theirs, "500 millis"), 1)
      yield* later
      for (let n = 0; n < 7; n++) yield* attempt(emailOf("boltOwner"), from)
      assert.lengthOf(yield* Effect.delay(theirs, "500 millis"), 2)
      for (const { changes, key_id } of yield* theirs) {
        assert.deepStrictEqual([key_id, changes[0].after.email, changes[0].after.address], [0, emailOf("boltOwner"), from])
      }
    }))

  it.effect("a thousand at once from one address: five passwords are looked at, and the owner signs in from another meanwhile", () =>
    Effect.gen(function*() {
      yield* later
      const from = someAddress()
      const before = yield* lookedAt(emailOf("owner"))
      const [seen, owners] = yield* Effect.all([
        statuses(1_000, () => attempt(emailOf("owner"), from)),
        Effect.forEach([1, 2, 3, 4, 5], () => Effect.delay(login("owner", {}, "198.51.100.7"), "100 millis"))
      ], { concurrency: 2 })
      assert.deepStrictEqual(seen, { 401: 5, 429: 995 })
      assert.lengthOf(owners, 5)
      assert.strictEqual((yield* lookedAt(emailOf("owner"))) - before, 5)
    }))

  it.effect("a thousand at once from many networks: a hundred are looked at, and the owner signs in from where they did before", () =>
    Effect.gen(function*() {
      yield* later
      const known = someAddress()
      yield* login("admin", {}, known)
      const before = yield* lookedAt(emailOf("admin"))
      const networks = Array.from({ length: 250 }, someAddress)
      const [seen] = yield* Effect.all([
        statuses(1_000, (n) => attempt(emailOf("admin"), networks[n % 250]!)),
        Effect.forEach([1, 2, 3, 4, 5], () => Effect.delay(login("admin", {}, known), "200 millis"))
      ], { concurrency: 2 })
      const { 401: wrong = 0, 429: refused = 0, 503: away = 0, ...others } = seen
      assert.deepStrictEqual([others, wrong + refused + away], [{}, 1_000])
      /* Whom the line of hashes was too long for was not looked at, and may come again. */
      assert.isAtMost(wrong, 100)
      assert.strictEqual((yield* lookedAt(emailOf("admin"))) - before, wrong)
      while ((yield* attempt(emailOf("admin"), someAddress())).status === 401);
      assert.strictEqual(yield* lookedAt(emailOf("admin")), before + 100)
      const newcomer = yield* tryLogin("admin", {}, someAddress())
      assert.deepStrictEqual([newcomer.status, newcomer.json.message], [429, "Too many attempts. Try again in 60 minutes."])
      assert.strictEqual((yield* tryLogin("admin", {}, known)).status, 200)
    }))

  it.effect("are counted by all processes together", () =>
    Effect.gen(function*() {
      yield* later
      const beside = yield* Layer.build(SecondServer(behindProxy))
      const from = someAddress()
      const email = emailOf("starterOwner")
      const seen = yield* statuses(60, (n) => n % 2 === 0 ? attempt(email, from) : at(beside, attempt(email, from)))
      assert.deepStrictEqual(seen, { 401: 5, 429: 55 })
    }))
})
