import { assert, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { CompanyId } from "#schemas/kernel/ids"
import { companyQueue } from "#src/http/company-queue"

const [acme, bolt] = [CompanyId.make(1), CompanyId.make(2)]

const asked = Effect.gen(function*() {
  const turns = companyQueue()
  const end = yield* Deferred.make<void>()
  const begun: Array<CompanyId> = []
  const ask = (company: CompanyId, times: number) =>
    Effect.forkScoped(Effect.forEach(Array.from({ length: times }), () =>
      turns(company, 60, Effect.andThen(Effect.sync(() => begun.push(company)), Deferred.await(end))), { concurrency: "unbounded" }))
  const count = (company: CompanyId) => begun.filter((one) => one === company).length
  return { ask, count, end }
})

it.live("a company has its requests worked on side by side while nobody else asks", () =>
  Effect.gen(function*() {
    const { ask, count } = yield* asked
    yield* ask(acme, 100)
    yield* Effect.yieldNow
    assert.strictEqual(count(acme), 100)
  }).pipe(Effect.scoped))

it.live("one of each company at a time goes first while several ask, and what waits for something else holds up none", () =>
  Effect.gen(function*() {
    const { ask, count, end } = yield* asked
    yield* ask(bolt, 1)
    yield* ask(acme, 100)
    yield* Effect.yieldNow
    assert.deepStrictEqual([count(bolt), count(acme)], [1, 1])
    yield* ask(bolt, 1)
    yield* Effect.yieldNow
    assert.strictEqual(count(acme), 1)
    /* They wait for their end, which is no work. */
    yield* Effect.sync(() => count(acme)).pipe(Effect.delay("10 millis"), Effect.repeat({ until: (n) => n >= 3 }))
    assert.isBelow(count(acme), 100)
    yield* Deferred.succeed(end, undefined)
    yield* Effect.sync(() => count(acme)).pipe(Effect.delay("5 millis"), Effect.repeat({ until: (n) => n === 100 }))
  }).pipe(Effect.scoped))

it.live("a company that asks for much keeps to a pace while others are served, and only then", () =>
  Effect.gen(function*() {
    const turns = companyQueue()
    let begun = 0
    const ask = (company: CompanyId) => turns(company, 60, Effect.sync(() => void (company === acme && begun++)))
    yield* Effect.forEach(Array.from({ length: 100 }), () => ask(acme), { concurrency: "unbounded" })
    assert.strictEqual(begun, 100)
    yield* ask(bolt)
    const since = performance.now()
    yield* Effect.forkScoped(Effect.forEach(Array.from({ length: 100 }), () => ask(acme), { concurrency: "unbounded" }))
    yield* Effect.repeat(Effect.delay(ask(bolt), "20 millis"), { times: 10 })
    /* Twenty at once and twenty a second. */
    assert.isAtMost(begun - 100, 21 + (performance.now() - since) / 50)
  }).pipe(Effect.scoped))
