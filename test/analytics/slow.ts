import type { ReportQuery } from "#schemas/analytics/query"
import { dimension, type Row, slow, type Tables } from "./slow-measures.ts"

/** What time it is in a zone, as its people say it. */
const wallClock = (zone: string) => {
  const print = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit"
  })
  return (instant: string) => {
    const { day, hour, month, year } = Object.fromEntries(print.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value])) as Record<string, string>
    return { day: `${year}-${month}-${day}`, hour: Number(hour) }
  }
}

const weekdayOf = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7 + 1

const firstDay = (bucket: string, day: string) => {
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))]
  if (bucket === "day") return day
  if (bucket === "year") return `${year}-01-01`
  if (bucket === "month") return `${day.slice(0, 7)}-01`
  if (bucket === "quarter") return `${year}-${["01", "04", "07", "10"][Math.ceil(month / 3) - 1]}-01`
  const monday = new Date(`${day}T12:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() - weekdayOf(day) + 1)
  return monday.toISOString().slice(0, 10)
}

interface Days {
  readonly from: string
  readonly to: string
}

interface Whose {
  readonly tables: Tables
  readonly company: number
  readonly live: boolean
  readonly zone: string
}

/** Every group of a report by looking at each row of each table, one after the other. `days` are those that the report was said to be of. */
export const evaluated = ({ dimensions, filters, measure }: ReportQuery, { company, live, tables, zone }: Whose, days: Days) => {
  const { at, counts, money, table, value } = slow[measure]!
  const local = wallClock(zone)
  const groups = new Map<string, Array<Row>>()
  const totals = new Map<string, Array<Row>>()
  for (const row of tables[table]!) {
    if (row.company_id !== company || (row.livemode ?? live) !== live || !counts(row)) continue
    const moment = at(row)
    if (moment === null) continue
    const { day, hour } = moment.length === 10 ? { day: moment, hour: 0 } : local(moment)
    if (day < days.from || day > days.to) continue
    if (!filters.every(({ dimension: name, op, values }) => values.includes(dimension(name, row)) === (op === "is"))) continue
    const by = dimensions.map((name) =>
      name === "hour" ? String(hour) : name === "weekday" ? String(weekdayOf(day))
        : ["day", "week", "month", "quarter", "year"].includes(name) ? firstDay(name, day) : dimension(name, row))
    const currency = money === true ? dimension("currency", row) : null
    for (const [all, key] of [[groups, JSON.stringify([by, currency])], [totals, JSON.stringify(currency)]] as const) {
      const rows = all.get(key)
      if (rows === undefined) all.set(key, [row])
      else rows.push(row)
    }
  }
  const figures = (all: ReadonlyMap<string, ReadonlyArray<Row>>) => new Map([...all].map(([key, rows]) => [key, value(rows)]))
  return { groups: figures(groups), totals: figures(totals) }
}
