import { assert, describe, test } from "vitest"
import fc from "fast-check"
import { decimalOf } from "#schemas/payments/currency"
import { allocate, includedIn, percentOf } from "#schemas/payments/rounding"
import { totalsOf } from "#schemas/payments/totals"

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)
const amount = fc.integer({ min: 0, max: 999_999_999_999 })

describe("amounts", () => {
  test("are divided without losing or making a unit, each share within one of its exact part", () => {
    fc.assert(fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), fc.array(amount, { minLength: 1, maxLength: 20 }), (whole, weights) => {
      const shares = allocate(whole, weights)
      assert.strictEqual(sum(shares), whole)
      const total = sum(weights)
      if (total === 0) return
      for (const [place, share] of shares.entries()) {
        const exact = BigInt(whole) * BigInt(weights[place]!)
        const off = BigInt(share) * BigInt(total) - exact
        assert.isTrue(off < BigInt(total) && off > -BigInt(total), `${share} of ${whole}`)
      }
    }), { numRuns: 2_000 })
  })

  test("leave what is left over to the largest remainders, the first of equal ones", () => {
    assert.deepStrictEqual(allocate(100, [1, 1, 1]), [34, 33, 33])
    assert.deepStrictEqual(allocate(-100, [1, 1, 1]), [-34, -33, -33])
    assert.deepStrictEqual(allocate(10, [3, 3, 4]), [3, 3, 4])
    assert.deepStrictEqual(allocate(7, [0, 0]), [7, 0])
  })

  test("are rounded half away from zero", () => {
    assert.deepStrictEqual([percentOf(50, 1), percentOf(150, 1), percentOf(-50, 1), percentOf(1_000, 8.875)], [1, 2, -1, 89])
    assert.deepStrictEqual([includedIn(120, 20), includedIn(100, 19), includedIn(1, 20)], [20, 16, 0])
  })

  test("are written with the decimals of their currency", () => {
    assert.deepStrictEqual(
      [decimalOf(1_234, "USD"), decimalOf(-5, "EUR"), decimalOf(1_234, "JPY"), decimalOf(1_234, "KWD")],
      ["12.34", "-0.05", "1234", "1.234"]
    )
  })
})

const rates = [
  { name: "VAT 20 %", percentage: 20, inclusive: false },
  { name: "Reduced 7 %", percentage: 7, inclusive: true },
  { name: "Sales tax", percentage: 8.875, inclusive: false }
]
const line = fc.record({
  description: fc.constant("x"), quantity: fc.integer({ min: 1, max: 1_000 }), unit_amount: fc.integer({ min: 0, max: 1_000_000 }),
  off: fc.integer({ min: 0, max: 100 }), tax_category: fc.constantFrom("0", "1", "2", "none")
}).map(({ off, ...line }) => ({ ...line, discount: Math.floor(line.quantity * line.unit_amount * off / 100) }))

describe("the sums of a document", () => {
  test("agree with each other, whatever its lines", () => {
    fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 100 }), (lines, off) => {
      const cost = sum(lines.map(({ discount, quantity, unit_amount }) => quantity * unit_amount - discount))
      const discount = Math.floor(cost * off / 100)
      const totals = totalsOf(lines, ({ tax_category }) => rates[Number(tax_category)], discount)
      assert.strictEqual(sum(totals.lines.map(({ tax }) => tax?.amount ?? 0)), totals.tax)
      const added = sum(totals.taxes.filter(({ inclusive }) => !inclusive).map(({ amount }) => amount))
      assert.strictEqual(totals.amount, totals.subtotal - totals.discount + added)
      for (const { amount, inclusive, percentage, taxable } of totals.taxes) {
        assert.strictEqual(amount, inclusive ? includedIn(taxable + amount, percentage) : percentOf(taxable, percentage))
      }
    }), { numRuns: 1_000 })
  })

  test("round a tax once for all lines of a rate", () => {
    const three = Array.from({ length: 3 }, () => ({ description: "x", quantity: 1, unit_amount: 3, discount: 0, tax_category: "0" }))
    const totals = totalsOf(three, () => rates[0])
    assert.deepStrictEqual([totals.tax, totals.amount, totals.lines.map(({ tax }) => tax!.amount)], [2, 11, [1, 1, 0]])
  })
})
