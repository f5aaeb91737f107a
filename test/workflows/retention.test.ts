import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Schema } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import { durable, sleep, step } from "#workflows/durable"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { engined, engineOn } from "../support/engine.ts"
import { somebody } from "../support/workflows.ts"

const Short = durable({ name: "test.short", version: 1, payload: { naps: Schema.Boolean } })
const works = [[Short.definition, Short.program(({ naps }) =>
  Effect.andThen(step("work", {}, Effect.void), naps ? sleep("nap", "1 day") : Effect.void))]] as const

const begin = (naps: boolean) =>
  Tenancy.use((tenancy) => tenancy.transaction(Short.start({ naps }))).pipe(Effect.provideService(Caller, somebody))

const polling = { schedule: Schedule.spaced("50 millis") }

describe("what is left of runs", () => {
  layer(engined(works), { excludeTestServices: true })((it) => {
    it.effect("is removed after its time, and nothing else", () => Effect.gen(function*() {
      const sql = yield* OwnerSql
      const rowsOf = (run: number) =>
        sql<{ n: number }>`
          select (select count(*) from workflow_runs where id = ${run}) + (
            select count(*) + count(r.id) from engine.cluster_messages m left join engine.cluster_replies r on r.request_id = m.id
            where m.entity_id = ${`1.${run}`}) as n`.pipe(Effect.map(([row]) => row!.n))
      const settled = (run: number, status: string) =>
        sql`select from workflow_runs where id = ${run} and status = ${status}`.pipe(
          Effect.repeat({ until: ({ length }) => length === 1, ...polling }), Effect.timeout("90 seconds"))

      const [old, young, asleep] = [yield* begin(false), yield* begin(false), yield* begin(true)]
      yield* Effect.all([settled(old, "completed"), settled(young, "completed"), settled(asleep, "waiting")])
      yield* sql`update workflow_runs set finished_at = now() - interval '31 days' where id = ${old}`
      yield* sql`update workflow_runs set created_at = now() - interval '31 days' where id = ${asleep}`
      const kept = [yield* rowsOf(young), yield* rowsOf(asleep)]

      /* A process looks when it starts. */
      yield* Layer.build(Layer.fresh(engineOn(yield* DatabaseUrl, works))).pipe(
        Effect.andThen(Effect.repeat(rowsOf(old), { until: (n) => n === 0, ...polling })), Effect.scoped, Effect.timeout("90 seconds"))
      assert.deepStrictEqual([yield* rowsOf(young), yield* rowsOf(asleep)], kept)
      assert.isAbove(kept[0]!, 4)
      const [orphans] = yield* sql<{ n: number }>`
        select count(*) as n from engine.cluster_replies r where not exists (select from engine.cluster_messages m where m.id = r.request_id)`
      assert.strictEqual(orphans!.n, 0)
    }))
  })
})
