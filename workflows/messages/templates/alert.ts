import { Schema } from "effect"
import { line } from "#schemas/kernel/text"
import { linkTo } from "../origin.ts"
import { paragraph, template } from "../template.ts"

/** A figure is beyond the bound that the company set. */
export default template({
  name: "alert",
  transactional: true,
  data: Schema.Struct({
    title: line(100), counts: line(1_000), beyond: Schema.Literals(["above", "below"]), bound: Schema.Int, value: Schema.Int, currency: Schema.NullOr(line(3)),
    page: Schema.String
  }),
  example: {
    title: "Overdue invoices", counts: "Finalized invoices of which anything is owed, and whose last day to be paid is over.", beyond: "above", bound: 10, value: 12,
    currency: null, page: "https://example.com/dashboard/figures/overdue_invoices"
  },
  content: ({ beyond, bound, counts, currency, page, title, value }, { company, formats }) => {
    const shown = (amount: number) => currency === null ? formats.number(amount) : formats.money({ amount, currency })
    return {
      subject: `${company!.name}: ${title} ${beyond} ${shown(bound)}`,
      blocks: [
        paragraph(`${title}: ${shown(value)}, which is ${beyond} ${shown(bound)}.`),
        paragraph(counts),
        linkTo("See what it counts", page),
        paragraph("You get this as an owner or admin, because the company set an alert (set_alerts).")
      ]
    }
  }
})
