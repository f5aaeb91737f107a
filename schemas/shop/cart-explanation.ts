import { Schema } from "effect"
import { Cents, inCents } from "#schemas/kernel/money"
import { decimalOf } from "#schemas/payments/currency"
import type { CartFault } from "./cart.ts"
import { type Discounting, refusals } from "./discounting.ts"
import { CartId, VariantId } from "./ids.ts"
import type { Pricing } from "./pricing.ts"

const CartStep = Schema.Struct({
  about: Schema.Literals(["price", "discount", "shipping", "tax", "total", "fault"]).annotate({ examples: ["price"] }),
  variant_id: Schema.NullOr(VariantId),
  text: Schema.String.annotate({ examples: ["2 times 49.00 USD for Stoneware mug, Red is 98.00 USD."] }),
  amount: Schema.NullOr(Cents).annotate({ description: inCents("What the step comes to; `null` where it is no amount.") })
}).annotate({ identifier: "CartStep" })
type CartStep = typeof CartStep.Type

export const CartExplanation = Schema.Struct({
  id: CartId,
  amount: Cents.annotate({ description: inCents("What the cart costs.") }),
  currency: Schema.String.annotate({ examples: ["USD"] }),
  steps: Schema.Array(CartStep).annotate({ description: "How it comes about, from the prices to the amount." })
}).annotate({ identifier: "CartExplanation" })

const kindOf = ({ applies_to, takes_off }: Discounting, money: (amount: number) => string): string => {
  const of = applies_to === null ? "the order" : "the goods that it is for"
  switch (takes_off.type) {
    case "percent": return `${takes_off.percentage} % of ${of}`
    case "amount": return `${money(takes_off.amount)} of ${of}`
    case "free_shipping": return "the shipping"
    case "buy_x_get_y": return `${takes_off.percentage} % of ${takes_off.get_quantity} for each ${takes_off.buy_quantity} that are bought`
  }
}

interface Explained extends Pricing {
  readonly items: ReadonlyArray<{ readonly variant_id: VariantId }>
  readonly faults: ReadonlyArray<CartFault>
  readonly place: { readonly country: string | null; readonly region: string | null }
}

/** Why a cart costs what it costs. */
export const cartExplained = (currency: string, { applied, faults, items, lines, offers, place, refused, requires_shipping, shipping, totals }: Explained): ReadonlyArray<CartStep> => {
  const money = (amount: number) => `${decimalOf(amount, currency)} ${currency}`
  const step = (about: CartStep["about"], text: string, amount: number | null = null, variant_id: VariantId | null = null): CartStep =>
    ({ about, variant_id, text, amount })
  const where = place.country === null ? "where the company is at home" : [place.country, ...place.region === null ? [] : [place.region]].join(", ")
  return [
    ...items.map(({ variant_id }, n) => {
      const { description, quantity, unit_amount } = lines[n]!
      return step("price", `${quantity} times ${money(unit_amount)} for ${description} is ${money(quantity * unit_amount)}.`, quantity * unit_amount, variant_id)
    }),
    ...faults.map(({ message, variant_id }) => step("fault", message, null, variant_id)),
    ...shipping === null
      ? [step("shipping", requires_shipping ? "No shipping rate is chosen that fits, so that the shipping is not counted." : "Nothing in it has to be sent.")]
      : [step("shipping", `${shipping.rate.name} in the zone ${shipping.rate.zone} costs ${money(shipping.amount)}` +
        `${shipping.amount === 0 && shipping.rate.free_above !== null ? `, because the goods cost ${money(shipping.rate.free_above)} or more` : ""}.`, shipping.amount)],
    ...offers.filter(({ shipping_rate_id }) => shipping_rate_id !== shipping?.rate.id).map(({ amount, name, zone }) =>
      step("shipping", `${name} in the zone ${zone} would fit too, and costs ${money(amount)}.`)),
    ...applied.map(({ amount, discount }) => step("discount", `${discount.title} takes off ${kindOf(discount, money)}: ${money(amount)}.`, amount)),
    ...refused.map(({ code, reason }) => step("discount", `${code} takes nothing off. ${refusals[reason]}`)),
    ...totals.taxes.map(({ amount, inclusive, name, taxable }) =>
      step("tax", `${name} of ${money(taxable)}, due in ${where}, is ${money(amount)}, ${inclusive ? "which the prices include" : "which is added"}.`, amount)),
    ...totals.lines.some(({ tax }) => tax === null) ? [step("tax", `For some of it no tax rate is set in ${where}.`)] : [],
    step("total", `Together that is ${money(totals.amount)}.`, totals.amount)
  ]
}
