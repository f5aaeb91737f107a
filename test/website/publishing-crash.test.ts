import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { NewPage } from "#schemas/website/page"
import { create_page, publish_page } from "#workflows/website/pages"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { goal } from "../support/goals.ts"
import { rounds } from "../support/rounds.ts"

const PAGES = rounds(12, 60)
const KILLS = rounds(2, 6)
const atSecond = (ms: number) => new Date(Math.ceil(ms / 1_000) * 1_000).toISOString()

it.live("each page goes public once and to the second, whatever kills the process, and whoever else works", ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const work = killedAfter(url, join(import.meta.dirname, "publication-works.ts"), "")

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const number = (query: string) => Effect.orDie(Effect.map(sql.unsafe<{ n: number }>(query), ([row]) => Number(row!.n)))
      const until = (query: string, is: (n: number) => boolean) =>
        number(query).pipe(Effect.repeat({ until: is, schedule: Schedule.spaced("20 millis") }), Effect.timeout("90 seconds"), Effect.orDie)
      const told = "select count(*) as n from events where kind = 'page.published'"
      const asleep = "select count(*) as n from workflow_runs where status = 'waiting' and workflow = 'website.publication'"
      const lateness = (at: string) => number(`select coalesce(max(extract(epoch from published_at - '${at}') * 1000), -1) as n from pages`)

      const scheduled = (prefix: string, publish_at: string) =>
        Effect.forEach(Array.from({ length: PAGES }, (_, n) => n), (n) => Effect.gen(function*() {
          const { id } = yield* begin(create_page(NewPage.make({ title: `${prefix} ${n}` })))
          yield* begin(publish_page({ id, publish_at }))
        }), { discard: true })

      /* Killed while it waits; another process that is there before the time keeps it. Two work then, and each page is published by one. */
      const at = atSecond(Date.now() + 45_000)
      yield* scheduled("Waiting", at)
      yield* work(until(asleep, (n) => n === PAGES))
      yield* work(work(until(told, (n) => n === PAGES)))
      const late = yield* lateness(at)
      assert.isAtLeast(late, 0)
      assert.isAtMost(late, goal(1_000))

      /* Killed in the midst of it; an hour is not waited for. */
      const second = atSecond(Date.now() + 3_600_000)
      yield* scheduled("Broken", second)
      yield* work(until(asleep, (n) => n === PAGES))
      yield* sql`update engine.cluster_messages set deliver_at = 1 where deliver_at is not null and not processed`
      for (let n = 0; n < KILLS; n++) yield* work(until(told, (done) => done > PAGES + n / KILLS * PAGES))
      yield* work(until("select count(*) as n from workflow_runs where status <> 'completed'", (n) => n === 0))
      assert.strictEqual(yield* number(told), 2 * PAGES)
      assert.strictEqual(yield* number("select count(distinct data -> 'object' ->> 'id') as n from events where kind = 'page.published'"), 2 * PAGES)
      assert.strictEqual(yield* number("select count(*) as n from pages where status = 'published' and publish_at is null"), 2 * PAGES)
      assert.strictEqual(yield* number("select version as n from site_versions"), 2 * PAGES)
      yield* Effect.promise(() => annotate(`${PAGES} pages within ${late} ms of their second after a kill; ${PAGES} through ${KILLS} kills`))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
