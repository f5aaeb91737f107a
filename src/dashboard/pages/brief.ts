import type { BriefLine, DailyBrief } from "#schemas/analytics/brief"
import { count, money } from "../components/locale.ts"
import { table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { html, type Node } from "../html.ts"
import { link } from "../components/elements.ts"
import { paths } from "../paths.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("brief")

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
      label: w.label,
      rows: lines,
      empty: null,
      columns: [
        { title: w.what, cell: (line) => link(line.act.page, line.currency === null ? line.title : w.inCurrency(line.title, line.currency)) },
        { title: w.today, figure: true, cell: (line) => html`<strong class=${toneOf(line)}>${shown(line.today, line)}</strong>` },
        { title: w.yesterday, figure: true, cell: (line) => shown(line.yesterday, line) },
        { title: w.lastWeek, figure: true, cell: (line) => shown(line.last_week, line) },
        { title: w.counts, cell: (line) => link(figurePath(line), html`${w.explained}<span class="unseen">: ${line.title}</span>`) }
      ]
    })}
    ${w.asOf(time(time_zone, as_of))}
  </div>`
