import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule, Stream } from "effect"
import { Uploads } from "#layers/kernel/uploads"
import { Caller } from "#schemas/kernel/tenancy"
import { import_site } from "#workflows/website/moving/start"
import { OwnerSql } from "../../support/database.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { somebody } from "../../support/workflows.ts"
import { wordpressExport } from "./export-maker.ts"
import { oldSite } from "./old-site.ts"

const POSTS = 16

const number = Effect.fnUntraced(function*(query: string) {
  const sql = yield* OwnerSql
  const [row] = yield* sql.unsafe<{ n: number }>(query)
  return Number(row!.n)
}, Effect.orDie)

const until = (query: string, is: (n: number) => boolean) =>
  number(query).pipe(Effect.repeat({ until: is, schedule: Schedule.spaced("20 millis") }), Effect.timeout("150 seconds"), Effect.orDie)

it.live("a site comes in whole and once, whatever kills the process", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const old = yield* oldSite
    const made = wordpressExport(old.address, POSTS)
    for (const [path, file] of made.files) old.files.set(path, file)
    const work = killedAfter(url, join(import.meta.dirname, "moving-works.ts"), "")
    yield* Effect.gen(function*() {
      const body = yield* Effect.provideService(
        Uploads.use((uploads) => uploads.receive(Stream.make(Buffer.from(made.xml)), "application/xml")), Caller, somebody
      )
      yield* begin(import_site({ body }))
      const stations = [
        ["select count(*) as n from site_import_items", 1], ["select count(*) as n from posts", 1], ["select count(*) as n from media", 3],
        ["select count(*) as n from media", 9], ["select count(*) as n from content_revisions where number = 2", 3]
      ] as const
      for (const [query, enough] of stations) yield* work(until(query, (n) => n >= enough))
      yield* work(until("select count(*) as n from site_imports where finished_at is not null", (n) => n === 1))
      const taken = made.posts.filter((post) => post.isTaken).length
      assert.strictEqual(yield* number("select count(*) as n from posts"), taken)
      assert.strictEqual(yield* number("select count(*) as n from pages"), 3)
      assert.strictEqual(yield* number("select count(*) as n from content_revisions where kind = 'post'"), 2 * taken)
      assert.strictEqual(yield* number("select posts as n from site_imports"), taken)
      assert.strictEqual(yield* number("select count(*) as n from media"), yield* number("select media as n from site_imports"))
      assert.strictEqual(yield* number("select count(*) - count(distinct from_path) as n from redirects"), 0)
      assert.strictEqual(yield* number("select count(*) as n from site_import_remarks"), yield* number("select not_taken as n from site_imports"))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), 1_800_000)
