import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { TestClocks } from "#layers/workflows/test-clocks"
import { cancelRun } from "#workflows/durable"
import { freePort } from "../process/service.ts"
import type { RunId } from "#schemas/workflows/run"
import { OwnerSql } from "../support/database.ts"
import { acme, by, committed, EngineClient, until } from "../support/nodes/client.ts"
import { Hop, Limited, Woken } from "../support/nodes/programs.ts"
import { mostAtOnce, receiver } from "../support/nodes/receiver.ts"
import { worker } from "../support/nodes/worker.ts"
import { rounds } from "../support/rounds.ts"

const COMPANIES = [1, 2, 3]
const RUNS = 40

/** Of each company, and how long those of live mode sleep. */
const SLEEPERS = 20
const REAL_NAP_MS = 5_000

const CROWD = rounds(2_000, 10_000)
const FIRSTS = 8

/** Milliseconds in which the first run of a company begins and ends, whatever others have asked for. */
const UNDELAYED = 2_000

/** As many more of the runs as the first. */
const crowd = Effect.gen(function*() {
  const sql = yield* OwnerSql
  yield* sql`insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode)
    select company_id, workflow, version, payload, payload_hash, origin, livemode
    from (select * from workflow_runs order by id limit 1) first, generate_series(2, ${CROWD})`
})

layer(EngineClient, { excludeTestServices: true })("limits", (it) => {
  it.effect("hold at every instant, on two nodes of which one is killed", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      remote.watch.takes = 100
      const node = Effect.flatMap(freePort, (port) => worker({ programs: ["limited"], port }))
      const [, b] = yield* Effect.all([node, node], { concurrency: 2 })
      const start = Effect.forEach(Array.from({ length: RUNS }), () => Limited.start({ receiver: remote.url }))
      const runs = (yield* Effect.forEach(COMPANIES, (company) => by(company)(committed(start)))).flat()
      yield* Effect.sync(() => remote.calls.length).pipe(
        Effect.repeat({ until: (n) => n >= runs.length / 3, schedule: Schedule.spaced("10 millis") })
      )
      yield* b.kill
      const ended = yield* until(runs, "runs within limits", "completed", "failed", "canceled")
      assert.deepStrictEqual(ended.filter(({ status }) => status !== "completed"), [])
      const { perCompany, total } = Limited.concurrency
      const most = COMPANIES.map((company) => mostAtOnce(remote.calls.filter((called) => called.company === company)))
      assert.strictEqual(Math.max(...most), perCompany)
      assert.isAtMost(mostAtOnce(remote.calls), total)
      yield* Effect.promise(() => annotate(
        `${runs.length} runs of ${COMPANIES.length} companies: at most ${most.join(", ")} at once each, ` +
          `${mostAtOnce(remote.calls)} in all`
      ))
    }).pipe(Effect.scoped))

  it.effect("hold for runs that wake at the same instant, by real time and by a test clock, with one of two nodes killed", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const sql = yield* OwnerSql
      const node = Effect.flatMap(freePort, (port) => worker({ programs: ["woken"], port }))
      const [, b] = yield* Effect.all([node, node], { concurrency: 2 })
      const at = new Date(Date.now() + REAL_NAP_MS).toISOString()
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
      const all = (at: string) => committed(Effect.forEach(Array.from({ length: SLEEPERS }), () => Woken.start({ receiver: remote.url, at })))
      const live = yield* by(1)(all(at))
      const test = yield* by(2, "test")(all(tomorrow))
      yield* until([...live, ...test], "sleep", "waiting", "completed", "queued")
      yield* until(test, "sleep", "waiting")
      remote.watch.takes = 100
      yield* by(2, "test")(committed(TestClocks.use((clocks) => Effect.andThen(clocks.lock, clocks.advance(tomorrow)))))
      const inLine = sql<{ id: RunId; company_id: number }>`
        select id, company_id::int from workflow_runs where status = 'queued' and started_at is not null order by id desc`
      const [canceled] = yield* inLine.pipe(Effect.repeat({ until: (rows) => rows.length > SLEEPERS / 2, schedule: Schedule.spaced("10 millis") }))
      yield* by(canceled!.company_id, canceled!.company_id === 1 ? "live" : "test")(committed(cancelRun(canceled!.id)))
      yield* Effect.sync(() => remote.calls.filter(({ step }) => step === "last").length).pipe(
        Effect.repeat({ until: (n) => n >= SLEEPERS / 2, schedule: Schedule.spaced("10 millis") })
      )
      yield* b.kill
      const ended = yield* until([...live, ...test], "woken runs within limits", "completed", "failed", "canceled")
      assert.deepStrictEqual(ended.filter(({ status }) => status !== "completed").map(({ id, status }) => ({ id, status })),
        [{ id: canceled!.id, status: "canceled" }])
      assert.isFalse(remote.done.has(`run_${canceled!.id}/last`))
      const { perCompany, total } = Woken.concurrency
      const most = [1, 2].map((company) => mostAtOnce(remote.calls.filter((called) => called.company === company)))
      assert.strictEqual(Math.max(...most), perCompany)
      assert.isAtMost(mostAtOnce(remote.calls), total)
      yield* Effect.promise(() => annotate(
        `${ended.length} runs of 2 companies woken: at most ${most.join(", ")} at once each, ${mostAtOnce(remote.calls)} in all`))
    }).pipe(Effect.scoped))

  it.effect(`let ${CROWD} runs of one company not delay another's first`, ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const sql = yield* OwnerSql
      yield* sql`delete from workflow_runs`
      yield* committed(Hop.start({ receiver: remote.url, nap: 1 })).pipe(acme)
      yield* crowd
      yield* worker({ programs: ["hop"] })
      yield* Effect.sync(() => remote.calls.length).pipe(
        Effect.repeat({ until: (n) => n >= 100, schedule: Schedule.spaced("20 millis") })
      )
      const delays: Array<number> = []
      for (let n = 0; n < FIRSTS; n++) {
        const at = performance.now()
        const run = yield* committed(Hop.start({ receiver: remote.url, nap: 1 })).pipe(by(2))
        const first = yield* Effect.sync(() => remote.calls.find((called) => called.run === run)).pipe(
          Effect.repeat({ until: (called) => called !== undefined, schedule: Schedule.spaced("10 millis") }),
          Effect.timeout("90 seconds")
        )
        delays.push(first!.at - at)
        yield* until([run], "the first run of another company", "completed")
      }
      const [queued] = yield* sql<{ n: number }>`select count(*) as n from workflow_runs where status = 'queued'`
      assert.isAbove(queued!.n, CROWD / 4, "the other company still has a crowd of them")
      assert.isBelow(Math.max(...delays), UNDELAYED)
      yield* Effect.promise(() => annotate(
        `begun after ${delays.map(Math.round).join(", ")} ms, with ${queued!.n} of another company still queued at the end`
      ))
    }).pipe(Effect.scoped))
})
