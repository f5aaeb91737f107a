import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Option, Schedule, Schema } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { StepTimedOut } from "#workflows/step-timeout"
import { durable, step } from "#workflows/durable"
import { heartbeat, progress } from "#workflows/workflows/heartbeat"
import { get_workflow_run } from "#workflows/workflows/runs"
import { home } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { Mailing } from "./at-work-works.ts"

class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", {}) {}

const Done = progress(Schema.Struct({ rows: Schema.Int }))

/** Fails after each row that it has done, so that each attempt does one. */
const Halting = durable({ name: "work.halting", version: 1, payload: {}, success: Schema.Array(Schema.Int) })
const starts: Array<number> = []
const HaltingProgram = Halting.program(() =>
  step("rows", { success: Schema.Array(Schema.Int), error: Refused, retries: { attempts: 5, first: "10 millis" } }, Effect.gen(function*() {
    const { rows } = Option.getOrElse(yield* Done.last, () => ({ rows: 0 }))
    starts.push(rows)
    if (rows === 3) return starts
    yield* Done.report({ rows: rows + 1 })
    return yield* new Refused()
  })).pipe(Effect.orDie))

/** Is at work for a second, and says so every hundredth of it as often as it may. */
const Beating = durable({ name: "work.beating", version: 1, payload: { beats: Schema.Int }, error: StepTimedOut })
const BeatingProgram = Beating.program(({ beats }) =>
  step("work", { heartbeat: "500 millis" }, Effect.forEach(Array.from({ length: 100 }, (_, n) => n), (n) =>
    Effect.andThen(Effect.sleep("10 millis"), n < beats ? heartbeat : Effect.void), { discard: true })))

/** Does something that it may do three times in two seconds. */
const Limited = durable({ name: "work.limited", version: 1, payload: { n: Schema.Int } })
const times: Array<number> = []
const LimitedProgram = Limited.program(() =>
  step("call", { rateLimit: { name: "provider", most: 3, per: "2 seconds" } }, Effect.sync(() => void times.push(performance.now()))))

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  find(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )

layer(engined([[Halting, HaltingProgram], [Beating, BeatingProgram], [Limited, LimitedProgram]]), { excludeTestServices: true })("a step at work", (it) => {
  it.effect("goes on in each attempt where the one before came to, and forgets it when it is done", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const run = yield* until(yield* begin(Halting.start({})), "completed", "failed")
    assert.deepStrictEqual(run.result, [0, 1, 2, 3])
    assert.deepStrictEqual(yield* sql`select 1 from workflow_step_progress`, [])
  }))

  it.effect("that is silent for longer than it may be times out, and one that is not goes on", () => Effect.gen(function*() {
    const [alive, silent] = yield* begin(Effect.all([Beating.start({ beats: 100 }), Beating.start({ beats: 20 })]))
    assert.strictEqual((yield* until(alive, "completed", "failed")).status, "completed")
    assert.deepInclude(yield* until(silent, "completed", "failed"), { status: "failed", error_kind: "StepTimedOut" })
  }))

  it.effect("waits for its turn where it may be done only so often, whichever run it is of", () => Effect.gen(function*() {
    const before = performance.now()
    const ids = yield* begin(Effect.forEach([1, 2, 3, 4, 5, 6, 7], (n) => Limited.start({ n })))
    yield* Effect.forEach(ids, (id) => until(id, "completed", "failed"), { concurrency: "unbounded" })
    const taken = times.map((time) => time - before)
    assert.lengthOf(taken, 7)
    /* Once three turns have been taken, the others are two thirds of a second apart; the clocks of the process and the database need not run alike. */
    for (const n of [3, 4, 5, 6]) assert.isAtLeast(taken[n]!, (n - 2) * (2_000 / 3) - 50)
  }))
})

it.live("a step that a crash tore goes on where it said it was, and shows it while it is at work", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const file = join(yield* home, "done")
    const lines = () => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
    const work = killedAfter(url, join(import.meta.dirname, "at-work-works.ts"), file)
    yield* Effect.gen(function*() {
      const id = yield* begin(Mailing.start({ size: 5 }))
      yield* work(Effect.sync(lines).pipe(
        Effect.repeat({ until: (all) => all.includes("stands still"), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
      ))
      const { steps } = yield* begin(get_workflow_run({ id }))
      assert.deepInclude(steps[0], { name: "send", status: "running", progress: { up_to: 3 } })
      const { status } = yield* work(until(id, "completed", "failed"))
      assert.strictEqual(status, "completed")
      assert.deepStrictEqual(lines(), ["from 0", "sent 1", "sent 2", "sent 3", "stands still", "from 3", "sent 4", "sent 5"])
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
