import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { TestServer, json, send } from "../support/test-server.ts"

const ask = (given: Record<string, unknown>) =>
  Effect.map(
    send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "calculate_roi", arguments: given }) }),
    ({ json, status }) => ({ status, data: json.data, error: json.error })
  )

const cases = ["low", "expected", "high"] as const

/** What a person gets who takes the assumptions of an answer and follows its steps. */
const byHand = ({ assumptions, inputs, plans }: any, one: typeof cases[number]) => {
  const of = (name: string): number => {
    const found = assumptions.find((assumption: any) => assumption.name === name)
    return found.value ?? found[one]
  }
  const people = Math.max(1, (inputs.employee_count ?? of("employee_count")) * of("people_share") / 100)
  const time = people * of("hours_saved") * 52 / 12 * of("hour_cost")
  const sales = inputs.monthly_revenue * of("extra_sales") / 100 * of("margin") / 100
  const gain = Math.min(time + sales, inputs.monthly_revenue * of("gain_cap") / 100)
  return plans.map(({ price }: any) => {
    const monthly = gain - of("upkeep_hours") * of("hour_cost") - price
    const setup = of("setup_hours") * of("hour_cost")
    return { monthly, yearly: 12 * monthly - setup, payback: monthly > 0 ? setup / monthly : undefined }
  })
}

layer(TestServer, { excludeTestServices: true })("the return", (it) => {
  it.effect("can be done again by hand from what the answer says", () =>
    Effect.gen(function*() {
      for (const given of [
        { monthly_revenue: 40_000, employee_count: 6, industry: "dentist" },
        { monthly_revenue: 9_000 },
        { monthly_revenue: 0.01, employee_count: 100_000 },
        { monthly_revenue: 1_000_000_000, employee_count: 1, industry: "restaurant" }
      ]) {
        const { data } = yield* ask(given)
        assert.deepInclude(data.inputs, { monthly_revenue: given.monthly_revenue })
        for (const one of cases) {
          const hand = byHand(data, one)
          data.plans.forEach(({ monthly, payback_months, yearly }: any, n: number) => {
            assert.approximately(monthly[one], hand[n].monthly, 0.5, `${one} ${n}`)
            assert.approximately(yearly[one], hand[n].yearly, 0.5)
            if (hand[n].payback === undefined) assert.notProperty(payback_months, one)
            else assert.approximately(payback_months[one], hand[n].payback, 0.05)
          })
        }
      }
    }))

  it.effect("is lowest in the low case, may be below nothing, and says so in words", () =>
    Effect.gen(function*() {
      for (const revenue of [1, 500, 8_000, 40_000, 400_000, 1_000_000_000]) {
        const { data } = yield* ask({ monthly_revenue: revenue })
        for (const { monthly, pays_off, yearly } of data.plans) {
          assert.isAtMost(monthly.low, monthly.expected)
          assert.isAtMost(monthly.expected, monthly.high)
          assert.isAtMost(yearly.low, yearly.high)
          assert.strictEqual(pays_off === "in no case", monthly.high <= 0)
          assert.strictEqual(pays_off === "in every case", monthly.low > 0)
        }
      }
      const small = (yield* ask({ monthly_revenue: 300 })).data
      assert.include(small.verdict, "would not pay off")
      assert.isTrue(small.plans.every(({ payback_months }: any) => Object.keys(payback_months).length === 0))
      const middling = (yield* ask({ monthly_revenue: 40_000, employee_count: 6 })).data
      assert.isBelow(middling.plans[0].monthly.low, 0)
    }))

  it.effect("is set against the prices of the pack, and plans without a price in USD are left out", () =>
    Effect.gen(function*() {
      const { plans } = yield* currentContent
      const { data } = yield* ask({ monthly_revenue: 40_000 })
      assert.deepStrictEqual(
        data.plans.map(({ plan, price }: any) => [plan, price]),
        plans.filter(({ price }) => price?.currency === "USD").map(({ id, price }) => [id, price!.monthly])
      )
    }))

  it.effect("says what it assumes, where from, and one person where nobody was counted", () =>
    Effect.gen(function*() {
      const { data } = yield* ask({ monthly_revenue: 40_000 })
      assert.deepInclude(data.assumptions.find(({ name }: any) => name === "employee_count"), { value: 1 })
      for (const { provenance } of data.assumptions) {
        assert.strictEqual(provenance.source, "illustrative")
        assert.include(provenance.note, "illustration")
      }
      const dental = (yield* ask({ monthly_revenue: 40_000, employee_count: 2, industry: "dentist" })).data
      assert.notDeepEqual(
        dental.assumptions.find(({ name }: any) => name === "margin").value, data.assumptions.find(({ name }: any) => name === "margin").value
      )
      assert.isUndefined(dental.assumptions.find(({ name }: any) => name === "employee_count"))
      assert.strictEqual(dental.industry.id, "dental")
    }))

  it.effect("refuses what is no amount, naming the bound", () =>
    Effect.gen(function*() {
      for (const [given, bound] of [
        [{ monthly_revenue: 0 }, "0"], [{ monthly_revenue: -5 }, "0"], [{ monthly_revenue: 1_000_000_001 }, "1000000000"],
        [{ monthly_revenue: 5, employee_count: 0 }, "1"], [{ monthly_revenue: 5, employee_count: 100_001 }, "100000"],
        [{ monthly_revenue: 5, employee_count: 1.5 }, "integer"], [{ monthly_revenue: "5" }, "number"], [{ monthly_revenue: null }, "number"]
      ] as const) {
        const { error, status } = yield* ask(given)
        assert.strictEqual(status, 422, JSON.stringify(given))
        assert.include(error.details[0].error, bound)
        assert.include(error.hint, "Try: ")
      }
      assert.strictEqual((yield* ask({})).error.code, "arguments.missing")
      const huge = yield* send("/api/mcp", { method: "POST", body: "{\"type\":\"call_tool\",\"tool\":\"calculate_roi\",\"arguments\":{\"monthly_revenue\":1e999}}" })
      assert.strictEqual(huge.status, 422)
    }))
})
