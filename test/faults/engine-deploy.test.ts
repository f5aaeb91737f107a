import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { sendSignal } from "#workflows/durable"
import { freePort } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { acme, committed, notesOf, EngineClient, until } from "../support/nodes/client.ts"
import { type Worker, worker } from "../support/nodes/worker.ts"
import { Deploy1, Deploy2, Go, Hop, type Program } from "../support/nodes/programs.ts"
import { receiver } from "../support/nodes/receiver.ts"

const RUNS = 20

/** Half seconds in which a process that is new has its share of what others did before. */
const TURNS = 20

/** Milliseconds until a run that nothing stands in the way of begins; the engine looks for work each second. */
const AT_ONCE = 3_000

const many = <A, E, R>(start: Effect.Effect<A, E, R>) => committed(Effect.forEach(Array.from({ length: RUNS }), () => start))

const go = (runs: ReadonlyArray<RunId>) =>
  committed(Effect.forEach(runs, (run) => sendSignal(run, Go, {}), { discard: true }))

/** Waits until all runs have written their first note, and gives the processes that wrote it. */
const begun = (runs: ReadonlyArray<RunId>) =>
  notesOf(runs).pipe(
    Effect.map((notes) => notes.filter(({ step }) => step === "began")),
    Effect.repeat({ until: (notes) => notes.length === runs.length, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({
      duration: "30 seconds",
      orElse: () => Effect.die(new Error("the runs have not begun within 30 s"))
    }),
    Effect.map((notes) => new Set(notes.map(({ pid }) => pid)))
  )

const finished = Effect.fnUntraced(function*(runs: ReadonlyArray<RunId>) {
  const ended = yield* until(runs, "runs of a rolling deploy", "completed", "failed", "canceled")
  assert.deepStrictEqual(ended.filter(({ status }) => status !== "completed"), [])
  const notes = yield* notesOf(runs)
  assert.strictEqual(notes.length, runs.length * 2)
  return new Set(ended.map(({ result }) => result as string))
})

const at = (port: number, ...programs: ReadonlyArray<Program>) => worker({ port, programs })

layer(EngineClient, { excludeTestServices: true })("a deploy", (it) => {
  it.effect("rolls: runs keep their version, new ones begin at once, all move when the old process ends", ({ annotate }) =>
    Effect.gen(function*() {
      const old: Worker = yield* at(yield* freePort, "deploy1", "hop")
      const first = yield* many(Deploy1.start({}))
      assert.deepStrictEqual(yield* begun(first), new Set([old.pid]))

      const fresh: Worker = yield* at(yield* freePort, "deploy1", "deploy2", "hop")
      const asked = performance.now()
      const second = yield* many(Deploy2.start({}))
      assert.deepStrictEqual(yield* begun(second), new Set([fresh.pid]), "the second version runs where it is known")
      const delay = performance.now() - asked
      assert.isBelow(delay, AT_ONCE)

      const third: Array<RunId> = []
      const both = new Set<number>()
      for (let n = 0; n < TURNS && both.size < 2; n++) {
        const runs = yield* many(Deploy1.start({}))
        for (const pid of yield* begun(runs)) both.add(pid)
        third.push(...runs)
        yield* Effect.sleep("500 millis")
      }
      assert.deepStrictEqual(both, new Set([old.pid, fresh.pid]), "the first version comes to be shared")
      const versionOne = [...first, ...third]
      const early = versionOne.filter((_, n) => n % 2 === 0)
      const late = versionOne.filter((_, n) => n % 2 === 1)
      yield* go(early)
      for (const result of yield* finished(early)) assert.match(result, /^v1 /)

      assert.strictEqual(yield* old.stop, 0)
      yield* go([...late, ...second])
      assert.deepStrictEqual(yield* finished(late), new Set([`v1 in ${fresh.pid}`]))
      assert.deepStrictEqual(yield* finished(second), new Set([`v2 in ${fresh.pid}`]))
      yield* Effect.promise(() => annotate(`${RUNS} runs of the new version had begun after ${Math.round(delay)} ms`))
    }).pipe(Effect.scoped, acme))

  it.effect("back, to a program without a version that runs hold, leaves these alone until one has it", () =>
    Effect.gen(function*() {
      const runs = yield* many(Deploy1.start({}))
      const first = yield* at(0, "deploy1", "deploy2")
      yield* begun(runs)
      assert.strictEqual(yield* first.stop, 0)
      yield* go(runs.slice(0, 10))
      const queued = yield* many(Deploy1.start({}))
      yield* Effect.gen(function*() {
        const back = yield* at(0, "deploy2")
        const others = yield* many(Deploy2.start({}))
        yield* begun(others)
        yield* go(others)
        yield* finished(others)
        assert.strictEqual(yield* back.stop, 0)
      }).pipe(Effect.scoped)
      const sql = yield* OwnerSql
      const left = yield* sql`select status, count(*) as n from workflow_runs where id = any(${[...runs, ...queued]}::bigint[]) group by 1 order by 1`
      assert.deepStrictEqual(left, [{ status: "queued", n: RUNS }, { status: "waiting", n: RUNS }])
      yield* at(0, "deploy1")
      yield* begun(queued)
      yield* go([...runs.slice(10), ...queued])
      yield* finished([...runs, ...queued])
    }).pipe(Effect.scoped, acme))

  it.effect("has a second process that works alone wait, and take over when the first is killed", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const first = yield* at(0, "hop", "deploy1", "deploy2")
      const standby = yield* at(0, "hop", "deploy1", "deploy2")
      const asked = performance.now()
      const runs = yield* many(Deploy1.start({}))
      assert.deepStrictEqual(yield* begun(runs), new Set([first.pid]))
      const delay = performance.now() - asked
      const under = yield* committed(
        Effect.forEach(Array.from({ length: 100 }), () => Hop.start({ receiver: remote.url, nap: 1_000 }))
      )
      yield* Effect.sleep("1 second")
      yield* first.kill
      const killedAt = performance.now()
      yield* until(under, "runs of a standby", "completed")
      yield* go(runs)
      assert.deepStrictEqual(yield* finished(runs), new Set([`v1 in ${standby.pid}`]))
      const takeover = Math.min(...standby.awake.map(({ at }) => at)) - killedAt
      assert.isAbove(takeover, 0, "the second did nothing before")
      assert.isBelow(takeover, 5_000)
      assert.strictEqual((yield* notesOf(under)).length, under.length)
      const sql = yield* OwnerSql
      const [stuck] = yield* sql<{ n: number }>`select count(*) as n from workflow_runs where finished_at is null`
      assert.strictEqual(stuck!.n, 0)
      yield* Effect.promise(() => annotate(
        `beside a standby ${RUNS} runs had begun after ${Math.round(delay)} ms; ` +
          `it took over ${Math.round(takeover)} ms after the first was killed`
      ))
    }).pipe(Effect.scoped, acme))
})
