import type { Invoice } from "./invoice.ts"
import type { Line } from "./line.ts"
import { includedIn } from "./rounding.ts"

/** How VAT treats a line, as EN 16931 tells them apart: at a rate, exempt beside others that are taxed, or in a document without VAT. */
export type Treatment = number | "exempt" | "outside"

interface Part {
  readonly treatment: Treatment
  readonly amount: number
}

interface NetLine extends Part {
  readonly line: Line
  /** Without VAT, before what is taken off the line: for so many of it. */
  readonly price: { readonly amount: number; readonly quantity: number }
  readonly off: number
}

/** An invoice in amounts without VAT, which electronic invoices add up: lines, less allowances, and VAT on the rest by treatment. */
export interface Net {
  readonly lines: ReadonlyArray<NetLine>
  /** What the discount of the whole document takes off. */
  readonly allowances: ReadonlyArray<Part>
  readonly taxes: ReadonlyArray<Part & { readonly taxable: number }>
}

export const sumOf = (parts: ReadonlyArray<{ readonly amount: number }>) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** A price that includes VAT is told for all of a line together, since that of one may have no end of decimals. */
const netLine = (line: Line, treatment: Treatment, isDiscounted: boolean): NetLine => {
  const { amount, discount, quantity, tax, unit_amount } = line
  if (tax === null || !tax.inclusive) return { line, treatment, amount, price: { amount: unit_amount, quantity: 1 }, off: discount }
  const net = amount - (isDiscounted ? includedIn(amount, tax.percentage) : tax.amount)
  return { line, treatment, amount: net, price: { amount: net, quantity }, off: 0 }
}

/** Sums are exact: lines less allowances and VAT on top are what the invoice asks for. VAT is what the invoice says, by rate. */
export const netOf = ({ discount, lines: sold, taxes: sums }: Pick<Invoice, "discount" | "lines" | "taxes">): Net => {
  const isDiscounted = discount > sold.reduce((sum, line) => sum + line.discount, 0)
  const untaxed: Treatment = sums.length > 0 ? "exempt" : "outside"
  const lines = sold.map((line) => netLine(line, line.tax?.percentage ?? untaxed, isDiscounted))
  const whole = sold.reduce((sum, line) => sum + line.amount, 0) - (discount - sold.reduce((sum, line) => sum + line.discount, 0))
  const charged = (percentage: number) => sums.filter((one) => one.percentage === percentage)
  /* What is untaxed is what is left of the document once all that is taxed is taken out of it. */
  const rest = whole - sums.reduce((sum, { amount, inclusive, taxable }) => sum + taxable + (inclusive ? amount : 0), 0)
  const taxes = [...new Set(lines.map(({ treatment }) => treatment))].map((treatment) => typeof treatment === "number"
    ? { treatment, taxable: charged(treatment).reduce((sum, { taxable }) => sum + taxable, 0), amount: sumOf(charged(treatment)) }
    : { treatment, taxable: rest, amount: 0 })
  const allowances = taxes.map(({ taxable, treatment }) =>
    ({ treatment, amount: sumOf(lines.filter((line) => line.treatment === treatment)) - taxable })).filter(({ amount }) => amount !== 0)
  return { lines, allowances, taxes }
}
