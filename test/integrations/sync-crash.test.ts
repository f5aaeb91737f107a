import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Credentials } from "#layers/integrations/access"
import { Connections } from "#layers/integrations/connections"
import { Caller } from "#schemas/kernel/tenancy"
import { sync_integration } from "#workflows/integrations/sync/runs"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import { somebody } from "../support/workflows.ts"
import { googleServer } from "./google-server.ts"

const PEOPLE = rounds(600, 5_000)
const LONG = 3_600_000

interface Row {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  readonly error: string | null
  readonly finished: boolean
}

const latest = OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<Row>`select created, updated, unchanged, skipped, failed, error, finished_at is not null as finished
  from integration_runs order by id desc limit 1`), ([row]) => row!))

/** What there is of it, each counted by itself. */
const there = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<Record<string, number>>`select
    (select count(*)::int from contacts where deleted_at is null) as contacts, (select count(distinct email)::int from contacts) as addresses,
    (select count(*)::int from integration_links) as links, (select count(*)::int from integration_objects where action = 'created') as made,
    (select count(*)::int from events where kind = 'contact.created') as told,
    (select count(*)::int from receipts r, jsonb_array_elements(r.changes) c where c ->> 'object' = 'contact') as receipted`)
  return row!
})

const connect = (credentials: Credentials) =>
  begin(Connections.use(({ connect }) => connect({ key: "google", state: "connected", account: "olga@there.example", settings: { conflict: "ours" }, credentials })))

it.live(`${PEOPLE} contacts come over exactly, whatever kills the process, and then only what changed`, () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const google = yield* googleServer(PEOPLE)
    const work = killedAfter(url, join(import.meta.dirname, "sync-works.ts"), JSON.stringify({ google: google.url }))
    const some = (part: number) => eventually(latest, ({ created }) => created >= PEOPLE * part, LONG)
    const finished = eventually(latest, ({ finished }) => finished, LONG)
    yield* Effect.gen(function*() {
      yield* connect(google.tokens.agreed())
      const began = performance.now()
      yield* begin(sync_integration({ key: "google", dry_run: false }))
      yield* work(some(0.3))
      yield* work(some(0.6))
      const first = yield* work(finished)
      const took = performance.now() - began
      assert.deepStrictEqual(first, { created: PEOPLE, updated: 0, unchanged: 0, skipped: 0, failed: 0, error: null, finished: true })
      const all = { contacts: PEOPLE, addresses: PEOPLE, links: PEOPLE, made: PEOPLE, told: PEOPLE, receipted: PEOPLE }
      assert.deepStrictEqual(yield* there, all)

      google.change("people/c7", { given: "Another" })
      google.change("people/c8", { deleted: true })
      google.add("people/new", "New", "new@there.example")
      const pages = google.pages()
      const again = performance.now()
      yield* begin(sync_integration({ key: "google", dry_run: false }))
      const second = yield* work(finished)
      console.log(`${PEOPLE} contacts, killed twice: ${Math.round(took)} ms, ${pages} pages; the second time ${Math.round(performance.now() - again)} ms, ${google.pages() - pages} page`)
      assert.deepStrictEqual(second, { created: 1, updated: 1, unchanged: 0, skipped: 1, failed: 0, error: null, finished: true })
      assert.strictEqual(google.pages() - pages, 1)
      assert.deepInclude(yield* there, { contacts: PEOPLE + 1, links: PEOPLE + 1, made: PEOPLE + 1 })
    }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), LONG)
