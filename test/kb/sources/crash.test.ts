import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Caller } from "#schemas/kernel/tenancy"
import { add_kb_source, sync_kb_source } from "#workflows/kb/sources"
import { OtherSites } from "#layers/website/other-sites"
import { ServiceConfig } from "#layers/kernel/config"
import { OwnerSql } from "../../support/database.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { somebody } from "../../support/workflows.ts"
import { treeSite } from "./local-site.ts"

const PAGES = rounds(60, 3_000)
const LONG = 3_600_000

interface Row {
  readonly id: number
  readonly finished: boolean
  readonly error: string | null
  readonly documents: number
  readonly passages: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  readonly fetched: number
}

const source = OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<Row>`select id, finished_at is not null as finished, error, documents, passages, added, changed, unchanged,
  removed, fetched from kb_sources`), ([row]) => row!))

/** What is found, and what the source says of it. */
const exact = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<Record<string, number>>`select
    (select count(*)::int from kb_documents where state = 'read') as documents, (select count(*)::int from kb_passages) as passages,
    (select count(distinct title)::int from kb_passages) as titles, (select coalesce(sum(passages), 0)::int from kb_documents) as told,
    (select count(*)::int from kb_passages where text like '%Imprint%') as surroundings`)
  return row!
})

it.live(`a site of ${PAGES} pages is read exactly, whatever kills the process, and then only what changed`, () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const site = yield* treeSite(PAGES)
    const work = killedAfter(url, join(import.meta.dirname, "reading-works.ts"), "")
    const here = Layer.fresh(OtherSites.layer).pipe(Layer.provide(ServiceConfig.layerOf({ webhookAllowHosts: ["127.0.0.1"] })))
    const read = (part: number) => eventually(source, ({ added }) => added >= PAGES * part, LONG)
    const finished = eventually(source, ({ finished }) => finished, LONG)
    yield* Effect.gen(function*() {
      const began = performance.now()
      yield* begin(Effect.provide(add_kb_source({
        kind: "site", url: `${site.address}/`, collections: ["pages"], audience: "public", tags: [], max_pages: 5_000, max_depth: 20, schedule: "never", file: undefined
      }), here))
      yield* work(read(0.3))
      yield* work(read(0.7))
      const first = yield* work(finished)
      const took = performance.now() - began
      assert.deepInclude(first, { error: null, documents: PAGES, passages: 2 * PAGES, added: PAGES, changed: 0, removed: 0 }, JSON.stringify([first, yield* exact]))
      assert.deepStrictEqual(yield* exact, { documents: PAGES, passages: 2 * PAGES, titles: PAGES, told: 2 * PAGES, surroundings: 0 })
      const { whole } = site.answers()
      /* A page that was fetched when the process was killed is fetched once more. */
      assert.isAtLeast(whole, PAGES)
      assert.isAtMost(whole, PAGES + 2)

      const [changed, gone] = [7, PAGES - 1]
      site.texts.set(changed, "This matter has changed.")
      site.texts.delete(gone)
      site.texts.set(PAGES, "A matter that is new.")
      const again = performance.now()
      yield* begin(sync_kb_source({ id: first.id as never }))
      yield* work(eventually(source, ({ unchanged }) => unchanged >= PAGES / 2, LONG))
      const second = yield* work(finished)
      const unversioned = [...site.texts.keys()].filter((n) => n % 5 === 4 && n < PAGES).length
      const { unchanged, whole: fetched } = site.answers()
      console.log(`${PAGES} pages, killed twice: ${Math.round(took)} ms, ${whole} fetched whole; the second time ${Math.round(performance.now() - again)} ms, ` +
        `${fetched} fetched whole, ${unchanged} told unchanged`)
      assert.deepInclude(second, { error: null, documents: PAGES, passages: 2 * PAGES, added: 1, removed: 1 })
      /* The page that led to the new one, and no longer leads to the one that is gone, says otherwise too: which others do. */
      assert.isAtMost(second.changed, 3)
      assert.strictEqual(second.added + second.changed + second.unchanged, PAGES)
      assert.deepInclude(yield* exact, { documents: PAGES, passages: 2 * PAGES, told: 2 * PAGES })
      assert.isAtMost(fetched, unversioned + 5)
      const sql = yield* OwnerSql
      assert.lengthOf(yield* Effect.orDie(sql`select from kb_passages where text = 'This matter has changed.'`), 1)
      assert.lengthOf(yield* Effect.orDie(sql`select from kb_passages where text like ${`%matter${gone} %`}`), 0)
    }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), LONG)
