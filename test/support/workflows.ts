import { Clock, Duration, Effect, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import type { Definition } from "#layers/workflows/definitions"
import { executionId } from "#layers/workflows/starter"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import type { Durable } from "#workflows/durable"
import { get_workflow_run } from "#workflows/workflows/runs"
import { Memory, runsInMemory } from "./memory/runs.ts"
import { TenancyInMemory } from "./memory/tenancy.ts"
import { WritesInMemory } from "./memory/writes.ts"

export { Receipts } from "./memory/writes.ts"

type Work = readonly [Definition, Layer.Layer<never, never, any>]

/**
 * Durable workflows in memory, on the clock of the test: steps, writes, waits, signals, children and cancelling go as on the
 * engine itself. Without limits of concurrency, and with nothing to survive. What else the programs need is for the test to
 * provide.
 */
export const inMemory = <const Works extends ReadonlyArray<Work>>(...works: Works) => {
  const programs = Layer.mergeAll(Layer.empty, ...works.map(([, program]) => program)) as Layer.Layer<
    never, never, Layer.Services<Works[number][1]>
  >
  return programs.pipe(
    Layer.provideMerge(runsInMemory(works.map(([definition]) => definition))),
    Layer.provideMerge(WritesInMemory),
    Layer.provideMerge(Layer.merge(TenancyInMemory, ChangeLog.layer))
  )
}

/** Who asks, unless the test says otherwise. */
export const somebody: Caller["Service"] = {
  company_id: 1 as CompanyId, key_id: 1 as KeyId, credential: "key", mode: "live", tier: "enterprise", scopes: new Set<string>(), standing: new Map()
}

/** Does something in a transaction, as a request would, and lets the runs go until they wait. */
export const begin = <A, E, R>(work: Effect.Effect<A, E, R>, caller = somebody) =>
  Effect.gen(function*() {
    const memory = yield* Memory
    const tenancy = yield* Tenancy
    const done = yield* Effect.provideService(tenancy.transaction(work), Caller, caller)
    yield* memory.rest
    return done
  }) as Effect.Effect<A, E, Exclude<R, Caller> | Memory | Tenancy>

const nextTimer = Effect.gen(function*() {
  const { runStore } = yield* Memory
  const now = yield* Clock.currentTimeMillis
  const due = [...runStore.values()].filter(({ exit }) => exit === undefined).flatMap(({ steps }) =>
    [...steps.values()].flatMap(({ due_at }) => due_at === null ? [] : [Date.parse(due_at)]))
  return Math.min(...due.filter((instant) => instant > now))
})

/** Lets time pass, which takes no time, and the runs go until they wait again. */
export const pass = Effect.fnUntraced(function*(duration: Duration.Input) {
  const { rest } = yield* Memory
  const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.fromInputUnsafe(duration))
  for (;;) {
    const next = Math.min(yield* nextTimer, end)
    yield* TestClock.setTime(next)
    yield* rest
    if (next === end) return
  }
})

/** A run with what it did, as the API shows it. */
export const seen = (id: RunId, caller = somebody) => Effect.provideService(Effect.orDie(get_workflow_run({ id })), Caller, caller)

/** What a run of this workflow ended with: its success or its failure. A defect of the test while it has not. */
export const outcome = <Input, Success extends Schema.Codec<any, any>, Error extends Schema.Codec<any, any>>(
  _: Durable<Input, Success, Error>,
  id: RunId,
  { company_id } = somebody
): Effect.Effect<Success["Type"], Error["Type"], Memory> =>
  Effect.gen(function*() {
    const { runStore, statusOf } = yield* Memory
    const row = runStore.get(executionId(company_id, id))
    if (row === undefined) return yield* Effect.die(new Error(`There is no run ${id}.`))
    const status = yield* statusOf(row)
    return yield* row.exit === undefined || status === "canceled" ? Effect.die(new Error(`Run ${id} is ${status}.`)) : row.exit
  }) as Effect.Effect<Success["Type"], Error["Type"], Memory>
