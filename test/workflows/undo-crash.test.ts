import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { cancelRun } from "#workflows/durable"
import { home } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { Journey } from "./undo-works.ts"

for (const [how, status] of [["fails", "failed"], ["is canceled", "canceled"]] as const) {
  it.live(`a run that ${how} undoes the last first, each once, through kill -9 in the midst of it`, () =>
    Effect.gen(function*() {
      const url = yield* companyUrl
      const file = join(yield* home, "done")
      const lines = () => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
      const work = killedAfter(url, join(import.meta.dirname, "undo-works.ts"), file)
      const line = (text: string) =>
        Effect.sync(lines).pipe(
          Effect.repeat({ until: (all) => all.includes(text), schedule: Schedule.spaced("20 millis") }),
          Effect.timeout("90 seconds")
        )
      yield* Effect.gen(function*() {
        const id = yield* begin(Journey.start({ waits: status === "canceled" }))
        const until = (...statuses: ReadonlyArray<string>) =>
          find(id).pipe(
            Effect.repeat({ until: (run) => statuses.includes(run.status), schedule: Schedule.spaced("50 millis") }),
            Effect.timeout("90 seconds")
          )
        if (status === "canceled") {
          yield* work(until("waiting"))
          yield* begin(cancelRun(id))
        }
        yield* work(line("begin car"))
        yield* work(line("begin room"))
        yield* work(line("begin flight"))
        const run = yield* work(until("completed", "failed", "canceled"))
        assert.strictEqual(run.status, status)
        assert.deepStrictEqual(lines(), ["car", "room", "flight"].flatMap((what) => [`begin ${what}`, `begin ${what}`, `end ${what}`]))
        const sql = yield* OwnerSql
        const receipts = yield* sql<{ verb: string }>`select verb from receipts where request_id = ${`run_${id}`} order by id`
        assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["test_book", "test_unbook"])
        const events = yield* sql`select 1 from events where request_id = ${`run_${id}`}`
        assert.strictEqual(events.length, 2)
      }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
    }).pipe(Effect.scoped))
}
