import { describe, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Option, Schedule } from "effect"
import { Runs } from "#layers/workflows/runs"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import { engined } from "../support/engine.ts"
import { somebody } from "../support/workflows.ts"
import { works } from "./behaving.ts"
import { cases, Driver } from "./behaviour.ts"

const Real = Layer.effect(Driver, Effect.gen(function*() {
  const runs = yield* Runs
  const tenancy = yield* Tenancy
  return Driver.of({
    begin: (work) => Effect.provideService(tenancy.transaction(work), Caller, somebody),
    until: (id, ...statuses) =>
      Effect.gen(function*() {
        const run = Option.getOrThrow(yield* runs.find(id))
        return { ...run, steps: yield* runs.steps(id) }
      }).pipe(
        Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("50 millis") }),
        Effect.timeout("90 seconds"),
        Effect.orDie,
        Effect.provideService(Caller, somebody)
      ),
    pass: Effect.sleep,
    now: Clock.currentTimeMillis
  })
}))

describe.concurrent("a durable workflow", () => {
  layer(Layer.provideMerge(Real, engined(works)), { excludeTestServices: true })((it) => {
    for (const [what, work] of Object.entries(cases)) it.effect(what, () => work)
  })
})
