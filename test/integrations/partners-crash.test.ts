import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Connections } from "#layers/integrations/connections"
import { Caller } from "#schemas/kernel/tenancy"
import { sync_integration } from "#workflows/integrations/sync/runs"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import { somebody } from "../support/workflows.ts"
import { latestRun, rowsOf, systemsOf } from "./systems.ts"

const OBJECTS = rounds(300, 5_000)
const LONG = 1_800_000

/* The suite kills one that tells; all of them take minutes, and are killed by `npm run faults`. */
for (const [key, one] of systemsOf(OBJECTS).slice(0, rounds(1, 9))) {
  const { before = Effect.void, created, credentials, rows, server, settings, told = 0 } = one
  it.live(`${key}: ${created} objects are exact, whatever kills the process, and the second run finds nothing new`, () =>
    Effect.gen(function*() {
      const url = yield* companyUrl
      const other = yield* server
      const work = killedAfter(url, join(import.meta.dirname, "sync-works.ts"), JSON.stringify({ [key]: other.url }))
      const some = (part: number) => eventually(latestRun, (run) => run.created >= created * part, LONG)
      const finished = eventually(latestRun, (run) => run.finished, LONG)
      yield* Effect.gen(function*() {
        yield* before
        yield* begin(Connections.use(({ connect }) => connect({ key, state: "connected", account: null, settings: { conflict: "ours", ...settings }, credentials: credentials(other) })))
        const began = performance.now()
        yield* begin(sync_integration({ key, dry_run: false }))
        yield* work(some(0.3))
        yield* work(some(0.6))
        const first = yield* work(finished)
        const took = performance.now() - began
        assert.deepInclude(first, { created, error: null })
        assert.strictEqual(yield* rowsOf("integration_objects where action = 'created'"), created)
        assert.strictEqual(yield* rowsOf("integration_links"), created)
        if (rows !== undefined) assert.strictEqual(yield* rowsOf(rows[0]), rows[1])
        if (told > 0) assert.strictEqual(other.there(), told)
        yield* begin(sync_integration({ key, dry_run: false }))
        assert.deepInclude(yield* work(finished), { created: 0, error: null })
        if (told > 0) assert.strictEqual(other.there(), told)
        console.log(`${key}: ${created} objects, killed twice: ${Math.round(took)} ms`)
      }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
    }).pipe(Effect.scoped), LONG)
}
