import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { freePort } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { acme, committed, notesOf, EngineClient, until } from "../support/nodes/client.ts"
import { type Worker, worker } from "../support/nodes/worker.ts"
import { Hop, hopCalls } from "../support/nodes/programs.ts"
import { type Called, receiver } from "../support/nodes/receiver.ts"
import { rounds } from "../support/rounds.ts"

const RUNS = rounds(80, 200)
const NAP_MS = 2_000

/** Sixteen of the hops, and sixteen of the engine's own. */
const SHARDS = 32

/** Milliseconds in which the work of a node that died has to go on elsewhere. */
const TAKEOVER = 15_000

type Receiver = Effect.Success<typeof receiver>

const started = ({ url }: Receiver) =>
  committed(Effect.forEach(Array.from({ length: RUNS }), () => Hop.start({ receiver: url, nap: NAP_MS })))

const waitUntil = (what: string, holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (it) => it, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({ duration: "30 seconds", orElse: () => Effect.die(new Error(`not within 30 s: ${what}`)) })
  )

/** Whether each call was done once and each note is there once. */
const once = Effect.fnUntraced(function*({ done }: Receiver, runs: ReadonlyArray<RunId>) {
  const ended = yield* until(runs, "runs on several nodes", "completed", "failed", "canceled")
  assert.deepStrictEqual(ended.filter(({ status }) => status !== "completed"), [])
  const mine = new Set<number>(runs)
  assert.deepStrictEqual(
    [...done.values()].filter(({ run }) => mine.has(run)).map(({ key }) => key).sort(),
    runs.flatMap((id) => hopCalls.map((step) => `run_${id}/${step}`)).sort()
  )
  const notes = yield* notesOf(runs)
  assert.deepStrictEqual(notes.map(({ run_id }) => run_id), [...runs].sort((a, b) => a - b))
  return notes
})

/** Waits until so many nodes have all shards between them: nodes that join after work has begun take shards from one that is at it. */
const spread = Effect.fnUntraced(function*(nodes: number) {
  const sql = yield* OwnerSql
  yield* sql<{ nodes: number; shards: number }>`
    select count(distinct l.pid)::int as nodes, count(*)::int as shards from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and a.datname = current_database() and a.application_name = 'service engine'
      and l.classid not in (7305, 7306)`.pipe(
    Effect.repeat({ until: ([row]) => row!.nodes === nodes && row!.shards === SHARDS, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => Effect.die(new Error("the nodes have not shared the shards within a minute")) })
  )
})

const lost = (nodes: ReadonlyArray<Worker>) => nodes.filter(({ lostLocks }) => lostLocks()).map(({ pid }) => pid)

/** Calls made again although the first of them was not of a process that is gone. */
const doubled = (calls: ReadonlyArray<Called>, gone: ReadonlySet<number>) => {
  const first = new Map<string, Called>()
  return calls.flatMap((called) => {
    const earlier = first.get(called.key)
    if (earlier === undefined) first.set(called.key, called)
    return earlier !== undefined && !gone.has(earlier.pid) ? [{ called, earlier }] : []
  })
}

const share = (pids: ReadonlyArray<number>) => {
  const counts = new Map<number, number>()
  for (const pid of pids) counts.set(pid, (counts.get(pid) ?? 0) + 1)
  return counts
}

/** How long after an instant each run that was under way in `from` was begun again in one of the others. */
const moved = (from: Worker, to: ReadonlyArray<Worker>, at: number, runs: ReadonlyArray<number>) =>
  runs.filter((run) => from.awake.some((awake) => awake.run === run)).flatMap((run) => {
    const times = to.flatMap(({ awake }) => awake.filter((one) => one.run === run && one.at > at).map((one) => one.at - at))
    return times.length === 0 ? [] : [Math.min(...times)]
  }).sort((a, b) => a - b)

const range = (times: ReadonlyArray<number>) => `${Math.round(times[0]!)} to ${Math.round(times.at(-1)!)}`

const node = Effect.flatMap(freePort, (port) => worker({ programs: ["hop"], port }))

layer(EngineClient, { excludeTestServices: true })("several nodes on one database", (it) => {
  it.effect("lose and double nothing when one of three is killed, and share with it when it is back", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const [a, b, c] = yield* Effect.all([node, node, node], { concurrency: "unbounded" })
      yield* spread(3)
      remote.watch.holds = ({ pid, run }) => pid === b.pid && run % 4 === 0
      const runs = yield* started(remote)
      yield* waitUntil("all three work, and the one has runs under way", () =>
        remote.calls.length >= RUNS / 2 && [a, b, c].every(({ pid }) => remote.calls.some((call) => call.pid === pid)) &&
        remote.calls.some((call) => remote.watch.holds(call)))
      yield* b.kill
      const killedAt = performance.now()
      remote.letGo()
      const left = runs.filter((run) => !remote.done.has(`run_${run}/last`))
      yield* once(remote, runs)
      assert.deepStrictEqual(doubled(remote.calls, new Set([b.pid, ...lost([a, c])])), [])
      const takeover = moved(b, [a, c], killedAt, left)
      assert.isAbove(takeover.length, 0, "the node had runs under way")
      assert.isBelow(takeover.at(-1)!, TAKEOVER)

      const back = yield* worker({ programs: ["hop"], port: b.port })
      const more = yield* started(remote)
      const notes = yield* once(remote, more)
      const shares = share(notes.map(({ pid }) => pid))
      for (const { pid } of [a, back, c]) assert.isAtLeast(shares.get(pid) ?? 0, RUNS / 10)
      yield* Effect.promise(() => annotate(
        `${takeover.length} runs of the dead node went on after ${range(takeover)} ms; afterwards the nodes did ` +
          `${[a, back, c].map(({ pid }) => shares.get(pid)).join(", ")} of ${RUNS} runs, the second of them back again; ` +
          `${remote.calls.length} calls for ${remote.done.size} keys; ${lost([a, back, c]).length} nodes could not look after their locks`
      ))
    }).pipe(Effect.scoped, acme))

  it.effect("go on with the work of one that stands still, which doubles nothing when it wakes", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const [a, b] = yield* Effect.all([node, node], { concurrency: "unbounded" })
      yield* spread(2)
      remote.watch.holds = ({ pid, run }) => pid === b.pid && run % 4 === 0
      const runs = yield* started(remote)
      yield* waitUntil("both work, and the one has runs under way", () =>
        remote.calls.length >= RUNS / 2 && [a, b].every(({ pid }) => remote.calls.some((call) => call.pid === pid)) &&
        remote.calls.some((call) => remote.watch.holds(call)))
      yield* b.freeze
      const frozenAt = performance.now()
      remote.letGo()
      const left = runs.filter((run) => !remote.done.has(`run_${run}/last`))
      yield* once(remote, runs)
      yield* b.thaw
      const takeover = moved(b, [a], frozenAt, left)
      assert.isAbove(takeover.length, 0, "the node had runs under way")
      assert.isBelow(takeover.at(-1)!, TAKEOVER)
      assert.deepStrictEqual(doubled(remote.calls, new Set([b.pid, ...lost([a])])), [])

      const thawedAt = performance.now()
      yield* Effect.sleep("3 seconds")
      const more = yield* started(remote)
      const notes = yield* once(remote, more)
      yield* once(remote, runs)
      const shares = share(notes.map(({ pid }) => pid))
      assert.isAtLeast(shares.get(b.pid) ?? 0, RUNS / 10)
      yield* Effect.promise(() => annotate(
        `${takeover.length} runs went on elsewhere after ${range(takeover)} ms; woken, the node did ${shares.get(b.pid)} of ${RUNS} runs, ` +
          `the first after ${Math.round(Math.min(...b.awake.filter(({ at }) => at > thawedAt).map(({ at }) => at)) - thawedAt)} ms`
      ))
    }).pipe(Effect.scoped, acme))

  it.effect("go on with the work of one that is asked to end", ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const [a, b] = yield* Effect.all([node, node], { concurrency: "unbounded" })
      yield* spread(2)
      const runs = yield* started(remote)
      yield* waitUntil("both work", () =>
        remote.calls.length >= RUNS / 2 && [a, b].every(({ pid }) => remote.calls.some((call) => call.pid === pid)))
      const left = runs.filter((run) => !remote.done.has(`run_${run}/last`))
      const askedAt = performance.now()
      const code = yield* b.stop
      const tookToEnd = performance.now() - askedAt
      assert.strictEqual(code, 0)
      assert.isBelow(tookToEnd, 10_000)
      yield* once(remote, runs)
      const takeover = moved(b, [a], askedAt, left)
      assert.isAbove(takeover.length, 0, "the node had runs under way")
      assert.isBelow(takeover.at(-1)!, TAKEOVER)
      yield* Effect.promise(() => annotate(
        `ended in ${Math.round(tookToEnd)} ms; ${takeover.length} runs went on elsewhere after ${range(takeover)} ms; ` +
          `${remote.calls.length} calls for ${remote.done.size} keys`
      ))
    }).pipe(Effect.scoped, acme))
})
