import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Schedule, Schema } from "effect"
import type { RunDetail, RunId } from "#schemas/workflows/run"
import { durable, signal, step, waitFor, write } from "#workflows/durable"
import { get_workflow_run, list_workflow_runs } from "#workflows/workflows/runs"
import { retry_workflow_run } from "#workflows/workflows/steering"
import { OwnerSql } from "../support/database.ts"
import { begin, engined } from "../support/engine.ts"

const Go = signal("go", Schema.Void)
const gate = Deferred.makeUnsafe<void>()
let broken = true
let begun = 0

const Loading = durable({
  name: "state.loading", version: 1, payload: { size: Schema.Int }, error: Schema.String,
  state: { done: Schema.Int, since: Schema.Date, note: Schema.String, token: Schema.optionalKey(Schema.String) }
})
const since = new Date(86_400_000)
const LoadingProgram = Loading.program(Effect.fnUntraced(function*({ size }) {
  begun++
  yield* Loading.setState({ done: 0, since, note: "begun", token: "sk_live_0123456789abcdef0123" })
  yield* waitFor(Go)
  yield* write("half", { verb: "test_half" }, Loading.setState({ done: 50, since, note: "half\0" }))
  yield* step("gate", {}, Deferred.await(gate))
  yield* write("refused", { verb: "test_refused", error: Schema.String }, Effect.andThen(Loading.setState({ done: 51, since, note: "never" }), Effect.fail("no"))).pipe(Effect.ignore)
  yield* step("again", {}, Effect.void)
  yield* Loading.setState({ done: broken ? 60 : 90, since, note: "x".repeat(size) }, "ninety")
  yield* step("break", { error: Schema.String }, Effect.suspend(() => broken ? Effect.fail("broken") : Effect.void))
}))

const seen = (id: RunId): Effect.Effect<RunDetail, never, any> => begin(get_workflow_run({ id })) as never
const until = (id: RunId, holds: (run: RunDetail) => boolean) =>
  seen(id).pipe(Effect.repeat({ until: holds, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))
const state = (done: number, note: string) => ({ done, since: "1970-01-02T00:00:00.000Z", note })

layer(engined([[Loading, LoadingProgram]] as never), { excludeTestServices: true })("the state of a run", (it) => {
  it.effect("is read while it runs and after, with the write that told it, and told anew by what is done again", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Loading.start({ size: 4 }))
    const first = yield* until(id, ({ state, status }) => state !== null && status === "waiting")
    assert.deepInclude(first.state, state(0, "begun"))
    assert.notInclude(JSON.stringify(first.state), "sk_live_0123456789abcdef0123", "secrets are redacted")
    assert.isNotNull(first.state_set_at)
    yield* sql`insert into workflow_signals (company_id, run_id, name, exit) values (1, ${id}, 'go', '{"_tag":"Success","value":null}')`
    const half = yield* until(id, ({ state }) => state.done === 50)
    assert.deepStrictEqual(half.state, state(50, "half\uFFFD"), "what went before is not told again when the program begins anew")
    assert.isAbove(begun, 1)
    assert.strictEqual(half.status, "running")
    yield* Deferred.succeed(gate, undefined)
    const failed = yield* until(id, ({ finished_at }) => finished_at !== null)
    assert.deepInclude(failed, { status: "failed", state: state(60, "xxxx") })
    broken = false
    yield* begin(retry_workflow_run({ id, from_step: "again" }))
    assert.deepInclude(yield* until(id, ({ status }) => status === "completed"), { state: state(90, "xxxx") })
    const { items: [listed] } = yield* begin(list_workflow_runs({ limit: 1, offset: 0 }))
    assert.notProperty(listed, "state")
  }))

  it.effect("that is too large stops the run and says so", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Loading.start({ size: 17_000 }))
    yield* sql`insert into workflow_signals (company_id, run_id, name, exit) values (1, ${id}, 'go', '{"_tag":"Success","value":null}')`
    const failed = yield* until(id, ({ finished_at }) => finished_at !== null)
    assert.match(JSON.stringify(failed.error), /The state of state.loading has \d+ bytes; the most are 16384/u)
    assert.deepStrictEqual(failed.state, state(50, "half\uFFFD"))
  }))
})
