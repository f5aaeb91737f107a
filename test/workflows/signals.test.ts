import { assert, layer } from "@effect/vitest"
import { Effect, Option, Schedule, Schema } from "effect"
import { Runs } from "#layers/workflows/runs"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { durable, sendSignal, signal, waitFor } from "#workflows/durable"
import { engined } from "../support/engine.ts"
import { goal } from "../support/goals.ts"
import { somebody } from "../support/workflows.ts"

/** Milliseconds in which a run that waits for nothing else goes on. */
const SOON = 1_000

const Told = signal("told", Schema.Int)
const Listening = durable({ name: "signals.listening", version: 1, payload: {}, success: Schema.Int })
const ListeningProgram = Listening.program(() => waitFor(Told))

const committed = <A, E, R>(work: Effect.Effect<A, E, R>) => Tenancy.use((tenancy) => tenancy.transaction(work))

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  Runs.use((runs) => runs.find(id)).pipe(
    Effect.map(Option.getOrThrow),
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("10 millis") }),
    Effect.timeout("90 seconds")
  )

layer(engined([[Listening, ListeningProgram]]), { excludeTestServices: true })("signals", (it) => {
  it.effect("that cannot be read fail their run, and hold up no other", () => Effect.gen(function*() {
    const [bad, good] = yield* committed(Effect.all([Listening.start({}), Listening.start({})]))
    yield* Effect.forEach([bad, good], (id) => until(id, "waiting"))
    yield* committed(Effect.gen(function*() {
      yield* (yield* Runs).signal(bad, Told.name, { _tag: "Nonsense" })
      yield* sendSignal(good, Told, 7)
    }))
    assert.strictEqual((yield* until(good, "completed", "failed")).result, 7)
    const failed = yield* until(bad, "completed", "failed")
    assert.strictEqual(failed.status, "failed")
    assert.include(JSON.stringify(failed.error), "The signal told cannot be read.")
  }).pipe(Effect.provideService(Caller, somebody)))

  it.effect("wake their run at once", ({ annotate }) => Effect.gen(function*() {
    const delays: Array<number> = []
    for (let n = 0; n < 10; n++) {
      const id = yield* committed(Listening.start({}))
      yield* until(id, "waiting")
      const at = performance.now()
      yield* committed(sendSignal(id, Told, n))
      yield* until(id, "completed")
      delays.push(Math.round(performance.now() - at))
    }
    delays.sort((a, b) => a - b)
    assert.isBelow(delays[5]!, goal(SOON))
    yield* Effect.promise(() => annotate(`told to ended: ${delays.join(", ")} ms`))
  }).pipe(Effect.provideService(Caller, somebody)))
})
