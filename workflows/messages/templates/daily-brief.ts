import { Schema } from "effect"
import { line } from "#schemas/kernel/text"
import { linkTo } from "../origin.ts"
import { paragraph, template } from "../template.ts"

const Line = Schema.Struct({
  title: line(100), today: Schema.Int, yesterday: Schema.Int, last_week: Schema.Int, currency: Schema.NullOr(line(3)), page: Schema.String
})

/** How the company does this morning, for its owners and admins. */
export default template({
  name: "daily-brief",
  transactional: true,
  data: Schema.Struct({ as_of: Schema.String, lines: Schema.Array(Line), dashboard: Schema.String }),
  example: {
    as_of: "2026-11-26T06:00:00.000Z", dashboard: "https://example.com/dashboard",
    lines: [
      { title: "Appointments", today: 4, yesterday: 3, last_week: 6, currency: null, page: "https://example.com/dashboard/figures/appointments" },
      { title: "Revenue", today: 12_500, yesterday: 9_900, last_week: 15_000, currency: "USD", page: "https://example.com/dashboard/figures/revenue" }
    ]
  },
  content: ({ as_of, dashboard, lines }, { company, formats }) => {
    const shown = (value: number, currency: string | null) => currency === null ? formats.number(value) : formats.money({ amount: value, currency })
    return {
      subject: `${company!.name}: ${formats.day(as_of)}`,
      blocks: [
        paragraph(`As of ${formats.dayAndTime(as_of)}, beside the same time of day yesterday and a week ago.`),
        {
          kind: "table", columns: ["What", "Yesterday", "Last week", "Today"],
          rows: lines.map(({ currency, last_week, title, today, yesterday }) =>
            [title, shown(yesterday, currency), shown(last_week, currency), shown(today, currency)])
        },
        ...lines.filter(({ today }) => today !== 0).map(({ page, title }) => paragraph(`${title}: ${page}`)),
        linkTo("Open the dashboard", dashboard),
        paragraph("You get this as an owner or admin. The company's setting daily_brief_at says when, or that nobody gets it.")
      ]
    }
  }
})
