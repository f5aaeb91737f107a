import type { BriefLine, DailyBrief } from "#schemas/analytics/brief"
import { count, money } from "../components/locale.ts"
import { table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { html, type Node } from "../html.ts"
import { link } from "../components/elements.ts"
import { paths } from "../paths.ts"

/** What waits for somebody: a number above zero stands out. */
const waiting: ReadonlySet<BriefLine["figure"]> = new Set(["due_tasks", "consents_waiting"])
const wrong: ReadonlySet<BriefLine["figure"]> = new Set(["overdue_invoices", "failed_deliveries", "disabled_webhooks", "broken_connections", "open_disputes"])

const toneOf = ({ figure, today }: BriefLine) => today === 0 ? undefined : wrong.has(figure) ? "bad" : waiting.has(figure) ? "wait" : undefined

const shown = (value: number, { currency }: BriefLine): Node => currency === null ? count(value) : money(value, currency)

const figurePath = ({ figure }: BriefLine) => `${paths.figures}/${figure}`

/** The brief of the day, each figure beside yesterday and last week, with the way to what it counts and to what acts on it. */
export const briefTable = ({ as_of, lines, time_zone }: DailyBrief): Node => html`
  <div>
    ${table<BriefLine>({
      label: "Today, beside yesterday and last week at the same time of day",
      rows: lines,
      empty: null,
      columns: [
        { title: "What", cell: (line) => link(line.act.page, line.currency === null ? line.title : `${line.title} in ${line.currency}`) },
        { title: "Today", figure: true, cell: (line) => html`<strong class=${toneOf(line)}>${shown(line.today, line)}</strong>` },
        { title: "Yesterday", figure: true, cell: (line) => shown(line.yesterday, line) },
        { title: "Last week", figure: true, cell: (line) => shown(line.last_week, line) },
        { title: "What it counts", cell: (line) => link(figurePath(line), html`explained<span class="unseen">: ${line.title}</span>`) }
      ]
    })}
    <p class="faint">As of ${time(time_zone, as_of)}, beside the same time of day yesterday and a week ago.</p>
  </div>`
