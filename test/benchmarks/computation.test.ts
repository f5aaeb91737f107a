import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { Aggregates } from "#layers/benchmarks/aggregates"
import { benchmarksFollow, computeBenchmarks } from "#layers/benchmarks/computation"
import { startSharing, stopSharing } from "#layers/benchmarks/sharing"
import { ContentVersion } from "#layers/content/content-version"
import { DatabaseUrl, OwnerSql, plainDatabase } from "../support/database.ts"
import { asOwner, company, deals, Empty, fingerprints, several, published } from "./fixture.ts"

layer(Empty, { excludeTestServices: true })("benchmarks of companies that share their records", (it) => {
  it.effect("are told of five companies and thirty records, not of four", () =>
    Effect.gen(function*() {
      yield* several(4, "dental", { won: 30, lost: 30 })
      yield* several(5, "salon", { won: 3, lost: 3 })
      yield* several(5, "bar", (n) => ({ won: 3, lost: n === 0 ? 2 : 3 }))
      assert.strictEqual(yield* computeBenchmarks("2026-07-01"), 3)
      assert.isUndefined(yield* published("dental"))
      assert.deepStrictEqual(yield* published("salon"), { average: { value: 50, sample_size: 5, as_of: "2026-07-01" } })
      assert.isUndefined(yield* published("bar"), "29 records")
      assert.isUndefined(yield* published("salon", "average_deal_value"), "three won deals of a company are too few")
      yield* company("dental", { won: 6 })
      assert.strictEqual(yield* computeBenchmarks("2026-07-02"), 3)
      assert.deepInclude((yield* published("dental"))!.average, { sample_size: 5, as_of: "2026-07-02" })
      assert.deepInclude((yield* published("salon"))!.average, { as_of: "2026-07-01" }, "nobody has changed")
    }))

  it.effect("are not told where one company has more than half of the records", () =>
    Effect.gen(function*() {
      const [first] = yield* several(6, "hotel", { won: 5, lost: 5 })
      yield* deals(first!, { won: 41 }, "2026-03-01T12:00:00Z")
      yield* computeBenchmarks("2026-07-03")
      assert.isUndefined(yield* published("hotel"))
      yield* several(1, "hotel", { won: 1, lost: 4 })
      yield* computeBenchmarks("2026-07-04")
      assert.strictEqual((yield* published("hotel"))!.average!.sample_size, 7)
    }))

  it.effect("count only who shares, of an industry there is, and never a demo company", () =>
    Effect.gen(function*() {
      yield* several(4, "childcare", { won: 10 })
      yield* company("childcare", { won: 10 }, { shares: false })
      yield* company("childcare", { won: 10 }, { demo: true })
      yield* several(5, "Childcare", { won: 10 })
      yield* several(5, "a thing of its own", { won: 10 })
      yield* computeBenchmarks("2026-07-05")
      for (const industry of ["childcare", "Childcare", "a thing of its own"]) assert.isUndefined(yield* published(industry))
    }))

  it.effect("count the year before the day, and what is not in the bin", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const all = yield* several(5, "author", {})
      for (const id of all) {
        yield* deals(id, { won: 6 }, "2026-07-05T23:59:59Z")
        yield* deals(id, { lost: 2 }, "2025-07-06T00:00:00Z")
        yield* deals(id, { lost: 10 }, "2025-07-05T23:59:59Z")
        yield* deals(id, { lost: 20 }, "2026-07-06T00:00:00Z")
        yield* deals(id, { lost: 40 }, "2026-07-01T00:00:00Z")
      }
      yield* sql`update deals set deleted_at = now() where status = 'lost' and closed_at = '2026-07-01' and company_id = any (${all}::bigint[])`
      yield* computeBenchmarks("2026-07-06")
      assert.strictEqual((yield* published("author"))!.average!.value, 75)
    }))

  it.effect("are computed once a day, however often and on however many processes", () =>
    Effect.gen(function*() {
      const url = yield* DatabaseUrl
      const computed = (day: string) => Effect.provide(computeBenchmarks(day), Layer.fresh(plainDatabase(url, { connections: 2 })))
      yield* several(5, "painting", { won: 10 })
      yield* several(5, "drywall", { won: 10 })
      const [a, b] = yield* Effect.all([computed("2026-07-07"), computed("2026-07-07")], { concurrency: 2 })
      const before = yield* published("painting")
      assert.isDefined(before)
      assert.isAbove(a + b, 1)
      yield* several(6, "painting", { won: 5, lost: 5 })
      assert.strictEqual(yield* computeBenchmarks("2026-07-07"), 0)
      assert.strictEqual(yield* computeBenchmarks("2026-07-06"), 0)
      assert.deepStrictEqual(yield* published("painting"), before)
      assert.strictEqual(yield* computeBenchmarks("2026-07-08"), a + b)
      assert.strictEqual((yield* published("painting"))!.average!.sample_size, 11)
      const sql = yield* OwnerSql
      const numbers = yield* sql<{ number: number }>`
        select number from benchmarks.publications where industry = 'drywall' and metric = 'win_rate'`
      assert.deepStrictEqual(numbers, [{ number: 1 }])
    }))

  it.effect("stay as they are until five have changed", () =>
    Effect.gen(function*() {
      const { current } = yield* ContentVersion
      const all = yield* several(8, "flooring", { won: 5, lost: 5 })
      yield* computeBenchmarks("2026-07-09")
      const before = yield* published("flooring")
      const edition = current()
      for (const id of all.slice(0, 3)) yield* deals(id, { won: 30 }, "2026-07-08T00:00:00Z")
      const joined = yield* company("flooring", { won: 30 })
      yield* computeBenchmarks("2026-07-10")
      assert.deepStrictEqual(yield* published("flooring"), before)
      assert.strictEqual(current(), edition, "what nobody changed need not be answered anew")
      yield* deals(all[3]!, { won: 30 }, "2026-07-08T00:00:00Z")
      yield* computeBenchmarks("2026-07-11")
      const after = yield* published("flooring")
      assert.deepInclude(after!.average, { sample_size: 9, as_of: "2026-07-11" })
      assert.isAbove(after!.average!.value, before!.average!.value)
      assert.isAbove(current(), edition)
      assert.lengthOf(yield* fingerprints(joined, "win_rate"), 1)
      // Whoever did not change stands behind both with one fingerprint, the others with two.
      assert.deepStrictEqual(
        (yield* Effect.all([all[0]!, all[7]!].map((id) => fingerprints(id, "win_rate")))).map((rows) => rows.map(({ first, last }) => [first, last])),
        [[[1, 1], [2, 2]], [[1, 2]]]
      )
    }))

  it.effect("are withdrawn when a company leaves that stands behind them, and forget it at once", () =>
    Effect.gen(function*() {
      const [leaver] = yield* several(6, "marine_services", { won: 10 })
      yield* computeBenchmarks("2026-07-12")
      assert.isDefined(yield* published("marine_services"))
      assert.isAbove((yield* fingerprints(leaver!)).length, 0)
      yield* asOwner(stopSharing(leaver!))
      assert.lengthOf(yield* fingerprints(leaver!), 0)
      assert.isDefined(yield* published("marine_services"), "until the next computation")
      yield* computeBenchmarks("2026-07-13")
      assert.isUndefined(yield* published("marine_services"), "the five without it would tell of it")
      const sql = yield* OwnerSql
      const rows = yield* sql`
        select histogram, average, top_25, top_10 from benchmarks.publications where industry = 'marine_services' and metric = 'win_rate'`
      assert.deepStrictEqual(rows, [{ histogram: null, average: null, top_25: null, top_10: null }])
      yield* asOwner(startSharing(leaver!))
      yield* computeBenchmarks("2026-07-14")
      assert.isUndefined(yield* published("marine_services"), "it is back, and nobody has changed")
    }))

  it.effect("never keep what a company contributed that leaves while they are computed", () =>
    Effect.gen(function*() {
      const [leaver] = yield* several(6, "dealer_network", { won: 10 })
      for (const day of ["2026-08-01", "2026-08-02", "2026-08-03", "2026-08-04", "2026-08-05", "2026-08-06", "2026-08-07", "2026-08-08"]) {
        yield* asOwner(startSharing(leaver!))
        yield* several(5, "dealer_network", { won: 10 })
        yield* Effect.all([computeBenchmarks(day), asOwner(stopSharing(leaver!))], { concurrency: 2 })
        assert.lengthOf(yield* fingerprints(leaver!), 0)
      }
    }))

  it.effect("measure what their names say", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const all = yield* several(5, "logistics", { won: 12, lost: 8, amount: 123_400 })
      for (const id of all) {
        yield* sql`insert into deals (company_id, title, pipeline_id, stage, status, amount, currency, created_at, closed_at)
          select company_id, 'x', pipeline_id, 'won', 'won', 1, 'JPY', created_at, closed_at from deals where company_id = ${id} and status = 'won' limit 4`
        yield* sql`insert into contacts (company_id, first_name, created_at)
          select ${id}, 'C', '2026-02-01' from generate_series(1, 25)`
        // Ten contacts with a deal each, six of them with a second.
        yield* sql`with c as (select id, row_number() over (order by id) as n from contacts where company_id = ${id}),
          d as (select id, row_number() over (order by id) as n from deals where company_id = ${id} and status = 'won')
          update deals set contact_id = c.id from d join c on c.n = (d.n - 1) % 10 + 1
          where deals.company_id = ${id} and deals.id = d.id`
        yield* sql`insert into tasks (company_id, title, status, due_at, completed_at)
          select ${id}, 'T', 'completed', '2026-04-01', case when n <= 7 then '2026-04-01'::timestamptz when n <= 9 then '2026-04-02' end
          from generate_series(1, 10) n`
      }
      yield* computeBenchmarks("2026-08-15")
      const value = (metric: string) => Effect.map(published("logistics", metric), (found) => found?.average?.value)
      assert.deepStrictEqual(
        yield* Effect.all({
          win_rate: value("win_rate"), average_deal_value: value("average_deal_value"), sales_cycle_days: value("sales_cycle_days"),
          deals_won_per_month: value("deals_won_per_month"), lead_to_customer_rate: value("lead_to_customer_rate"),
          repeat_customer_rate: value("repeat_customer_rate"), on_time_task_rate: value("on_time_task_rate")
        }),
        {
          win_rate: 67, average_deal_value: 1_200, sales_cycle_days: 10, deals_won_per_month: 1.3, lead_to_customer_rate: 40,
          repeat_customer_rate: 60, on_time_task_rate: 70
        }
      )
      assert.isUndefined(yield* published("logistics", "customers_lost"))
    }))

  it.effect("tell the best quarter of twenty", () =>
    Effect.gen(function*() {
      yield* several(20, "fitness", (n) => ({ won: n + 1, lost: 19 - n }))
      yield* computeBenchmarks("2026-08-16")
      const { average, top_10, top_25 } = (yield* published("fitness"))!
      assert.deepStrictEqual([average!.value, top_25!.value, top_25!.sample_size, top_10], [53, 80, 20, undefined])
    }))

  it.effect("are remembered for a year", () =>
    Effect.gen(function*() {
      const all = yield* several(6, "fintech", { won: 5, lost: 5 })
      const numbers = Effect.flatMap(OwnerSql, (sql) =>
        Effect.map(
          sql<{ number: number }>`select number from benchmarks.publications where industry = 'fintech' and metric = 'win_rate' order by number`,
          (rows) => rows.map(({ number }) => number)
        ))
      yield* computeBenchmarks("2026-08-17")
      for (const id of all) yield* deals(id, { won: 10 }, "2026-08-17T12:00:00Z")
      yield* computeBenchmarks("2026-08-18")
      assert.deepStrictEqual(yield* numbers, [1, 2])
      // The first deals no longer count, so all have changed; nor is the first publication remembered.
      yield* computeBenchmarks("2027-08-17")
      assert.deepStrictEqual(yield* numbers, [2, 3])
      assert.deepStrictEqual((yield* fingerprints(all[0]!, "win_rate")).map(({ first }) => first), [2, 3])
      assert.isDefined(yield* published("fintech"))
      for (const day of ["2027-08-19", "2029-07-19"]) {
        yield* computeBenchmarks(day)
        assert.deepStrictEqual(yield* numbers, [3], "the last is remembered")
        assert.isUndefined(yield* published("fintech"), "a year without a record")
      }
    }))
})

layer(Empty, { excludeTestServices: true })("the computation of a day", (it) => {
  it.effect("comes by itself, and is seen by who tells of it", () =>
    Effect.gen(function*() {
      const { figureOf, refresh } = yield* Aggregates
      const all = yield* several(5, "bar", {})
      for (const id of all) yield* deals(id, { won: 10 }, new Date(Date.now() - 5 * 86_400_000).toISOString())
      yield* Effect.scoped(Effect.andThen(
        benchmarksFollow,
        refresh.pipe(
          Effect.map(() => figureOf("bar", "win_rate")),
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (found) => found !== undefined }),
          Effect.timeout("90 seconds")
        )
      ))
      assert.strictEqual(figureOf("bar", "win_rate")!.average!.value, 100)
    }))
})
