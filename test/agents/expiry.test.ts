import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { OwnerSql } from "../support/database.ts"
import { TestServer } from "../support/test-server.ts"
import { age, approve, climbed, confirmation, contact, execute, get, isThere, propose, reject, toldOf } from "./consent-calls.ts"

const run = Effect.fnUntraced(function*(consent: number) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number; status: string; wake_at: string | null }>`
    select r.id, r.status, r.wake_at from workflow_runs r join consents c on c.run_id = r.id where c.id = ${consent}`
  return row!
}, Effect.orDie)

const until = <A, R>(look: Effect.Effect<A, never, R>, test: (a: A) => boolean) =>
  look.pipe(Effect.repeat({ until: test, schedule: Schedule.spaced("50 millis") }), Effect.timeout("90 seconds"), Effect.orDie)

const sleeping = (consent: number) => until(run(consent), ({ status, wake_at }) => status === "waiting" && wake_at !== null)
const completed = (consent: number) => until(run(consent), ({ status }) => status === "completed")

/** Lets so much time pass for a consent and for the timer that watches it, as rows know it. */
const pass = Effect.fnUntraced(function*(consent: number, interval: string) {
  const sql = yield* OwnerSql
  yield* age(consent, interval)
  const { id } = yield* sleeping(consent)
  yield* Effect.orDie(sql`update engine.cluster_messages set deliver_at = deliver_at - extract(epoch from ${interval}::interval) * 1000
    where entity_id = '1.' || ${id}::bigint and deliver_at is not null and not processed`)
})

layer(TestServer, { excludeTestServices: true })("the timer of a consent", (it) => {
  it.effect("sleeps a day, then writes down that the time is over", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { expires_at, id } = yield* propose(yield* contact())
      const { wake_at } = yield* sleeping(id)
      assert.isBelow(Math.abs(Date.parse(wake_at!) - Date.parse(expires_at)), 5_000)
      yield* pass(id, "24 hours")
      yield* completed(id)
      assert.deepStrictEqual(yield* toldOf(id), ["consent.requested", "consent.expired"])
      const { json: consent } = yield* get(id)
      assert.strictEqual(consent.state, "expired")
      assert.deepInclude(consent.steps.at(-1), { state: "expired", key_id: null, actor: null })
      const [receipt] = yield* sql<any>`select * from receipts where verb = 'expire_consent' and consent->>'id' = ${String(id)}`
      assert.deepInclude(receipt, { company_id: 1 })
      assert.match(receipt.request_id, /^run_\d+$/)
    }))

  it.effect("is told of an approval, and ends that after a quarter of an hour", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id)
      yield* sleeping(consent.id)
      const { json: { confirmation, expires_at } } = yield* approve(consent.id)
      yield* until(run(consent.id), ({ wake_at }) => wake_at !== null && Math.abs(Date.parse(wake_at) - Date.parse(expires_at)) < 5_000)
      yield* pass(consent.id, "15 minutes")
      yield* completed(consent.id)
      assert.deepStrictEqual(yield* toldOf(consent.id), ["consent.requested", "consent.approved", "consent.expired"])
      assert.strictEqual((yield* execute(id, confirmation)).status, 409)
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("goes when the consent has come to its end, and writes nothing", () =>
    Effect.gen(function*() {
      const { id: rejected } = yield* propose(yield* contact())
      yield* reject(rejected)
      yield* completed(rejected)
      assert.deepStrictEqual(yield* toldOf(rejected), ["consent.requested", "consent.rejected"])
      const { confirmation, consent: executed, id } = yield* climbed
      yield* execute(id, confirmation)
      yield* completed(executed)
      assert.deepStrictEqual(yield* toldOf(executed), ["consent.requested", "consent.approved", "consent.executed"])
    }))

  it.effect("that comes too early or too late changes nothing", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* contact()
      const consent = yield* propose(id)
      const { id: timer } = yield* sleeping(consent.id)
      const ring = sql`update engine.cluster_messages set deliver_at = 0 where entity_id = '1.' || ${timer}::bigint and deliver_at is not null and not processed`
      yield* ring
      const attempts = sql<{ n: number }>`select count(*) as n from run_steps(${timer}) where kind = 'timer'`
      yield* sql`select set_config('app.company_id', '1', false)`
      yield* until(Effect.orDie(attempts), ([row]) => row!.n === 2)
      assert.deepStrictEqual(yield* toldOf(consent.id), ["consent.requested"])
      const token = yield* confirmation(consent.id)
      yield* Effect.all([execute(id, token), ring], { concurrency: "unbounded" })
      yield* completed(consent.id)
      assert.deepStrictEqual(yield* toldOf(consent.id), ["consent.requested", "consent.approved", "consent.executed"])
    }))

  it.effect("is told of an approval that its person repeats only once", () =>
    Effect.gen(function*() {
      const { consent } = yield* climbed
      yield* sleeping(consent)
      yield* approve(consent)
      const { json: { expires_at } } = yield* approve(consent)
      yield* until(run(consent), ({ wake_at }) => wake_at !== null && Math.abs(Date.parse(wake_at) - Date.parse(expires_at)) < 3_000)
      yield* reject(consent)
      yield* completed(consent)
      assert.deepStrictEqual(yield* toldOf(consent), ["consent.requested", "consent.approved", "consent.rejected"])
    }))
})
