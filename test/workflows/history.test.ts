import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Caller } from "#schemas/kernel/tenancy"
import { RunHistory } from "#schemas/workflows/history"
import type { RunId } from "#schemas/workflows/run"
import { Tenancy } from "#layers/kernel/tenancy"
import { cancelRun, sendSignal } from "#workflows/durable"
import { get_workflow_run_history } from "#workflows/workflows/history"
import * as steering from "#workflows/workflows/steering"
import { OwnerSql } from "../support/database.ts"
import { hold } from "./held.ts"
import { begin, engined } from "../support/engine.ts"
import { eventually } from "../support/eventually.ts"
import { somebody } from "../support/workflows.ts"
import { broken, Told, Undone, Whole, works } from "./history-works.ts"

const as = (...scopes: ReadonlyArray<string>) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provideService(Tenancy.use((tenancy) => tenancy.transaction(work)), Caller, { ...somebody, scopes: new Set(scopes) })
const read = (id: RunId, scopes: ReadonlyArray<string> = ["crm:read"]) => as(...scopes)(get_workflow_run_history({ id })) as Effect.Effect<RunHistory, any, any>
const until = (id: RunId, status: string) => eventually(read(id), ({ run }) => run.status === status, 30_000)
const has = (id: RunId, name: string) => eventually(read(id), ({ entries }) => entries.some((entry) => entry.name === name), 15_000)
const short = ({ entries }: RunHistory) => entries.map(({ attempt, kind, name, status }) =>
  [kind, name, attempt, status].filter((part) => part !== null && part !== 1 && part !== "completed").join(" "))

layer(engined(works as never), { excludeTestServices: true })("the history of a run", (it) => {
  it.effect("holds its steps, attempts, waits, signals, children, what was done to it, and what its writes left", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    broken.add("one last")
    const id = yield* begin(Whole.start({ key: "one" }))
    yield* has(id, "nap")
    yield* begin(steering.pause_workflow_run({ id }))
    yield* until(id, "paused")
    yield* begin(steering.resume_workflow_run({ id }))
    yield* has(id, "told/limit")
    yield* begin(sendSignal(id, Told, { word: "yes", password: "hidden" }))
    yield* until(id, "failed")
    broken.clear()
    yield* begin(steering.retry_workflow_run({ id }))
    const history = yield* until(id, "completed")
    assert.deepStrictEqual(short(history), [
      "start", "step read", "step knock failed", "timer knock/1", "step knock 2", "timer nap", "paused", "resumed", "timer told/limit canceled",
      "signal told", "race told", "write note", "child leaf", "retried", "step last", "end"
    ])
    assert.deepStrictEqual(Schema.decodeUnknownSync(RunHistory)(JSON.parse(JSON.stringify(history))), history)
    const of = (kind: string, name: string) => history.entries.find((entry) => entry.kind === kind && entry.name === name)!
    assert.strictEqual(of("step", "read").result, "Ada of one")
    assert.deepStrictEqual(of("signal", "told").result, { word: "yes", password: "[redacted]" })
    assert.match(JSON.stringify(of("step", "knock").error), /door/)
    assert.match(JSON.stringify(history.entries.find(({ kind }) => kind === "retried")!.error), /one last/)
    const { child, result } = of("child", "leaf")
    assert.deepStrictEqual([child!.workflow, child!.version, child!.payload, result], ["crm.leaf", 1, { n: 21 }, 42])
    const note = of("write", "note")
    const [receipt] = yield* sql<{ verb: string; request_id: string }>`select verb, request_id from receipts where id = ${note.receipt_id}`
    assert.deepStrictEqual(receipt, { verb: "test_note", request_id: `run_${id}` })
    const [event] = yield* sql<{ id: number }>`select id::int from events where request_id = ${`run_${id}`}`
    assert.deepStrictEqual(note.events, [{ id: event!.id, kind: "contact.created" }] as never)
    assert.deepStrictEqual(history.entries.map(({ started_at }) => started_at), history.entries.map(({ started_at }) => started_at).toSorted())
    hold("whole", history)
  }), 120_000)

  it.effect("says what takes back what was done, and what nothing waited for any longer", () => Effect.gen(function*() {
    broken.add("two charge")
    const failed = yield* until(yield* begin(Undone.start({ key: "two" })), "failed")
    assert.deepStrictEqual(short(failed), ["start", "step reserve", "step charge failed", "step release", "end failed"])
    assert.deepStrictEqual(failed.entries.filter(({ compensates }) => compensates).map(({ name }) => name), ["release"])

    hold("undone", failed)

    const id = yield* begin(Undone.start({ key: "three" }))
    hold("waiting", yield* has(id, "long"))
    yield* begin(cancelRun(id))
    const canceled = yield* until(id, "canceled")
    hold("canceled", canceled)
    assert.deepStrictEqual(short(canceled), [
      "start", "step reserve", "step charge", "cancel_requested", "step release", "end canceled"
    ])
  }), 120_000)

  it.effect("is masked for who may not read what the workflow works on", () => Effect.gen(function*() {
    const id = yield* begin(Undone.start({ key: "four" }))
    yield* has(id, "long")
    const [seen, masked] = [yield* read(id), yield* read(id, ["workflows:read"])]
    assert.deepStrictEqual([seen.masked, masked.masked], [false, true])
    assert.deepStrictEqual(short(seen), short(masked))
    const other = yield* begin(Whole.start({ key: "four" }))
    yield* has(other, "knock")
    assert.notInclude(JSON.stringify((yield* read(other, [])).entries), "Ada")
  }), 120_000)
})
