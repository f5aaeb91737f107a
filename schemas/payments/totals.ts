import type { Line, NewLine, TaxSum } from "./line.ts"
import { allocate, includedIn, percentOf } from "./rounding.ts"
import type { TaxRate } from "./tax.ts"

/** What the lines of an order or an invoice come to. */
export interface Totals {
  readonly lines: ReadonlyArray<Line>
  readonly taxes: ReadonlyArray<TaxSum>
  /** Of the lines without discounts. */
  readonly subtotal: number
  /** Of the lines, and of the document. */
  readonly discount: number
  /** All taxes, those that prices include among them. */
  readonly tax: number
  /** What is to be paid. */
  readonly amount: number
}

type Rate = Pick<TaxRate, "inclusive" | "name" | "percentage">

const nameOf = ({ inclusive, name, percentage }: Rate) => JSON.stringify([name, percentage, inclusive])

/**
 * The sums of a document. Its own discount is divided among the lines in proportion to what they cost. A tax is worked out once
 * for all lines of a rate, as EN 16931 asks (BR-CO-17), and rounded half away from zero; its parts are divided among those lines.
 */
export const totalsOf = (sent: ReadonlyArray<NewLine>, rateOf: (line: NewLine) => Rate | undefined, documentDiscount = 0): Totals => {
  const priced = sent.map((line) => ({ line, amount: line.quantity * line.unit_amount - line.discount, rate: rateOf(line) }))
  const off = allocate(documentDiscount, priced.map(({ amount }) => amount))
  const charged = priced.map(({ amount }, place) => amount - off[place]!)
  const places = new Map<string, Array<number>>()
  for (const [place, { rate }] of priced.entries()) {
    if (rate !== undefined) places.set(nameOf(rate), [...places.get(nameOf(rate)) ?? [], place])
  }
  const taxOf = new Map<number, number>()
  const taxes = [...places.values()].map((among): TaxSum => {
    const { inclusive, name, percentage } = priced[among[0]!]!.rate!
    const sum = among.reduce((sum, place) => sum + charged[place]!, 0)
    const amount = inclusive ? includedIn(sum, percentage) : percentOf(sum, percentage)
    for (const [n, share] of allocate(amount, among.map((place) => charged[place]!)).entries()) taxOf.set(among[n]!, share)
    return { name, percentage, inclusive, taxable: inclusive ? sum - amount : sum, amount }
  })
  const lines = priced.map(({ amount, line, rate }, place): Line => ({
    ...line, amount,
    tax: rate === undefined ? null : { name: rate.name, percentage: rate.percentage, inclusive: rate.inclusive, amount: taxOf.get(place)! }
  }))
  const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)
  const added = sum(taxes.filter(({ inclusive }) => !inclusive).map(({ amount }) => amount))
  return {
    lines, taxes,
    subtotal: sum(sent.map(({ quantity, unit_amount }) => quantity * unit_amount)),
    discount: sum(sent.map(({ discount }) => discount)) + documentDiscount,
    tax: sum(taxes.map(({ amount }) => amount)),
    amount: sum(charged) + added
  }
}
