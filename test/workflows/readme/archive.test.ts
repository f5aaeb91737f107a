import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { begin, engined, find } from "../../support/engine.ts"
import { Archive, ArchiveProgram } from "./archive.ts"

layer(engined([[Archive, ArchiveProgram]]), { excludeTestServices: true })("an archive", (it) => {
  it.effect("of many pages is kept apart, and of few is not", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const page = "All that is said about it. ".repeat(100)
    for (const [count, places] of [[100, 2], [3, 0]] as const) {
      const pages = Array.from({ length: count }, () => page)
      const id = yield* begin(Archive.start({ pages }))
      const run = yield* find(id).pipe(
        Effect.repeat({ until: ({ status }) => status === "completed", schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))
      assert.strictEqual(run.result, pages.join("\f").length)
      assert.deepStrictEqual(run.payload, { pages })
      assert.lengthOf(yield* sql`select 1 from workflow_contents where run_id = ${id}`, places)
    }
  }))
})
