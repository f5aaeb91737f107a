import { type CommissionRule, type Earns, ruleFor, type Tier } from "./commission-rule.ts"
import type { Line } from "./line.ts"
import { allocate, divide } from "./rounding.ts"

/** Basis points of a whole: sums of shares are kept in so many parts of the smallest unit, and rounded only when they are told. */
const WHOLE = 10_000n

/** What of a sale one rule is for: so much of it in all, of which so much was paid before and is paid now; without tax. */
export interface Part {
  readonly whole: number
  readonly before: number
  readonly after: number
}

/** What was sold by then: by the seller in the month, and what shares of the same sale came to, not rounded. */
export interface Until {
  readonly month: number
  readonly exact: bigint
}

export interface Earned {
  readonly amount: number
  /** What it adds to the shares of the sale. */
  readonly exact: bigint
}

/** What lies in each tier of what a seller sells beyond what was sold in the month before. */
export const slicesOf = (tiers: ReadonlyArray<Tier>, month: number, base: number) =>
  tiers.map(({ basis_points, from }, place) => {
    const to = tiers[place + 1]?.from ?? Infinity
    return { basis_points, base: Math.max(0, Math.min(to, month + base) - Math.max(from, month)) }
  }).filter(({ base }) => base > 0)

/**
 * What a seller earns by a part of a sale. The sum of all parts so far is what is rounded, half away from zero, and each part is the
 * difference to the sum before it: however a sale is paid, its parts sum up to what the whole earns.
 */
export const commissionOf = (earns: Earns, { after, before, whole }: Part, { exact: known, month }: Until): Earned => {
  if (earns.type === "fixed") {
    const until = (paid: number) => divide(BigInt(earns.amount) * BigInt(paid), BigInt(whole))
    return { amount: Number(until(after) - until(before)), exact: 0n }
  }
  const exact = slicesOf(earns.tiers, month, after - before).reduce((sum, { base, basis_points }) => sum + BigInt(base) * BigInt(basis_points), 0n)
  return { amount: Number(divide(known + exact, WHOLE) - divide(known, WHOLE)), exact }
}

/** Of so much of a commission as was paid for, what is taken back where so much of that went back. */
export const clawedBackOf = (amount: number, lost: number, paid: number) => Number(divide(BigInt(amount) * BigInt(lost), BigInt(paid)))

/** What is sold, without tax, by the category of its lines. */
export type Categories = ReadonlyArray<readonly [category: string, base: number]>

interface Document {
  readonly amount: number
  readonly tax: number
  readonly discount: number
  readonly lines: ReadonlyArray<Line>
}

export const categoriesOf = ({ amount, discount, lines, tax }: Document): Categories => {
  if (lines.length === 0) return [["standard", amount - tax]]
  const shared = discount - lines.reduce((sum, line) => sum + line.discount, 0)
  const off = allocate(shared, lines.map((line) => line.amount))
  const sums = new Map<string, number>()
  for (const [place, line] of lines.entries()) {
    const category = line.tax_category.toLowerCase()
    const base = line.amount - off[place]! - (line.tax?.inclusive ? line.tax.amount : 0)
    sums.set(category, (sums.get(category) ?? 0) + base)
  }
  return [...sums]
}

/**
 * What of an amount so far falls to each category. One after another gets its part of what the ones before left, so that each grows with the
 * amount and all together are the whole in the end.
 */
export const dividedAmong = (categories: Categories, amount: number): ReadonlyArray<number> => {
  let [left, total] = [BigInt(amount), categories.reduce((sum, [, base]) => sum + BigInt(base), 0n)]
  return categories.map(([, base]) => {
    const share = total === 0n ? 0n : divide(left * BigInt(base), total)
    left -= share
    total -= BigInt(base)
    return Number(share)
  })
}

/** A payment of a sale: without tax, so much of it was paid before and is paid with it. */
export interface Sale {
  readonly seller_id: number
  readonly currency: string
  readonly categories: Categories
  readonly before: number
  readonly after: number
}

export interface Accrual extends Part, Earned {
  readonly rule: CommissionRule
  readonly month: number
}

/** What a seller earns by a payment, by rule. */
export const accrualsOf = (
  rules: ReadonlyArray<CommissionRule>, { after, before, categories, currency, seller_id }: Sale, until: Until
): ReadonlyArray<Accrual> => {
  const [was, is] = [dividedAmong(categories, before), dividedAmong(categories, after)]
  const parts = new Map<CommissionRule, Part>()
  for (const [place, [category, whole]] of categories.entries()) {
    const rule = ruleFor(rules, { seller_id, category, currency })
    if (rule === undefined) continue
    const part = parts.get(rule) ?? { whole: 0, before: 0, after: 0 }
    parts.set(rule, { whole: part.whole + whole, before: part.before + was[place]!, after: part.after + is[place]! })
  }
  let known = until
  return [...parts].filter(([, part]) => part.after > part.before).map(([rule, part]) => {
    const earned = commissionOf(rule.earns, part, known)
    const { month } = known
    known = { month: month + part.after - part.before, exact: known.exact + earned.exact }
    return { rule, ...part, ...earned, month }
  })
}
