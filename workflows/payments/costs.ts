import { Effect } from "effect"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { MAX_CENTS } from "#schemas/kernel/money"
import type { NewLine } from "#schemas/payments/line"
import { taxed } from "./tax.ts"

export const refuse = (field: string, error: string, received: Detail["received"]) =>
  Effect.fail(new ValidationError({ message: `${field}: ${error}`, details: [{ field, error, received }] }))

/** What lines come to by the tax rates of now, less a discount on all of them. */
export const costsOf = Effect.fnUntraced(function*(
  lines: ReadonlyArray<NewLine>, discount: number, place: { readonly tax_country: string | null; readonly tax_region: string | null }
) {
  const cost = lines.reduce((sum, line) => sum + line.quantity * line.unit_amount - line.discount, 0)
  if (discount > cost) return yield* refuse("discount", `it is more than the lines cost, which is ${cost}`, discount)
  const totals = yield* taxed(lines, place, discount)
  if (totals.amount > MAX_CENTS) return yield* refuse("lines", `they come to ${totals.amount}, which is over ${MAX_CENTS}`, null)
  if (totals.amount === 0) return yield* refuse("lines", "they come to nothing", 0)
  return { ...totals, order_discount: discount }
})
