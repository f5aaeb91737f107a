import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"
import { type CommissionRule, CommissionRuleId, NewCommissionRules, ruleFor } from "#schemas/payments/commission-rule"
import { accrualsOf, categoriesOf, clawedBackOf, commissionOf, dividedAmong } from "#schemas/payments/earning"
import { divide } from "#schemas/payments/rounding"
import { totalsOf } from "#schemas/payments/totals"
import { UserId } from "#schemas/kernel/ids"

const share = (...tiers: ReadonlyArray<readonly [from: number, basis_points: number]>) =>
  ({ type: "share" as const, tiers: tiers.map(([from, basis_points]) => ({ from, basis_points })) })

let turn = 1
const rule = (given: { readonly seller?: number; readonly category?: string; readonly currency?: string; readonly earns?: CommissionRule["earns"] }): CommissionRule => ({
  id: CommissionRuleId.make(turn++), name: "Rule", seller_id: given.seller === undefined ? null : UserId.make(given.seller), category: given.category ?? null,
  currency: given.currency ?? null, earns: given.earns ?? share([0, 1_000])
})

const nothing = { month: 0, exact: 0n }
const one = [["standard", 1_000]] as const

describe("what sellers earn", () => {
  it("is a share of each slice of what they sold in the month, rounded half away from zero", () => {
    const earns = share([0, 500], [1_000_000, 700], [2_000_000, 1_000])
    const of = (month: number, base: number) => commissionOf(earns, { whole: base, before: 0, after: base }, { month, exact: 0n }).amount
    assert.deepStrictEqual([of(0, 1_000), of(0, 1_000_000), of(999_900, 200), of(900_000, 1_200_000), of(5_000_000, 33)], [50, 50_000, 12, 85_000, 3])
    assert.deepStrictEqual([of(0, 9), of(0, 10), of(0, 30)], [0, 1, 2], "half a cent is a cent")
  })

  it("is by the rule that is nearest: that of the seller, of the category, of the currency, of all", () => {
    const [all, usd, books, ada, both] = [rule({}), rule({ currency: "USD" }), rule({ category: "Books" }), rule({ seller: 1 }), rule({ seller: 1, category: "books" })]
    const rules = [all, usd, books, ada, both]
    const of = (seller_id: number, category: string, currency: string) => ruleFor(rules, { seller_id, category, currency })
    assert.strictEqual(of(2, "standard", "EUR"), all)
    assert.strictEqual(of(2, "standard", "USD"), usd)
    assert.strictEqual(of(2, "books", "USD"), books)
    assert.strictEqual(of(1, "standard", "USD"), ada)
    assert.strictEqual(of(1, "BOOKS", "EUR"), both)
    assert.strictEqual(ruleFor([books], { seller_id: 1, category: "standard", currency: "USD" }), undefined)
  })

  it("is what the whole earns, however it is paid and whatever lines it has", () => {
    const earns = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 3 }).map((all) => share(...all.map((points, n) => [n * 700, points] as const))),
      fc.integer({ min: 1, max: 100_000 }).map((amount) => ({ type: "fixed" as const, amount }))
    )
    fc.assert(fc.property(
      fc.record({
        lines: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), category: fc.constantFrom("a", "b", "c") }), { minLength: 1, maxLength: 5 }),
        rules: fc.record({ a: fc.option(earns), b: fc.option(earns), rest: fc.option(earns) }),
        cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        month: fc.integer({ min: 0, max: 2_000 })
      }),
      ({ cuts, lines, month, rules: { a, b, rest } }) => {
        const rules = [
          ...a === null ? [] : [rule({ category: "a", earns: a })], ...b === null ? [] : [rule({ category: "b", earns: b })], ...rest === null ? [] : [rule({ earns: rest })]
        ]
        const sums = new Map<string, number>()
        for (const { amount, category } of lines) sums.set(category, (sums.get(category) ?? 0) + amount)
        const categories = [...sums]
        const whole = lines.reduce((sum, { amount }) => sum + amount, 0)
        const stops = [...new Set([0, ...cuts.map((cut) => Math.round(cut * whole)), whole])].toSorted((x, y) => x - y)
        let until = { month, exact: 0n }
        const earned = new Map<CommissionRule, { amount: number; base: number }>()
        for (const [place, after] of stops.entries()) {
          if (place === 0) continue
          for (const accrual of accrualsOf(rules, { seller_id: 1, currency: "USD", categories, before: stops[place - 1]!, after }, until)) {
            const known = earned.get(accrual.rule) ?? { amount: 0, base: 0 }
            const base = accrual.after - accrual.before
            assert.isAtLeast(accrual.amount, 0)
            earned.set(accrual.rule, { amount: known.amount + accrual.amount, base: known.base + base })
            until = { month: accrual.month + base, exact: until.exact + accrual.exact }
          }
        }
        for (const [{ category, earns }, { amount, base }] of earned) {
          assert.strictEqual(base, categories.filter(([name]) => ruleFor(rules, { seller_id: 1, category: name, currency: "USD" })?.category === category)
            .reduce((sum, [, amount]) => sum + amount, 0))
          if (earns.type === "fixed") assert.strictEqual(amount, earns.amount)
        }
        const shares = [...earned].filter(([{ earns }]) => earns.type === "share").reduce((sum, [, { amount }]) => sum + amount, 0)
        assert.strictEqual(shares, Number(divide(until.exact, 10_000n)), "all shares of a sale are rounded once")
      }
    ), { numRuns: 500 })
  })

  it("of a plain share is the same as if the sale were paid at once", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 10_000 }), fc.array(fc.nat(), { maxLength: 8 }), (whole, points, cuts) => {
      const rules = [rule({ earns: share([0, points]) })]
      const stops = [...new Set([0, ...cuts.map((cut) => cut % whole), whole])].toSorted((x, y) => x - y)
      let until = nothing
      let sum = 0
      for (const [place, after] of stops.entries()) {
        if (place === 0) continue
        for (const { amount, exact } of accrualsOf(rules, { seller_id: 1, currency: "USD", categories: [["standard", whole]], before: stops[place - 1]!, after }, until)) {
          until = { month: until.month + after - stops[place - 1]!, exact: until.exact + exact }
          sum += amount
        }
      }
      assert.strictEqual(sum, Number(divide(BigInt(whole) * BigInt(points), 10_000n)))
    }), { numRuns: 300 })
  })

  it("is divided among categories so that no part ever shrinks", () => {
    fc.assert(fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 5 }), (bases) => {
      const categories = bases.map((base, n) => [`${n}`, base] as const)
      const whole = bases.reduce((sum, base) => sum + base, 0)
      let last = dividedAmong(categories, 0)
      for (let amount = 1; amount <= whole; amount++) {
        const shares = dividedAmong(categories, amount)
        assert.strictEqual(shares.reduce((sum, share) => sum + share, 0), amount)
        assert.isTrue(shares.every((share, n) => share >= last[n]!))
        last = shares
      }
      assert.deepStrictEqual(last, bases)
    }), { numRuns: 100 })
  })

  it("goes back with what was paid, in the end all of it", () => {
    fc.assert(fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), fc.nat(), (amount, paid, lost) => {
      const first = clawedBackOf(amount, lost % paid, paid)
      assert.isTrue(first >= 0 && first <= amount)
      assert.strictEqual(clawedBackOf(amount, paid, paid), amount)
    }))
  })

  it("is of what lines cost without tax, whether prices include it or not, and less what the whole is reduced by", () => {
    const of = (inclusive: boolean) => {
      const totals = totalsOf([
        { description: "Manual", quantity: 2, unit_amount: 600, discount: 0, tax_category: "Books" },
        { description: "Work", quantity: 1, unit_amount: 2_400, discount: 0, tax_category: "standard" }
      ], ({ tax_category }) => tax_category === "standard" ? { name: "VAT", percentage: 20, inclusive } : undefined, 360)
      return { ...totals, categories: categoriesOf(totals) }
    }
    for (const inclusive of [true, false]) {
      const { amount, categories, tax } = of(inclusive)
      assert.strictEqual(categories.reduce((sum, [, base]) => sum + base, 0), amount - tax)
      assert.deepStrictEqual(categories, [["books", 1_080], ["standard", inclusive ? 1_800 : 2_160]])
    }
    assert.deepStrictEqual(categoriesOf({ amount: 500, tax: 0, discount: 0, lines: [] }), [["standard", 500]])
    assert.deepStrictEqual(accrualsOf([], { seller_id: 1, currency: "USD", categories: one, before: 0, after: 1_000 }, nothing), [])
  })

  it("is by rules without doubt: two for the same, amounts without a currency, tiers out of order and much more is refused", () => {
    const decode = Schema.decodeUnknownExit(NewCommissionRules)
    const tiers = (...all: ReadonlyArray<readonly [number, number]>) => ({ name: "Rule", currency: "USD", earns: share(...all) })
    const refused: ReadonlyArray<ReadonlyArray<unknown>> = [
      [tiers([0, 1]), tiers([0, 2])], [{ ...tiers([0, 1]), category: "Books" }, { ...tiers([0, 1]), category: "books" }],
      [{ ...tiers([0, 1], [5, 2]), currency: null }], [{ name: "Rule", earns: { type: "fixed", amount: 1 } }], [tiers()], [tiers([1, 1])],
      [tiers([0, 1], [0, 2])], [tiers([0, 1], [9, 2], [5, 3])], [tiers([0, 10_001])], [tiers([0, -1])], [tiers([0, 1.5])],
      [{ ...tiers([0, 1]), currency: "XXQ" }], [{ name: "Rule", currency: "USD", earns: { type: "fixed", amount: 0 } }], [{ earns: share([0, 1]) }]
    ]
    for (const rules of refused) assert.strictEqual(decode({ rules })._tag, "Failure", JSON.stringify(rules))
    for (const rules of [[], [tiers([0, 1]), { ...tiers([0, 1]), seller_id: 1 }, { ...tiers([0, 1]), category: "books" }]]) {
      assert.strictEqual(decode({ rules })._tag, "Success", JSON.stringify(rules))
    }
  })
})
