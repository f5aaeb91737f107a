import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { benchmarkIndustries } from "#schemas/content/industry"
import { believableLeads, byChance, clicksBeforeJudging } from "#workflows/tools/stop-loss-bounds"
import { TestServer } from "../support/test-server.ts"
import { resultOf } from "./asking.ts"

const stopLoss = (given: Record<string, unknown>) => resultOf("get_stop_loss_recommendations", given)
const potential = (given: Record<string, unknown>) => resultOf("analyze_ad_potential", given)

describe("the bounds of a stop-loss", () => {
  it("are those of the tables: chi-squared for counts, three over the rate for none", () => {
    for (const [leads, bound] of [[0, 2.996], [1, 4.744], [2, 6.296], [3, 7.754], [4, 9.154], [5, 10.513]] as const) {
      assert.approximately(believableLeads(leads), bound, 0.001)
    }
    assert.strictEqual(clicksBeforeJudging(0.01), 299)
    assert.strictEqual(clicksBeforeJudging(0.05), 59)
    assert.strictEqual(clicksBeforeJudging(1), 1)
  })

  it("wait until chance without a lead is below one in twenty, and not a click longer", () =>
    fc.assert(fc.property(fc.double({ min: 0.0001, max: 0.99, noNaN: true }), (rate) => {
      const clicks = clicksBeforeJudging(rate)
      assert.isAtMost((1 - rate) ** clicks, 0.05 + 1e-9)
      if (clicks > 1) assert.isAbove((1 - rate) ** (clicks - 1), 0.05 - 1e-9)
    })))

  it("hold what is expected between low and high", () =>
    fc.assert(fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (expected) => {
      const { high, low } = byChance(expected)
      assert.isTrue(0 <= low && low <= expected && expected <= high && Number.isFinite(high))
    })))
})

layer(TestServer, { excludeTestServices: true })("stop-loss rules", (it) => {
  it.effect("follow from their assumptions, for every industry", () =>
    Effect.gen(function*() {
      for (const industry of benchmarkIndustries) {
        const { data } = yield* stopLoss({ industry, budget: 2_000 })
        const of = (name: string): number => data.assumptions.find((one: any) => one.name === name).value
        for (const { channel, clicks_before_judging, month, pause_at, spend_before_judging, target_cost_per_lead } of data.channels) {
          const cpc = of(`cpc of ${channel}`)
          const rate = of(`conversion_rate of ${channel}`) / 100
          assert.approximately(target_cost_per_lead, cpc / rate, 0.01)
          assert.strictEqual(clicks_before_judging, Math.ceil(Math.log(0.05) / Math.log(1 - rate)))
          assert.approximately(spend_before_judging, clicks_before_judging * cpc, 0.01)
          pause_at.forEach(({ leads, spend }: any) => assert.approximately(spend, of(`bound(${leads})`) * cpc / rate, 0.2))
          assert.strictEqual(month.enough_to_judge, 2_000 >= clicks_before_judging * cpc)
          assert.isTrue(month.leads.low <= month.leads.expected && month.leads.expected <= month.leads.high)
          assert.approximately(month.leads.expected, 2_000 * rate / cpc, 0.06)
        }
        assert.approximately(data.daily_cap, 2_000 / 30.4, 0.01)
      }
    }))

  it.effect("need no budget, and name the bound of one that is none", () =>
    Effect.gen(function*() {
      const { data } = yield* stopLoss({ industry: "plumber" })
      assert.notProperty(data, "daily_cap")
      assert.notProperty(data.channels[0], "month")
      for (const [budget, bound] of [[0, "0"], [-1, "0"], [100_000_001, "100000000"], ["2000", "number"]] as const) {
        const { error, status } = yield* stopLoss({ industry: "plumbing", budget })
        assert.strictEqual(status, 422)
        assert.include(error.details[0].error, bound)
      }
    }))

  it.effect("of an industry without figures point to the closest that has them", () =>
    Effect.gen(function*() {
      const { error, status } = yield* stopLoss({ industry: "orthodontist" })
      assert.strictEqual(status, 422)
      assert.include(error.hint, "\"dental\"")
    }))
})

layer(TestServer, { excludeTestServices: true })("the potential of ads", (it) => {
  it.effect("is what the formula gives for each channel", () =>
    Effect.gen(function*() {
      const { data } = yield* potential({ industry: "plumbing", current_metrics: { ctr: 3.1, cpc: 11.5, conversions: 14 } })
      const google = data.channels[0]
      const cpc = google.comparison.find(({ metric }: any) => metric === "cpc")
      const ctr = google.comparison.find(({ metric }: any) => metric === "ctr")
      assert.deepInclude(cpc, { yours: 11.5, standing: "worse_than_average", better: "lower" })
      const byCpc = google.potential.find(({ lever }: any) => lever === "cpc")
      assert.approximately(byCpc.change.low, 11.5 / ((11.5 + cpc.average) / 2) * 100 - 100, 0.05)
      assert.approximately(byCpc.change.expected, 11.5 / cpc.average * 100 - 100, 0.05)
      assert.approximately(byCpc.change.high, 11.5 / cpc.top_25 * 100 - 100, 0.05)
      assert.approximately(byCpc.conversions.expected, 14 * (11.5 / cpc.average - 1), 0.05)
      const byCtr = google.potential.find(({ lever }: any) => lever === "ctr")
      assert.approximately(byCtr.change.high, ctr.top_25 / 3.1 * 100 - 100, 0.05)
    }))

  it.effect("is nothing where figures are better than the best, never below it, and doubts what is far off", () =>
    Effect.gen(function*() {
      const best = (yield* potential({ industry: "plumbing", current_metrics: { ctr: 40, cpc: 1.2, conversions: 3 } })).data
      for (const { comparison, potential } of best.channels) {
        assert.isTrue(comparison.every(({ standing }: any) => standing === "top_10"))
        for (const { change } of potential) assert.deepInclude(change, { low: 0, expected: 0, high: 0 })
      }
      assert.lengthOf(best.doubts, 1)
      const slip = (yield* potential({ industry: "plumbing", current_metrics: { ctr: 0.03 } })).data
      assert.match(slip.doubts[0], /ctr .*percent/u)
      assert.deepStrictEqual(slip.missing, ["cpc", "conversions"])
    }))

  it.effect("takes what a caller has: nothing, nothing at all clicked, and figures it does not know", () =>
    Effect.gen(function*() {
      const none = (yield* potential({ industry: "dental" })).data
      assert.deepStrictEqual(none.missing, ["ctr", "cpc", "conversions"])
      assert.isTrue(none.channels.every(({ comparison, potential }: any) => potential.length === 0 && comparison.length === 2))
      const still = (yield* potential({ industry: "dental", current_metrics: { ctr: 0, conversions: 0, impressions: 1_000, note: "x" } })).data
      assert.deepStrictEqual(still.inputs.current_metrics, { ctr: 0, conversions: 0 })
      assert.isTrue(still.channels.every(({ potential }: any) => potential.length === 0))
    }))

  it.effect("names the bound of a figure that is none", () =>
    Effect.gen(function*() {
      for (const [metrics, field, bound] of [
        [{ ctr: 101 }, "current_metrics.ctr", "100"], [{ ctr: -1 }, "current_metrics.ctr", "0"], [{ cpc: 0 }, "current_metrics.cpc", "0"],
        [{ cpc: 1_001 }, "current_metrics.cpc", "1000"], [{ conversions: "many" }, "current_metrics.conversions", "number"],
        [[], "current_metrics", "object"], [3, "current_metrics", "object"]
      ] as const) {
        const { error, status } = yield* potential({ industry: "dental", current_metrics: metrics })
        assert.strictEqual(status, 422, JSON.stringify(metrics))
        assert.strictEqual(error.details[0].field, field)
        assert.include(error.details[0].error, bound)
      }
    }))
})
