import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Cents, inCents, MAX_CENTS } from "#schemas/kernel/money"
import { line as text } from "#schemas/kernel/text"
import { VariantId } from "#schemas/shop/ids"
import { Percentage, TaxCategory } from "./tax.ts"

const Price = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
  description: "Of one, in the currency's smallest unit (cents).", examples: [62_500]
})

/** A line of an order or an invoice, as it is sent. */
export const NewLine = Schema.Struct({
  description: text(200).annotate({ examples: ["Manual, hardcover"] }),
  quantity: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })).annotate({ examples: [2] }), 1),
  unit_amount: Price,
  discount: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
    description: "Taken off the whole line, in the smallest unit.", examples: [0]
  }), 0),
  tax_category: defaulted(TaxCategory, "standard")
}).check(Schema.makeFilter(({ discount, quantity, unit_amount }) => {
  if (quantity * unit_amount > MAX_CENTS) return { path: ["unit_amount"], issue: `quantity times price is over ${MAX_CENTS}` }
  return discount <= quantity * unit_amount ? undefined : { path: ["discount"], issue: "it is more than the line costs" }
})).annotate({ identifier: "NewLine" })
export type NewLine = typeof NewLine.Type

export const Lines = Schema.Array(NewLine).check(Schema.isMaxLength(200)).annotate({ description: "At most 200." })

export const SomeLines = Lines.check(Schema.isMinLength(1)).annotate({ description: "1 to 200." })

/** The tax of a line: its rate as it was then, and how much of the document's tax falls on the line. */
export const LineTax = Schema.Struct({
  name: Schema.String.annotate({ examples: ["VAT 20 %"] }),
  percentage: Percentage,
  inclusive: Schema.Boolean.annotate({ description: "The line's amount holds it already." }),
  amount: Cents
}).annotate({ identifier: "LineTax" })

/** A line of an order or an invoice. */
export const Line = Schema.Struct({
  variant_id: Schema.optionalKey(VariantId.annotate({ description: "Of goods of the shop: what is bought." })),
  sku: Schema.optionalKey(Schema.NullOr(Schema.String).annotate({ examples: ["SHIRT-M"] })),
  description: Schema.String.annotate({ examples: ["Manual, hardcover"] }),
  quantity: Schema.Int.annotate({ examples: [2] }),
  unit_amount: Cents,
  discount: Cents,
  tax_category: Schema.String.annotate({ examples: ["standard"] }),
  amount: Cents.annotate({ description: inCents("Quantity times price without the discount; a tax that prices include is in it.") }),
  tax: Schema.NullOr(LineTax).annotate({ description: "`null` where no rate is set for it." })
}).annotate({ identifier: "Line" })
export type Line = typeof Line.Type

/** What of a document falls to one rate: taxes are rounded here and nowhere else. */
export const TaxSum = Schema.Struct({
  name: Schema.String.annotate({ examples: ["VAT 20 %"] }),
  percentage: Percentage,
  inclusive: Schema.Boolean,
  taxable: Cents.annotate({ description: inCents("What is taxed, without the tax.") }),
  amount: Cents.annotate({ description: inCents("The tax.") })
}).annotate({ identifier: "TaxSum" })
export type TaxSum = typeof TaxSum.Type
