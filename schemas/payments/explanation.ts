import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Cents, inCents } from "#schemas/kernel/money"
import type { Commission } from "./commission.ts"
import { slicesOf } from "./earning.ts"
import { decimalOf, decimalsOf } from "./currency.ts"
import type { Invoice } from "./invoice.ts"
import { prorated } from "./proration.ts"
import { allocate, divide } from "./rounding.ts"

/** What is explained. */
export const Explained = {
  object: Schema.Literals(["commission", "invoice", "subscription"]).annotate({
    description: "A commission, a line of an invoice, or what a period of a subscription costs with its changes.", examples: ["commission"]
  }),
  object_id: Id.annotate({ description: "Which one." }),
  line: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({
    description: "Of an invoice: which line; the first is 1, and meant if left out.", examples: [1]
  })),
  period: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })).annotate({
    description: "Of a subscription: which period; the current one if left out.", examples: [1]
  }))
}

export const Step = Schema.Struct({
  text: Schema.String.annotate({ examples: ["5 % of 1000.00 USD is 50.0000 USD."] }),
  amount: Schema.NullOr(Cents).annotate({ description: inCents("What the step comes to, rounded; `null` where it is no amount.") })
}).annotate({ identifier: "ExplanationStep" })
type Step = typeof Step.Type

export const Explanation = Schema.Struct({
  object: Schema.Literals(["commission", "invoice_line", "subscription_period"]).annotate({ examples: ["commission"] }),
  amount: Cents.annotate({ description: inCents("What is explained.") }),
  currency: Schema.String.annotate({ examples: ["USD"] }),
  steps: Schema.Array(Step).annotate({ description: "How it comes about, from what was sold to the amount." })
}).annotate({ identifier: "Explanation" })
export type Explanation = typeof Explanation.Type

const step = (text: string, amount: number | null = null): Step => ({ text, amount })

const wordsIn = (currency: string) => {
  const decimals = decimalsOf(currency)
  return {
    money: (amount: number) => `${decimalOf(amount, currency)} ${currency}`,
    /** An amount that is not rounded, in ten-thousandths of the smallest unit. */
    exact: (parts: bigint) => {
      const digits = `${parts < 0n ? -parts : parts}`.padStart(decimals + 5, "0")
      return `${parts < 0n ? "-" : ""}${digits.slice(0, -decimals - 4)}.${digits.slice(-decimals - 4)} ${currency}`
    }
  }
}

/** What is kept of a commission besides what answers show. */
export interface KeptOfCommission {
  readonly whole_amount: number
  readonly paid_before: number
  readonly paid_amount: number
  /** What the shares of the sale came to before it, not rounded. */
  readonly exact_before: bigint
  readonly clawbacks: ReadonlyArray<{ readonly refund_id: number | null; readonly dispute_id: number | null; readonly lost_amount: number; readonly amount: number }>
}

const earningSteps = (
  { amount, base_amount, currency, month_amount, rule: { earns } }: Commission, { exact_before, paid_before, whole_amount }: KeptOfCommission
): ReadonlyArray<Step> => {
  const { exact, money } = wordsIn(currency)
  if (earns.type === "fixed") {
    const until = (paid: number) => Number(divide(BigInt(earns.amount) * BigInt(paid), BigInt(whole_amount)))
    const [was, is] = [until(paid_before), until(paid_before + base_amount)]
    return [
      step(`The rule gives ${money(earns.amount)} for the whole sale, which comes to ${money(whole_amount)} without tax.`, earns.amount),
      step(`Of that ${money(paid_before + base_amount)} is paid now, which makes ${money(is)} so far.`, is),
      ...paid_before > 0 ? [step(`Earlier parts made ${money(was)}, which leaves ${money(amount)}.`, amount)] : []
    ]
  }
  const slices = slicesOf(earns.tiers, month_amount, base_amount)
  const sum = slices.reduce((sum, { base, basis_points }) => sum + BigInt(base) * BigInt(basis_points), 0n)
  const known = Number(divide(exact_before, 10_000n))
  return [
    ...earns.tiers.length > 1 ? [step(`The seller had sold ${money(month_amount)} before in that month.`, month_amount)] : [],
    ...slices.map(({ base, basis_points }) =>
      step(`${basis_points / 100} % of ${money(base)} is ${exact(BigInt(base) * BigInt(basis_points))}.`,
        Number(divide(BigInt(base) * BigInt(basis_points), 10_000n)))),
    exact_before === 0n
      ? step(`Rounded, that is ${money(amount)}.`, amount)
      : step(`With ${exact(exact_before)} of earlier parts of the sale it is ${exact(exact_before + sum)}, rounded ${money(known + amount)}; ` +
        `${money(known)} of that was told before, which leaves ${money(amount)}.`, amount)
  ]
}

export const commissionExplained = (commission: Commission, kept: KeptOfCommission): Explanation => {
  const { amount, base_amount, currency, paid_out_amount, payment_id, payout_id, rule } = commission
  const { money } = wordsIn(currency)
  let left = amount
  return {
    object: "commission", amount, currency,
    steps: [
      step(`${payment_id === null ? "A payment that the company took itself" : `Payment ${payment_id}`} came to ${money(kept.paid_amount)}, with tax.`, kept.paid_amount),
      step(`Without tax, ${money(base_amount)} of it falls under the rule "${rule.name}".`, base_amount),
      ...earningSteps(commission, kept),
      ...kept.clawbacks.map(({ amount, dispute_id, lost_amount, refund_id }) => {
        left -= amount
        return step(`${refund_id === null ? `Dispute ${dispute_id} took` : `Refund ${refund_id} gave`} back ${money(lost_amount)} of the payment, ` +
          `and with it ${money(amount)} of the commission: ${money(left)} is left.`, left)
      }),
      ...payout_id === null ? [] : [step(`${money(paid_out_amount)} of it was paid out, first by payout ${payout_id}.`, paid_out_amount)]
    ]
  }
}

/** A line of an invoice, by its place. */
export const lineExplained = (invoice: Invoice, place: number): Explanation => {
  const { currency, discount, lines, taxes } = invoice
  const { money } = wordsIn(currency)
  const line = lines[place]!
  const { amount, quantity, tax, unit_amount } = line
  const shared = discount - lines.reduce((sum, line) => sum + line.discount, 0)
  const off = allocate(shared, lines.map((line) => line.amount))[place]!
  const rate = tax === null ? undefined
    : taxes.find(({ inclusive, name, percentage }) => name === tax.name && percentage === tax.percentage && inclusive === tax.inclusive)
  return {
    object: "invoice_line", amount, currency,
    steps: [
      step(`${quantity} times ${money(unit_amount)} is ${money(quantity * unit_amount)}.`, quantity * unit_amount),
      ...line.discount > 0 ? [step(`Less a discount of ${money(line.discount)} on the line it is ${money(amount)}.`, amount)] : [],
      ...off > 0 ? [step(`Of the invoice's own discount of ${money(shared)}, ${money(off)} falls on the line in proportion to what it costs.`, off)] : [],
      ...tax === null || rate === undefined
        ? [step("No tax rate is set for it, so that it is not taxed.")]
        : [
          step(`All lines of ${tax.name} together come to ${money(rate.taxable)} without tax; ${tax.percentage} % of that is ${money(rate.amount)}, rounded once.`, rate.amount),
          step(`Of that ${money(tax.amount)} falls on the line, ${tax.inclusive ? "which its price includes" : "which is added to the invoice"}.`, tax.amount)
        ]
    ]
  }
}

/** A period of a subscription, by the prices that held in it; seconds since 1970. */
export interface PeriodKept {
  readonly period: number
  readonly currency: string
  readonly ends: number
  readonly whole: number
  readonly prices: ReadonlyArray<{ readonly at: number; readonly price: number }>
}

export const periodExplained = ({ currency, ends, period, prices, whole }: PeriodKept): Explanation => {
  const { exact, money } = wordsIn(currency)
  const parts = prorated({ ends, whole }, prices)
  const amount = parts.reduce((sum, part) => sum + part, 0)
  const time = (seconds: number) => new Date(seconds * 1_000).toISOString()
  let sum = 0n
  return {
    object: "subscription_period", amount, currency,
    steps: [
      step(`A whole period has ${whole} seconds; period ${period} ends at ${time(ends)}.`),
      ...prices.map(({ at, price }, place) => {
        const until = prices[place + 1]?.at ?? ends
        sum += BigInt(price) * BigInt(until - at)
        const part = divide(BigInt(price) * BigInt(until - at) * 10_000n, BigInt(whole))
        return step(`From ${time(at)} on, ${until - at} seconds at ${money(price)} a period are ${exact(part)}.`, Number(divide(part, 10_000n)))
      }),
      step(`Together that is ${exact(divide(sum * 10_000n, BigInt(whole)))}, rounded once ${money(amount)}.`, amount),
      ...parts.length < 2 ? [] : parts.map((part, place) =>
        step(place === 0 ? `${money(part)} was billed for the whole of it when it began.` : `The change at ${time(prices[place]!.at)} adds ${money(part)}.`, part))
    ]
  }
}
