import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Aggregates } from "#layers/benchmarks/aggregates"
import { ContentStore } from "#layers/content/content-store"
import { liveMetricIds } from "#schemas/benchmarks/metric"
import { benchmarkIndustries } from "#schemas/content/industry"
import { OwnerSql } from "../support/database.ts"
import { TestServer, send } from "../support/test-server.ts"
import { answerOf, callTool } from "./asking.ts"

/** The refusal of a call that must fail, after the request that its hint offers was seen to work. */
const refusalOf = Effect.fnUntraced(function*(tool: string, args: unknown) {
  const { json, status, text } = yield* callTool(tool, args)
  assert.strictEqual(status, 422, text.slice(0, 300))
  const offered = /Try: (\{.*\})$/su.exec(json.error.hint)![1]!
  const followed = yield* send("/api/mcp", { method: "POST", body: offered })
  assert.strictEqual(followed.status, 200, `${offered}: ${followed.text.slice(0, 300)}`)
  return { ...json.error, offered: JSON.parse(offered).arguments }
})

layer(TestServer, { excludeTestServices: true })("benchmarks", (it) => {
  it.effect("each of the 46 industries has seven to ten, those that the service measures among them", () =>
    Effect.gen(function*() {
      assert.strictEqual(benchmarkIndustries.length, 46)
      for (const industry of benchmarkIndustries) {
        const { benchmarks, industry: found } = yield* answerOf("get_industry_benchmarks", { industry })
        assert.strictEqual(found.id, industry)
        assert.isTrue(benchmarks.length >= 7 && benchmarks.length <= 10, industry)
        assert.includeMembers(benchmarks.map(({ metric }: any) => metric), [...liveMetricIds])
        for (const { average, better, metric, top_10, top_25 } of benchmarks) {
          const sign = better === "higher" ? 1 : -1
          assert.isTrue(sign * average.value < sign * top_25.value && sign * top_25.value < sign * top_10.value, `${industry} ${metric}`)
        }
      }
    }))

  it.effect("an industry and a metric are understood by the words people use", () =>
    Effect.gen(function*() {
      for (const [industry, metric, id, found] of [
        ["dentist", "close rate", "dental", "win_rate"], ["Dental Practice", "Case Acceptance", "dental", "win_rate"],
        ["gym", "churn", "fitness", "monthly_churn_rate"], ["CAR DEALER", "lot days", "dealer_network", "inventory_days"],
        ["hotels", "ADR", "hotel", "average_daily_rate"], ["charity", "donor retention", "nonprofit", "donor_retention_rate"],
        ["restaurant", "average deal size", "restaurant", "average_deal_value"], ["law office", "DSO", "law_firm", "collection_days"]
      ]) {
        const answer = yield* answerOf("get_industry_benchmarks", { industry, metric })
        assert.deepStrictEqual([answer.industry.id, answer.benchmarks.map((one: any) => one.metric)], [id, [found]])
      }
    }))

  it.effect("less is better where it is", () =>
    Effect.gen(function*() {
      const { benchmark, comparison, levers } = yield* answerOf("compare_to_benchmark", { industry: "dental", metric: "no shows", user_value: 4 })
      assert.strictEqual(benchmark.better, "lower")
      assert.strictEqual(comparison.standing, "top_25")
      assert.deepStrictEqual(comparison.gaps.map(({ ahead, difference, percent, to }: any) => [to, ahead, difference, percent]), [
        ["average", true, -7, -64], ["top_25", true, -2, -33], ["top_10", false, 1, 33]
      ])
      assert.isTrue(comparison.percentile.low >= 75 && comparison.percentile.high <= 90)
      assert.isNotEmpty(levers)
      const worse = yield* answerOf("compare_to_benchmark", { industry: "dental", metric: "no shows", user_value: 50 })
      assert.deepInclude(worse.comparison, { standing: "worse_than_average", percentile: { low: 0, expected: 5, high: 10, unit: "percentile" } })
    }))

  it.effect("a value that no business can have is refused with the bound", () =>
    Effect.gen(function*() {
      for (const [metric, user_value, bound] of [
        ["win_rate", 100.5, "0 and 100"], ["win_rate", -1, "0 and 100"], ["sales_cycle_days", -3, "0 and 3650"], ["average_deal_value", 5e8, "0 and 100000000"]
      ] as const) {
        const { code, details, hint } = yield* refusalOf("compare_to_benchmark", { industry: "salon", metric, user_value })
        assert.strictEqual(code, "arguments.invalid")
        assert.deepInclude(details[0], { field: "user_value", received: user_value })
        assert.include(details[0].error, bound)
        assert.include(hint, bound)
        yield* refusalOf("get_industry_benchmarks", { industry: "salon", metric, user_value })
      }
      for (const user_value of [1e300, "62", null, "NaN"]) {
        assert.strictEqual((yield* refusalOf("compare_to_benchmark", { industry: "salon", metric: "win_rate", user_value })).details[0].field, "user_value")
      }
    }))

  it.effect("a metric that an industry does not have is refused with those it has", () =>
    Effect.gen(function*() {
      const elsewhere = yield* refusalOf("compare_to_benchmark", { industry: "dental", metric: "table_turns", user_value: 3 })
      assert.include(elsewhere.hint, "recall_rate")
      const known = yield* refusalOf("get_industry_benchmarks", { industry: "dental", metric: "occupancy_rate" })
      assert.include(known.details[0].error, "dental has no benchmark of it")
      const meant = yield* refusalOf("compare_to_benchmark", { industry: "dental", metric: "patients that never show up to their appointment", user_value: 9 })
      assert.deepStrictEqual(meant.offered, { industry: "dental", metric: "no_show_rate", user_value: 9 })
      const large = yield* refusalOf("compare_to_benchmark", { industry: "dental", metric: "what a treatment brings in", user_value: 2_400 })
      assert.deepStrictEqual(large.offered, { industry: "dental", metric: "average_deal_value", user_value: 2_400 })
    }))

  it.effect("a value without a metric is asked what it is", () =>
    Effect.gen(function*() {
      const { details, offered } = yield* refusalOf("get_industry_benchmarks", { industry: "bar", user_value: 1_000 })
      assert.strictEqual(details[0].field, "metric")
      assert.deepStrictEqual(offered, { industry: "bar", user_value: 1_000, metric: "average_deal_value" })
    }))

  it.effect("an industry with a template only is sent to its kin", () =>
    Effect.gen(function*() {
      for (const [industry, kin] of [["yoga studio", "fitness"], ["pet_grooming", "veterinary"], ["barbershop", "salon"], ["bakery", "restaurant"], ["trucking_company", "logistics"]]) {
        const { hint, offered } = yield* refusalOf("get_industry_benchmarks", { industry })
        assert.include(hint, kin!, hint)
        assert.isTrue((benchmarkIndustries as ReadonlyArray<string>).includes(offered.industry))
      }
      const { details } = yield* refusalOf("get_success_patterns", { industry: "zzzqqq" })
      assert.include(details[0].error, "no industry is called so")
    }))

  it.effect("every other industry of the templates is refused with an offer that works", () =>
    Effect.gen(function*() {
      const { templates } = (yield* ContentStore).current()
      const others = templates.flatMap(({ industries }) => industries.map(({ id }) => id)).filter((id) => !(benchmarkIndustries as ReadonlyArray<string>).includes(id))
      assert.strictEqual(others.length, 258 - 46)
      yield* Effect.forEach(others, (industry) => refusalOf("get_industry_benchmarks", { industry }), { concurrency: 8, discard: true })
    }))

  it.effect("a measured figure takes the place of the shipped one, at once, and drops a tail that it contradicts", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ask = answerOf("compare_to_benchmark", { industry: "salon", metric: "win_rate", user_value: 70 })
      assert.strictEqual((yield* ask).benchmark.average.provenance.source, "illustrative")
      yield* sql`insert into benchmarks.industries (industry) values ('salon') on conflict do nothing`
      yield* sql`insert into benchmarks.publications (industry, metric, number, as_of, sample_size, records, histogram, average)
        values ('salon', 'win_rate', 1, '2026-11-20', 8, 90, '{}', 66)`
      yield* (yield* Aggregates).refresh
      const { benchmark, comparison } = yield* ask
      assert.deepInclude(benchmark.average, { value: 66 })
      assert.deepInclude(benchmark.average.provenance, { source: "aggregate", as_of: "2026-11-20", sample_size: 8 })
      assert.isUndefined(benchmark.top_25)
      assert.deepInclude(benchmark.top_10, { value: 76 })
      assert.strictEqual(benchmark.top_10.provenance.source, "illustrative")
      assert.lengthOf(benchmark.remarks, 1)
      assert.include(benchmark.remarks[0], "top_25")
      assert.strictEqual(comparison.standing, "average_or_better")
      assert.isTrue(comparison.percentile.low >= 50 && comparison.percentile.high <= 90)
      const { benchmarks } = yield* answerOf("get_industry_benchmarks", { industry: "salon" })
      assert.strictEqual(benchmarks.filter(({ average }: any) => average.provenance.source === "aggregate").length, 1)
    }))
})

layer(TestServer, { excludeTestServices: true })("what is told of industries", (it) => {
  it.effect("all 46 are listed, by category, and found by the words people use", () =>
    Effect.gen(function*() {
      const all = yield* answerOf("get_supported_industries", {})
      assert.deepStrictEqual(all.industries.map(({ id }: any) => id), [...benchmarkIndustries])
      assert.deepStrictEqual(all.counts, { benchmark_industries: 46, templates: 258 })
      const ids = Effect.fnUntraced(function*(args: unknown) {
        return (yield* answerOf("get_supported_industries", args)).industries.map(({ id }: any) => id)
      })
      assert.deepStrictEqual(yield* ids({ category: "fitness" }), ["fitness", "sports_facility"])
      assert.sameMembers(yield* ids({ category: "healthcare" }), ["dental", "doctor", "chiropractor", "veterinary"])
      assert.strictEqual((yield* ids({ search: "realtor" }))[0], "real_estate")
      assert.deepStrictEqual(yield* ids({ search: "realtor", category: "food" }), [])
      const yoga = yield* answerOf("get_supported_industries", { search: "yoga" })
      assert.strictEqual(yoga.total, 0)
      assert.strictEqual(yoga.template_only[0].id, "yoga_studio")
      assert.include(yoga.hint, "fitness")
      assert.deepInclude(yield* answerOf("get_supported_industries", { search: "zzzqqq" }), { total: 0, template_only: [] })
    }))

  it.effect("each has tips with the benchmarks they move, and says that nobody measured it", () =>
    Effect.gen(function*() {
      for (const industry of benchmarkIndustries) {
        const { basis, benchmarks, tips } = yield* answerOf("get_top_performer_tips", { industry })
        assert.include(basis, "not measured")
        assert.isAtLeast(tips.length, 3)
        assert.sameMembers(benchmarks.map(({ metric }: any) => metric), [...new Set(tips.map(({ metric }: any) => metric))])
      }
    }))

  it.effect("what it needs of the product is told with whether it is there", () =>
    Effect.gen(function*() {
      const { product } = yield* answerOf("get_industry_intelligence", { industry: "doctor" })
      const status = Object.fromEntries(product.map((one: any) => [one.feature, one.status]))
      assert.deepStrictEqual(status, { Tasks: "available", Segments: "available", Appointments: "available" })
    }))

  it.effect("patterns go by category, an industry's own before those of any business", () =>
    Effect.gen(function*() {
      const any = yield* answerOf("get_success_patterns", { category: "retention" })
      assert.isUndefined(any.industry)
      assert.isTrue(any.patterns.every((one: any) => one.category === "retention" && one.applies_to === "any_business"))
      const own = yield* answerOf("get_success_patterns", { category: "retention", industry: "vet" })
      assert.deepInclude(own.patterns[0], { category: "retention", applies_to: "industry" })
      assert.strictEqual(own.patterns.length, any.patterns.length + 1)
      assert.isAtLeast((yield* answerOf("get_success_patterns", {})).patterns.length, 10)
    }))

  it.effect("no two industries are told the same", () =>
    Effect.gen(function*() {
      const { industries } = (yield* ContentStore).current()["industry-intelligence"]
      const texts = industries.flatMap(({ features, overview, patterns, tips }) =>
        [overview, ...tips.map((tip) => tip.do), ...patterns.map((one) => one.do), ...features.map(({ use }) => use)])
      assert.deepStrictEqual(texts.filter((text, n) => texts.indexOf(text) !== n), [])
    }))
})
