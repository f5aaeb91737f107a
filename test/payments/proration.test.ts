import { assert, describe, test } from "vitest"
import fc from "fast-check"
import { decimalsOf } from "#schemas/payments/currency"
import { anchorFrom, boundary, dateOf, intervals, secondsOf } from "#schemas/payments/periods"
import { prorated } from "#schemas/payments/proration"

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)

/** Prices that are usual in currencies with 0, 2 and 3 decimals. */
const price = fc.constantFrom("JPY", "USD", "KWD").chain((currency) => fc.integer({ min: 0, max: 10_000_000 * 10 ** decimalsOf(currency) }))

const period = fc.record({ begins: fc.integer({ min: 0, max: 4_000_000_000 }), length: fc.integer({ min: 1, max: 366 * 86_400 }), whole: fc.integer({ min: 1, max: 3 }) })
  .map(({ begins, length, whole }) => ({ begins, ends: begins + length, whole: length * whole }))

const history = period.chain(({ begins, ends, whole }) =>
  fc.record({
    first: price,
    later: fc.array(fc.record({ price, at: fc.integer({ min: begins, max: ends }) }), { maxLength: 12 })
  }).map(({ first, later }) => ({
    billed: { ends, whole },
    prices: [{ at: begins, price: first }, ...later.toSorted((a, b) => a.at - b.at)]
  })))

describe("proration", () => {
  test("charges the price weighted by time, to the unit, whatever changes at which second", () => {
    fc.assert(fc.property(history, ({ billed: { ends, whole }, prices }) => {
      const charged = BigInt(sum(prorated({ ends, whole }, prices)))
      const exact = prices.reduce((all, { at, price }, n) => all + BigInt(price) * BigInt((prices[n + 1]?.at ?? ends) - at), 0n)
      const off = 2n * (charged * BigInt(whole) - exact)
      assert.isTrue(off <= BigInt(whole) && -off <= BigInt(whole), `${charged} for ${exact} / ${whole}`)
      if (exact % BigInt(whole) === 0n) assert.strictEqual(charged * BigInt(whole), exact)
    }), { numRuns: 5_000 })
  })

  test("says of a change what it says of it later, whatever comes after", () => {
    fc.assert(fc.property(history, ({ billed, prices }) => {
      const all = prorated(billed, prices)
      for (const n of prices.keys()) assert.deepStrictEqual(prorated(billed, prices.slice(0, n + 1)), all.slice(0, n + 1))
    }), { numRuns: 1_000 })
  })

  test("adds nothing for a change at the end, and all of it for one at the begin", () => {
    const billed = { ends: 1_000, whole: 1_000 }
    assert.deepStrictEqual(prorated(billed, [{ at: 0, price: 1_999 }, { at: 1_000, price: 99_999 }]), [1_999, 0])
    assert.deepStrictEqual(prorated(billed, [{ at: 0, price: 1_999 }, { at: 0, price: 99_999 }]), [1_999, 98_000])
    assert.deepStrictEqual(prorated(billed, [{ at: 0, price: 1_999 }, { at: 333, price: 0 }]), [1_999, -1_333])
  })
})

const instants = (interval: typeof intervals[number], count: number, at: string, time_zone: string, day?: number) => {
  const anchor = anchorFrom(at, time_zone, interval === "month" || interval === "year" ? day : undefined)
  return Array.from({ length: count }, (_, n) => boundary({ interval, interval_count: 1 }, anchor, n))
}

describe("periods", () => {
  test("end with the month where it has no such day, and go back to the day in longer months", () => {
    assert.deepStrictEqual(
      instants("month", 6, "2027-01-31T10:00:00.000Z", "UTC").map((at) => at.slice(0, 10)),
      ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30"]
    )
    assert.deepStrictEqual(
      instants("year", 5, "2028-02-29T10:00:00.000Z", "UTC").map((at) => at.slice(0, 10)),
      ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]
    )
    assert.deepStrictEqual(instants("month", 2, "2027-04-30T10:00:00.000Z", "UTC", 31).map((at) => at.slice(0, 10)), ["2027-04-30", "2027-05-31"])
    assert.deepStrictEqual(instants("month", 2, "2027-02-10T10:00:00.000Z", "UTC", 9).map((at) => at.slice(0, 10)), ["2027-03-09", "2027-04-09"])
  })

  test("begin at the same time of day, also where clocks are moved", () => {
    assert.deepStrictEqual(instants("day", 4, "2027-03-27T01:30:00.000Z", "Europe/Oslo"), [
      "2027-03-27T01:30:00.000Z", "2027-03-28T01:30:00.000Z", "2027-03-29T00:30:00.000Z", "2027-03-30T00:30:00.000Z"
    ])
    assert.deepStrictEqual(instants("week", 3, "2027-10-24T07:00:00.000Z", "Europe/Oslo"), [
      "2027-10-24T07:00:00.000Z", "2027-10-31T08:00:00.000Z", "2027-11-07T08:00:00.000Z"
    ])
    assert.strictEqual(dateOf("2027-03-27T23:30:00.000Z", "Europe/Oslo"), "2027-03-28")
  })

  test("follow each other without gaps, whatever their length, and the day of the month is the anchor's or the last", () => {
    fc.assert(fc.property(
      fc.integer({ min: 946_684_800, max: 4_000_000_000 }), fc.constantFrom(...intervals), fc.integer({ min: 1, max: 12 }),
      fc.constantFrom("UTC", "Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"),
      (seconds, interval, interval_count, time_zone) => {
        const at = new Date(seconds * 1_000).toISOString()
        const anchor = anchorFrom(at, time_zone)
        assert.strictEqual(anchor.at, at)
        let before = boundary({ interval, interval_count }, anchor, -1)
        for (let n = 0; n < 14; n++) {
          const next = boundary({ interval, interval_count }, anchor, n)
          assert.isAbove(secondsOf(next), secondsOf(before))
          before = next
          if (interval === "day" || interval === "week") continue
          const [year, month, day] = dateOf(next, time_zone).split("-").map(Number) as [number, number, number]
          assert.strictEqual(day, Math.min(anchor.day, new Date(Date.UTC(year, month, 0)).getUTCDate()))
        }
      }
    ), { numRuns: 200 })
  })
})
