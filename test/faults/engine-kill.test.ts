import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { OwnerSql } from "../support/database.ts"
import { acme, committed, notesOf, EngineClient, until } from "../support/nodes/client.ts"
import { type Worker, worker } from "../support/nodes/worker.ts"
import { FAN, Journey, journeyCalls, journeyNotes, LEAVES } from "../support/nodes/programs.ts"
import { type Called, receiver } from "../support/nodes/receiver.ts"
import { rounds } from "../support/rounds.ts"

const ROUNDS = rounds(6, 30)
const RUNS = 4
const NAP_MS = 400

/** Milliseconds in which work has to go on once a process is there again. */
const SOON = 5_000

type Receiver = Effect.Success<typeof receiver>

/** What a process can be killed in the midst of. */
interface Moment {
  readonly name: string
  /** Calls that are not answered, so that they are under way when the process is killed. */
  readonly holds: (called: Called) => boolean
  /** Whether the moment has come, of the runs of the round. */
  readonly come: (calls: ReadonlyArray<Called>, statuses: ReadonlyArray<string>) => boolean
  /** Milliseconds to wait after that. */
  readonly wait: number
}

const calledFor = (...steps: ReadonlyArray<string>) => (calls: ReadonlyArray<Called>) =>
  calls.filter(({ step }) => steps.includes(step)).length

const never = () => false

const moments: ReadonlyArray<Moment> = [
  {
    name: "mid-activity",
    holds: ({ step }) => step === "first",
    come: (calls) => calledFor("first")(calls) === RUNS,
    wait: 0
  },
  { name: "between activities", holds: never, come: (calls) => calledFor("first")(calls) === RUNS, wait: 60 },
  { name: "mid-write", holds: never, come: (calls) => calledFor("first")(calls) === RUNS, wait: 250 },
  { name: "mid-sleep", holds: never, come: (_, statuses) => statuses.every((status) => status === "waiting"), wait: 100 },
  {
    name: "fan-out",
    holds: ({ step }) => ["fan 1", "fan 3", "fan 4"].includes(step),
    come: (calls) => calledFor(...FAN.map((n) => `fan ${n}`))(calls) >= FAN.length * RUNS,
    wait: 30
  },
  { name: "children", holds: ({ step }) => step === "leaf", come: (calls) => calledFor("leaf")(calls) >= RUNS, wait: 0 }
]

const statusesOf = Effect.fnUntraced(function*(runs: ReadonlyArray<RunId>) {
  const sql = yield* OwnerSql
  const rows = yield* sql<{ status: string }>`select status from workflow_runs where id = any(${runs}::bigint[])`
  return rows.map(({ status }) => status)
})

/** Waits for the moment, and not for ever. */
const moment = ({ come, name, wait }: Moment, calls: () => ReadonlyArray<Called>, runs: ReadonlyArray<RunId>) =>
  statusesOf(runs).pipe(
    Effect.repeat({ until: (statuses) => come(calls(), statuses), schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.die(new Error(`${name} has not come: ${JSON.stringify(calls().map(({ step }) => step))}`))
    }),
    Effect.andThen(Effect.sleep(wait))
  )

/** When the first of the runs left to a process went on, in milliseconds after its start and after it was ready. */
const resumption = ({ awake, readyAt, startedAt }: Worker, runs: ReadonlyArray<RunId>) => {
  const first = Math.min(...awake.filter(({ run }) => runs.includes(run as RunId)).map(({ at }) => at))
  return { afterStart: first - startedAt, afterReady: first - readyAt }
}

const median = (times: ReadonlyArray<number>) => Math.round([...times].sort((a, b) => a - b)[times.length >> 1]!)
const worst = (times: ReadonlyArray<number>) => Math.round(Math.max(...times))

/** One process under work, killed in its midst; the runs it leaves. */
const round = Effect.fnUntraced(function*(now: Moment, remote: Receiver, before: ReadonlyArray<RunId>) {
  const { calls, letGo, url, watch } = remote
  const process = yield* worker({ programs: ["journey", "leaf"] })
  const first = calls.length
  const runs = yield* committed(Effect.forEach(
    Array.from({ length: RUNS }), () => Journey.start({ receiver: url, nap: NAP_MS })
  ))
  const family = new Set<number>(runs)
  const mine = () => calls.slice(first).filter(({ run, step }) => step === "leaf" || family.has(run))
  watch.holds = (called) => (called.step === "leaf" || family.has(called.run)) && now.holds(called)
  yield* moment(now, mine, runs)
  yield* process.kill
  letGo()
  return { runs, ...resumption(process, before) }
}, Effect.scoped)

layer(EngineClient, { excludeTestServices: true })("a single node", (it) => {
  it.effect(`loses and doubles nothing when it is killed ${ROUNDS} times in the midst of its work`, ({ annotate }) =>
    Effect.gen(function*() {
      const remote = yield* receiver
      const all: Array<RunId> = []
      const resumptions: Array<ReturnType<typeof resumption>> = []
      for (let n = 0; n < ROUNDS; n++) {
        const { runs, ...resumed } = yield* round(moments[n % moments.length]!, remote, all)
        if (n > 0) resumptions.push(resumed)
        all.push(...runs)
      }
      const last = yield* worker({ programs: ["journey", "leaf"] })
      const ended = yield* until(all, "runs that were killed", "completed", "failed", "canceled")
      assert.deepStrictEqual(ended.filter(({ result, status }) => status !== "completed" || result !== 13), [])
      resumptions.push(resumption(last, all))

      const sql = yield* OwnerSql
      const leaves = yield* sql<{ id: RunId; status: string }>`
        select id, status from workflow_runs where workflow = 'fault.leaf' order by id`
      assert.strictEqual(leaves.length, all.length * LEAVES.length)
      assert.deepStrictEqual(leaves.filter(({ status }) => status !== "completed"), [])
      const children = leaves.map(({ id }) => id)

      const expected = [
        ...all.flatMap((id) => journeyCalls.map((step) => `run_${id}/${step}`)), ...children.map((id) => `run_${id}/leaf`)
      ]
      assert.deepStrictEqual([...remote.done.keys()].sort(), expected.sort())
      const notes = yield* notesOf([...all, ...children])
      assert.deepStrictEqual(
        notes.map(({ run_id, step }) => `${run_id} ${step}`).sort(),
        [
          ...all.flatMap((id) => journeyNotes.map((step) => `${id} ${step}`)), ...children.map((id) => `${id} leaf note`)
        ].sort()
      )
      const [told] = yield* sql<{ receipts: number; events: number }>`select
        (select count(*) from receipts where verb = 'test_note') as receipts,
        (select count(*) from events where kind = 'test.ping') as events`
      assert.deepStrictEqual(told, { receipts: notes.length, events: notes.length })

      const afterStart = resumptions.map((one) => one.afterStart)
      const afterReady = resumptions.map((one) => one.afterReady)
      assert.isBelow(median(afterStart), SOON)
      assert.isBelow(worst(afterReady), SOON)
      const attempts = ended.map(({ attempt }) => attempt)
      yield* Effect.promise(() => annotate(
        `${all.length} runs and ${children.length} children through ${ROUNDS} kills: ${notes.length} writes once each, ` +
          `${remote.done.size} calls done once each (asked ${remote.calls.length} times), ` +
          `begun or resumed up to ${Math.max(...attempts)} times; ` +
          `work went on ${median(afterStart)} ms after a start (median; worst ${worst(afterStart)}), of which ` +
          `${median(afterReady)} ms (worst ${worst(afterReady)}) after it was ready`
      ))
    }).pipe(Effect.scoped, acme))
})
