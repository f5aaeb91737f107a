import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { owner } from "#layers/database/connections"
import { start } from "#layers/embedded-postgres/start"
import { migrate } from "#layers/database/migrations"
import { seed, settle } from "./seed.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    // PostgreSQL may run as somebody else, who has to get in.
    chmodSync(folder, 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** To seed takes longer than a short measurement: where `BENCH_DATA` names a folder, it is kept there, and used again. */
const kept = process.env["BENCH_DATA"]

export const folder = kept !== undefined ? Effect.sync(() => (mkdirSync(kept, { recursive: true, mode: 0o755 }), kept)) : temporaryFolder

/** A PostgreSQL with its durable defaults, migrated, with one company that has so many contacts. */
export const seededDatabase = Effect.fnUntraced(function*(contacts: number) {
  const folder = yield* temporaryFolder
  const cluster = yield* start({ data: join(folder, "data") })
  const url = cluster.url("postgres")
  const seeded = yield* Effect.gen(function*() {
    yield* migrate
    const seeded = yield* seed("Bench", contacts)
    yield* settle
    return seeded
  }).pipe(Effect.provide(owner(Redacted.make(url))))
  return { url, seeded }
})
