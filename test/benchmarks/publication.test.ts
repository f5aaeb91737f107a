import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { bucketOf, type LiveMetric, liveMetrics } from "#schemas/benchmarks/metric"
import { bucketOfCompany, type Contribution, decide, figuresOf, type History, isEnough } from "#schemas/benchmarks/publication"
import { differing, turns, Simulation } from "./simulation.ts"

const metric = fc.constantFrom<LiveMetric>(...Object.values(liveMetrics))
const never: History = { publications: [], known: [], shown: undefined }

const value = fc.oneof(
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double({ min: 0, max: 1e7, noNaN: true }),
  fc.constantFrom(0, 1e300, Number.MAX_VALUE, 5e-324)
)

const companies = (constraints: fc.ArrayConstraints) =>
  fc.tuple(metric, fc.array(fc.record({ value, records: fc.nat(40) }), { size: "max", ...constraints })).map(([metric, all]) => ({
    metric,
    all: all.map(({ records, value }, company): Contribution =>
      ({ company, bucket: bucketOf(metric.scale, value), records, leftOn: undefined, fingerprint: `${company} ${value}` }))
  }))

const atLeastAsGood = ({ better }: LiveMetric, a: number, b: number) => better === "more" ? a >= b : a <= b
const digits = (value: number) => value === 0 ? 0 : value.toExponential().split("e")[0]!.replace("-", "").replace(".", "").length
const total = (all: ReadonlyArray<Contribution>) => all.reduce((sum, { records }) => sum + records, 0)

describe("figures of several companies", () => {
  it("are told where five companies, thirty records and no company with more than half of them stand behind", () => {
    let told = 0
    fc.assert(fc.property(companies({ maxLength: 12 }), fc.integer({ min: 1, max: 10 }), ({ all: many, metric }, fewer) => {
      const all = many.map((one) => ({ ...one, records: Math.floor(one.records / fewer) }))
      const most = Math.max(0, ...all.map(({ records }) => records))
      const enough = all.length >= 5 && total(all) >= 30 && most * 2 <= total(all)
      assert.strictEqual(decide(metric, all, never)._tag, enough ? "Publish" : "Nothing")
      if (enough) told++
    }), { numRuns: 3_000 })
    assert.isAbove(told, 50)
  })

  it("have two significant digits, and stand in the order of merit", () => {
    fc.assert(fc.property(companies({ minLength: 5, maxLength: 120 }), ({ all, metric }) => {
      const { average, top_10, top_25 } = figuresOf(metric, all)
      for (const figure of [average, top_25 ?? 0, top_10 ?? 0]) assert.isAtMost(digits(figure), 2, String(figure))
      if (top_25 !== undefined) assert.isTrue(atLeastAsGood(metric, top_25, average), `${top_25} ${average}`)
      if (top_10 !== undefined) assert.isTrue(atLeastAsGood(metric, top_10, top_25!), `${top_10} ${top_25}`)
    }))
  })

  it("tell a tail only where five companies reach it", () => {
    fc.assert(fc.property(companies({ minLength: 5, maxLength: 120 }), ({ all, metric }) => {
      const { top_10, top_25 } = figuresOf(metric, all)
      assert.strictEqual(top_25 !== undefined, all.length >= 20)
      assert.strictEqual(top_10 !== undefined, all.length >= 50)
      for (const figure of [top_25, top_10]) {
        if (figure !== undefined) assert.isAtLeast(all.filter(({ bucket }) => atLeastAsGood(metric, bucket, figure)).length, 5)
      }
    }))
  })

  it("do not depend on the order of the companies, or on their names", () => {
    fc.assert(fc.property(companies({ minLength: 5, maxLength: 60 }), fc.infiniteStream(fc.nat()), ({ all, metric }, random) => {
      const shuffled = all.map((one) => [random.next().value as number, one] as const).toSorted(([a], [b]) => a - b)
        .map(([company, one]) => ({ ...one, company }))
      assert.deepStrictEqual(figuresOf(metric, shuffled), figuresOf(metric, all))
      assert.strictEqual(isEnough(shuffled), isEnough(all))
    }))
  })

  it("lie where the others do, whatever one company says and however much it has", () => {
    fc.assert(fc.property(companies({ minLength: 5, maxLength: 30 }), value, fc.nat(), ({ all, metric }, absurd, which) => {
      const [one, ...others] = [all[which % all.length]!, ...all.filter((_, n) => n !== which % all.length)]
      const { average } = figuresOf(metric, [...others, { ...one, bucket: bucketOf(metric.scale, absurd), records: 1e9 }])
      const buckets = others.map(({ bucket }) => bucket)
      assert.isAtLeast(average, Math.min(...buckets))
      assert.isAtMost(average, Math.max(...buckets))
    }))
  })

  it("do not tell an absurd value from a high one", () => {
    fc.assert(fc.property(companies({ minLength: 4, maxLength: 30 }), ({ all, metric }) => {
      const highest = Math.max(...all.map(({ bucket }) => bucket))
      const top = { company: -1, records: 10, leftOn: undefined, fingerprint: "" }
      const figures = [highest, 1e300].map((high) => figuresOf(metric, [...all, { ...top, bucket: bucketOf(metric.scale, high) }]).average)
      assert.strictEqual(figures[0], figures[1])
    }))
  })

  it("do not count a company that has hardly any records, or no value", () => {
    for (const each of Object.values(liveMetrics)) {
      assert.isUndefined(bucketOfCompany(each, 50, 4))
      assert.strictEqual(bucketOfCompany(each, 50, 5), bucketOf(each.scale, 50))
      for (const none of [null, NaN, Infinity]) assert.isUndefined(bucketOfCompany(each, none, 50))
    }
  })
})

describe("figures from day to day", () => {
  const days = (companies: number) =>
    fc.array(turns(companies, fc.constantFrom(10, 20, 30), fc.constantFrom(2, 6, 10, 10, 10, 60)), { minLength: 5, maxLength: 25, size: "max" })

  it("never differ between two publications in fewer than five companies, be they next to each other or not", () => {
    let pairs = 0
    fc.assert(fc.property(days(12), (days) => {
      const simulation = new Simulation(12, liveMetrics.win_rate)
      for (const day of days) {
        for (const turn of day) simulation.turn(turn)
        if (simulation.compute()._tag !== "Publish") continue
        const issue = simulation.issues.at(-1)!
        for (const earlier of simulation.issues.slice(0, -1)) {
          pairs++
          assert.isAtLeast(differing(issue, earlier).length, 5)
        }
      }
    }), { numRuns: 500 })
    assert.isAbove(pairs, 500)
  })

  it("are those of the last publication or none, and none once its companies are too few, or one of them has left", () => {
    let kept = 0
    fc.assert(fc.property(days(12), (days) => {
      const simulation = new Simulation(12, liveMetrics.win_rate)
      const leavers = new Set<number>()
      for (const day of days) {
        for (const turn of day) {
          if (turn.does === "leave") leavers.add(turn.company)
          simulation.turn(turn)
        }
        const { _tag } = simulation.compute()
        if (_tag === "Publish") leavers.clear()
        if (_tag === "Keep") kept++
        if (simulation.shown === undefined) continue
        const { entries, figures } = simulation.issues.at(-1)!
        const now = simulation.contributions()
        assert.deepStrictEqual(simulation.shown, figures)
        assert.isTrue(isEnough(now))
        assert.isAtLeast(now.filter(({ company }) => entries.has(company)).length, 5)
        for (const company of leavers) assert.isFalse(entries.has(company))
      }
    }), { numRuns: 500 })
    assert.isAbove(kept, 200)
  })

  const settled = (companies: number) => {
    const simulation = new Simulation(companies + 10, liveMetrics.win_rate)
    for (let company = 0; company < companies; company++) {
      simulation.turn({ company, does: "share" })
      simulation.turn({ company, does: "work", value: company, records: 10 })
    }
    assert.strictEqual(simulation.compute()._tag, "Publish")
    return simulation
  }

  it("show nothing of one who joins, again and again", () => {
    fc.assert(fc.property(fc.integer({ min: 5, max: 40 }), fc.array(value, { minLength: 1, maxLength: 10 }), (companies, values) => {
      const simulation = settled(companies)
      const before = simulation.shown
      for (const value of values) {
        simulation.turn({ company: companies, does: "work", value, records: 10 })
        simulation.turn({ company: companies, does: "share" })
        simulation.compute()
        assert.strictEqual(simulation.shown?.average, before!.average)
        simulation.turn({ company: companies, does: "leave" })
        simulation.compute()
        assert.strictEqual(simulation.shown?.average, before!.average)
      }
      assert.lengthOf(simulation.issues, 1)
    }))
  })

  it("stay withdrawn while fewer than five changed, also when they are enough again", () => {
    const simulation = settled(5)
    simulation.turn({ company: 0, does: "leave" })
    assert.strictEqual(simulation.compute()._tag, "Withdraw")
    simulation.turn({ company: 5, does: "share" })
    for (const company of [1, 2, 3]) {
      assert.strictEqual(simulation.compute()._tag, "Nothing")
      simulation.turn({ company, does: "work", value: 90, records: 10 })
    }
    // One left, another came, and three have changed: five.
    assert.strictEqual(simulation.compute()._tag, "Publish")
  })

  it("count nobody who left and is back as one that changed", () => {
    const simulation = settled(12)
    for (const company of [0, 1, 2, 3, 4, 5]) {
      simulation.turn({ company, does: "leave" })
      simulation.turn({ company, does: "share" })
    }
    assert.strictEqual(simulation.compute()._tag, "Withdraw")
    for (const company of [6, 7, 8, 9]) simulation.turn({ company, does: "work", value: 90, records: 10 })
    assert.strictEqual(simulation.compute()._tag, "Nothing")
    simulation.turn({ company: 10, does: "work", value: 90, records: 10 })
    assert.strictEqual(simulation.compute()._tag, "Publish")
  })

  it("do not tell one who changes between two publications, though four change back", () => {
    const simulation = settled(12)
    for (const company of [0, 1, 2, 3, 4]) simulation.turn({ company, does: "work", value: 90, records: 10 })
    assert.strictEqual(simulation.compute()._tag, "Publish")
    for (const company of [0, 1, 2, 3]) simulation.turn({ company, does: "work", value: company, records: 10 })
    simulation.turn({ company: 11, does: "work", value: 70, records: 10 })
    assert.strictEqual(simulation.compute()._tag, "Keep")
  })

  it("lose a tail whose companies are too few, and nothing else", () => {
    const simulation = settled(20)
    assert.isDefined(simulation.shown!.top_25)
    simulation.turn({ company: 19, does: "work", value: 19, records: 0 })
    assert.deepInclude(simulation.compute(), { _tag: "Keep", top_25: false })
    assert.deepStrictEqual(simulation.shown, { ...simulation.issues[0]!.figures, top_25: undefined })
    simulation.turn({ company: 19, does: "work", value: 19, records: 10 })
    assert.deepInclude(simulation.compute(), { _tag: "Keep", top_25: false })
  })
})
