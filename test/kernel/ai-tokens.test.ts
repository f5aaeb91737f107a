import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Layer } from "effect"
import * as fc from "fast-check"
import { AiTokens } from "#layers/kernel/limits/ai-tokens"
import type { CompanyId } from "#schemas/kernel/ids"
import { aiTokensPerMonth, Caller, type Tier } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../support/database.ts"
import { at, TestServer, SecondServer } from "../support/test-server.ts"
import { somebody } from "../support/workflows.ts"

const purpose = { agent: "desk", model: "m-1" }

const as = (company: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Caller, { ...somebody, company_id: company as CompanyId })

/** As if it were that instant. */
const when = (instant: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const now = Date.parse(instant)
    const stopped: Clock.Clock = Object.assign(Object.create(clock), { currentTimeMillisUnsafe: () => now, currentTimeMillis: Effect.succeed(now) })
    return Effect.provideService(effect, Clock.Clock, stopped)
  })

const companyOf = Effect.fnUntraced(function*(tier: Tier) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`insert into companies (name, tier) values ('tokens', ${tier}) returning id`
  return row!.id
})

/** On behalf of a new company. */
const asNew = (tier: Tier) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(companyOf(tier), (company) => as(company)(effect))

const spend = (tokens: number, of = purpose) => AiTokens.use((all) => all.spend(tokens, of))
const reserve = (tokens: number) => AiTokens.use((all) => all.reserve(tokens, purpose))
const usage = AiTokens.use((all) => all.usage)

layer(TestServer, { excludeTestServices: true })("AI tokens", (it) => {
  it.effect("of a month are as many as the tier has, and no more", () =>
    Effect.gen(function*() {
      for (const tier of ["starter", "builder", "professional"] as const) {
        const limit = aiTokensPerMonth[tier]!
        yield* Effect.gen(function*() {
          yield* spend(limit - 10)
          const { message } = yield* Effect.flip(spend(11))
          assert.include(message, `of the ${limit.toLocaleString("en")} AI tokens that the ${tier} tier has a month are used up`)
          yield* spend(10)
          assert.deepInclude(yield* usage, { used: limit, held: 0, left: 0, limit })
          yield* Effect.flip(spend(1))
          yield* spend(0)
        }).pipe(as(yield* companyOf(tier)))
      }
    }))

  it.effect("are counted without an end where the tier has none", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 3; n++) yield* spend(1_000_000_000)
      assert.deepInclude(yield* usage, { used: 3_000_000_000, limit: null, left: null })
    }).pipe(asNew("enterprise")))

  it.effect("say when they come back, and which tier has more", () =>
    Effect.gen(function*() {
      const company = yield* companyOf("starter")
      const { message, retry_after } = yield* Effect.flip(spend(20_000)).pipe(when("2026-11-30T23:58:30.500Z"), as(company))
      assert.strictEqual(
        message,
        "0 of the 15,000 AI tokens that the starter tier has a month are used up, and this needs 20,000. " +
          "They come back on 2026-12-01T00:00:00Z. The builder tier has 40,000 a month."
      )
      assert.strictEqual(retry_after, 90)
      const highest = yield* Effect.flip(spend(200_000)).pipe(when("2026-12-31T23:59:59Z"), as(yield* companyOf("professional")))
      assert.match(highest.message, /They come back on 2027-01-01T00:00:00Z\. The enterprise tier has no limit\.$/)
      assert.strictEqual(highest.retry_after, 1)
    }))

  it.effect("begin anew with each month in UTC", () =>
    Effect.gen(function*() {
      yield* when("2026-11-30T23:59:59.999Z")(spend(15_000))
      yield* when("2026-11-01T00:00:00Z")(Effect.flip(spend(1)))
      yield* when("2026-10-31T23:59:59Z")(spend(15_000))
      yield* when("2026-12-01T00:00:00Z")(Effect.andThen(spend(14_000), spend(1_000)))
      yield* when("2026-12-31T23:00:00Z")(Effect.flip(spend(1)))
      const { days, resets_at, used } = yield* when("2026-12-20T00:00:00Z")(usage)
      assert.deepStrictEqual({ days, resets_at, used }, { days: [{ day: "2026-12-01", tokens: 15_000 }], resets_at: "2027-01-01T00:00:00.000Z", used: 15_000 })
    }).pipe(asNew("starter")))

  it.effect("follow a change of the tier at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const company = yield* companyOf("starter")
      yield* Effect.gen(function*() {
        yield* spend(15_000)
        yield* Effect.flip(spend(1))
        yield* sql`update companies set tier = 'builder' where id = ${company}`
        yield* spend(20_000)
        yield* sql`update companies set tier = 'starter' where id = ${company}`
        const { message } = yield* Effect.flip(spend(1))
        assert.match(message, /^35,000 of the 15,000 AI tokens/)
        assert.deepInclude(yield* usage, { used: 35_000, limit: 15_000, left: 0 })
      }).pipe(as(company))
    }))

  it.effect("set aside keep from others what they may take, until they are settled or released", () =>
    Effect.gen(function*() {
      const tokens = yield* AiTokens
      const company = yield* companyOf("starter")
      yield* Effect.gen(function*() {
        const first = yield* reserve(10_000)
        const { message, retry_after } = yield* Effect.flip(reserve(6_000))
        assert.include(message, "10,000 of the 15,000 AI tokens that the starter tier has a month are set aside for calls under way")
        assert.strictEqual(retry_after, 5)
        assert.deepInclude(yield* usage, { used: 0, held: 10_000, left: 5_000 })
        yield* tokens.settle(first, 4_000)
        yield* tokens.settle(first, 4_000)
        assert.deepInclude(yield* usage, { used: 4_000, held: 0, left: 11_000 })

        const second = yield* reserve(11_000)
        yield* tokens.release(second)
        yield* tokens.settle(second, 1)
        assert.deepInclude(yield* usage, { used: 4_000, held: 0 })

        yield* reserve(11_000)
        assert.deepInclude(yield* usage, { left: 0 })
      }).pipe(when("2026-11-21T12:00:00Z"), as(company))
      /* Time alone gives nothing back. */
      yield* Effect.flip(spend(1)).pipe(when("2026-11-29T12:00:00Z"), as(company))
    }))

  it.effect("of a call whose process died are counted as spent, all that was set aside, once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const company = yield* companyOf("starter")
      yield* Effect.gen(function*() {
        yield* reserve(1_000)
        yield* reserve(300)
        /* One of this process, which lives, and one of another, which was last heard of a second ago. */
        yield* sql`update ai_reservations set worker = 'died', expires_at = now() - interval '1 second' where company_id = ${company} and tokens = 300`
        const [swept] = yield* sql<{ n: number }>`select settle_lost_ai_calls(100)::int as n`
        assert.strictEqual(swept!.n, 1)
        assert.deepInclude(yield* usage, { used: 300, held: 1_000, left: 13_700 })
        yield* sql`select settle_lost_ai_calls(100)`
        assert.deepInclude(yield* usage, { used: 300 })
        const calls = yield* sql`select reserved::int, tokens::int, lost from ai_calls where company_id = ${company}`
        assert.deepStrictEqual(calls, [{ reserved: 300, tokens: 300, lost: true }])
      }).pipe(as(company))
    }))

  it.effect("of an agent, a conversation or a visitor have limits of their own, which come back too", () =>
    Effect.gen(function*() {
      const tokens = yield* AiTokens
      const company = yield* companyOf("starter")
      const conversation = { scope: "conversation:7", per: "day", limit: 1_000, name: "This conversation" } as const
      const agent = { scope: "agent:1", per: "month", limit: 1_500, name: "The agent ada" } as const
      const of = (...scopes: ReadonlyArray<typeof conversation | typeof agent>) => ({ ...purpose, scopes })
      yield* Effect.gen(function*() {
        const call = yield* tokens.reserve(600, of(conversation, agent))
        const waiting = yield* Effect.flip(tokens.reserve(600, of(conversation)))
        assert.match(waiting.message, /^This conversation waits: 600 of its 1,000 AI tokens a day are set aside/)
        yield* tokens.settle(call, 900)
        const { message, retry_after } = yield* Effect.flip(tokens.reserve(200, of(conversation)))
        assert.strictEqual(message, "This conversation has used 900 of its 1,000 AI tokens a day, and this needs 200. They come back on 2026-11-22T00:00:00Z.")
        assert.strictEqual(retry_after, 43_200)
        assert.match((yield* Effect.flip(tokens.reserve(700, of(agent)))).message, /^The agent ada has used 900 of its 1,500 .* They come back on 2026-12-01T00:00:00Z\.$/)
        yield* tokens.spend(600, of(agent))
        assert.deepInclude(yield* usage, { used: 1_500, held: 0 })
      }).pipe(when("2026-11-21T12:00:00Z"), as(company))
      yield* tokens.spend(1_000, of(conversation)).pipe(when("2026-11-22T00:00:00Z"), as(company))
      yield* Effect.flip(tokens.spend(1, of(conversation))).pipe(when("2026-11-22T00:00:01Z"), as(company))
      yield* tokens.spend(1, of({ ...conversation, scope: "conversation:8" } as never)).pipe(when("2026-11-22T00:00:01Z"), as(company))
    }))

  it.effect("that a call took more of than was set aside are counted all the same, in the month in which it began", () =>
    Effect.gen(function*() {
      const tokens = yield* AiTokens
      const call = yield* when("2026-11-30T23:59:00Z")(reserve(15_000))
      yield* when("2026-12-01T00:01:00Z")(tokens.settle(call, 16_000))
      assert.deepInclude(yield* when("2026-11-30T23:59:30Z")(usage), { used: 16_000, left: 0, days: [{ day: "2026-11-30", tokens: 16_000 }] })
      assert.deepInclude(yield* when("2026-12-01T00:01:00Z")(usage), { used: 0, held: 0, left: 15_000, days: [] })
    }).pipe(asNew("starter")))

  it.effect("of a call that fails or is interrupted are free again", () =>
    Effect.gen(function*() {
      const tokens = yield* AiTokens
      const company = yield* companyOf("starter")
      yield* Effect.gen(function*() {
        assert.deepStrictEqual(yield* tokens.metered(5_000, purpose, Effect.succeed({ tokens: 700, text: "yes" })), { tokens: 700, text: "yes" })
        assert.deepStrictEqual(yield* Effect.exit(tokens.metered(5_000, purpose, Effect.fail("model is away"))), Exit.fail("model is away"))
        const fiber = yield* Effect.forkChild(tokens.metered(5_000, purpose, Effect.never))
        yield* Effect.repeat(usage, { until: ({ held }) => held === 5_000 })
        yield* Fiber.interrupt(fiber)
        assert.deepInclude(yield* usage, { used: 700, held: 0 })
        let called = false
        yield* Effect.flip(tokens.metered(15_000, purpose, Effect.sync(() => {
          called = true
          return { tokens: 1 }
        })))
        assert.isFalse(called)
      }).pipe(as(company))
    }))

  it.effect("are told by day, and by who asked which model", () =>
    Effect.gen(function*() {
      yield* when("2026-11-20T23:00:00Z")(spend(5, { agent: "", model: "m-2" }))
      yield* when("2026-11-21T01:00:00Z")(Effect.andThen(spend(10), Effect.andThen(spend(20), spend(40, { agent: "desk", model: "m-2" }))))
      const { days, lines } = yield* when("2026-11-21T01:00:00Z")(usage)
      assert.deepStrictEqual(days, [{ day: "2026-11-20", tokens: 5 }, { day: "2026-11-21", tokens: 70 }])
      assert.deepStrictEqual(lines, [
        { day: "2026-11-20", agent: "", model: "m-2", tokens: 5 },
        { day: "2026-11-21", agent: "desk", model: "m-2", tokens: 40 },
        { day: "2026-11-21", agent: "desk", model: "m-1", tokens: 30 }
      ])
    }).pipe(asNew("starter")))

  it.effect("of one company are none of another's", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* companyOf("starter"), yield* companyOf("starter")]
      const tokens = yield* AiTokens
      const call = yield* as(one)(reserve(15_000))
      yield* as(other)(tokens.settle(call, 1))
      yield* as(other)(tokens.release(call))
      yield* as(other)(spend(15_000))
      assert.deepInclude(yield* as(one)(usage), { used: 0, held: 15_000, lines: [] })
      assert.deepInclude(yield* as(other)(usage), { used: 15_000, held: 0 })
    }))

  it.effect("are never spent beyond the limit, however many spend at once on however many processes", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const services = yield* Effect.context<AiTokens | OwnerSql>()
      const amounts = fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 100, maxLength: 100 })
      yield* Effect.promise(() => fc.assert(fc.asyncProperty(amounts, (wanted) =>
        Effect.runPromise(Effect.gen(function*() {
          const company = yield* companyOf("starter")
          const exits = yield* Effect.all(
            wanted.map((tokens, n) => {
              const mine = as(company)(Effect.exit(spend(tokens)))
              return Effect.map(n % 2 === 0 ? mine : at(beside, mine), (exit) => ({ tokens, exit }))
            }),
            { concurrency: "unbounded" }
          )
          const spent = exits.filter(({ exit }) => Exit.isSuccess(exit)).reduce((sum, { tokens }) => sum + tokens, 0)
          const least = Math.min(...exits.filter(({ exit }) => Exit.isFailure(exit)).map(({ tokens }) => tokens))
          const { left, used } = yield* as(company)(usage)
          assert.strictEqual(used, spent)
          assert.isAtMost(spent, 15_000)
          assert.isBelow(left!, least, "whoever was refused would have passed the limit")
        }).pipe(Effect.provideContext(services)))), { numRuns: 10 }))
    }))
})
