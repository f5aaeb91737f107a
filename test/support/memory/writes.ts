import { Context, Effect, Layer } from "effect"
import { type RunWrite, Writes } from "#layers/workflows/writes"
import { CurrentChanges } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import type { Change } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"
import { atCommit } from "./tenancy.ts"

/** What a write of a run left behind: its receipt, with the events that its changes tell. */
export interface Written {
  readonly run_id: number
  readonly step: string
  readonly verb: string
  readonly changes: ReadonlyArray<Change>
}

/** Every write of a run that was committed, in order. */
export class Receipts extends Context.Service<Receipts, Array<Written>>()("test/memory/Receipts") {}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

export const WritesInMemory = Layer.effect(Writes, Effect.gen(function*() {
  const receipts = yield* Receipts
  const tenancy = yield* Tenancy
  const done = new Map<string, unknown>()

  return Writes.of({
    once: <E, R>({ run_id, step, verb }: RunWrite, work: Effect.Effect<unknown, E, R>): Effect.Effect<unknown, E, R | Caller> =>
      tenancy.transaction(Effect.gen(function*() {
        const { company_id } = yield* Caller
        const key = `${company_id}.${run_id} ${step}`
        if (done.has(key)) return done.get(key)
        const changes: Array<Change> = []
        const result = json(yield* Effect.provideService(work, CurrentChanges, changes))
        yield* atCommit(Effect.sync(() => {
          done.set(key, result)
          if (verb !== undefined) receipts.push({ run_id, step, verb, changes })
        }))
        return result
      }))
  })
})).pipe(Layer.provideMerge(Layer.sync(Receipts, () => [])))
