import { isBucket } from "#schemas/analytics/query"
import type { ReportResult } from "#schemas/analytics/result"
import type { Formats } from "#schemas/kernel/formats"

/** In place of what there is none of. */
export const NOTHING = "–"

const options: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { day: "numeric", month: "short" },
  week: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  year: { year: "numeric" }
}

const printers = new Map<string, Intl.DateTimeFormat>()
const printer = (language: string, name: string) => {
  const key = `${language} ${name}`
  const known = printers.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { timeZone: "UTC", ...name === "weekday" ? { weekday: "long" } : options[name] })
  printers.set(key, made)
  return made
}

/** A text of a row as people read it. */
export const inWords = (column: string, text: string | null, { language }: Pick<Formats, "language">): string => {
  if (text === null) return "none"
  if (column === "quarter") return `Q${Math.ceil(Number(text.slice(5, 7)) / 3)} ${text.slice(0, 4)}`
  if (isBucket(column)) return printer(language, column).format(Date.parse(text))
  /* The first of January 2024 was a Monday. */
  if (column === "weekday") return printer(language, column).format(Date.UTC(2024, 0, Number(text)))
  return column === "hour" ? `${text.padStart(2, "0")}:00` : text
}

interface Figure {
  readonly value: number | null
  readonly currency: string | null
}

/** A figure as people read it. */
export const figureInWords = ({ currency, value }: Figure, unit: ReportResult["unit"], formats: Formats): string => {
  if (value === null) return NOTHING
  if (unit === "share") return formats.percent(value)
  return unit === "money" && currency !== null ? formats.money({ amount: value, currency }) : formats.number(value)
}

/** By how much a figure has changed, of what it was. */
export const changeInWords = (value: number | null, before: number | null, { percent }: Pick<Formats, "percent">): string => {
  if (value === null || before === null || before === 0) return NOTHING
  const share = (value - before) / Math.abs(before)
  return `${share > 0 ? "+" : ""}${percent(share)}`
}

/** From when to when. */
export const daysInWords = ({ from, to }: ReportResult["period"], { language }: Pick<Formats, "language">): string => {
  const print = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { timeZone: "UTC", dateStyle: "medium" })
  return from === to ? print.format(Date.parse(from)) : print.formatRange(Date.parse(from), Date.parse(to))
}

export interface Table {
  readonly columns: ReadonlyArray<string>
  /** The first of the columns that hold figures. */
  readonly figuresFrom: number
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** The rows of a report, with the totals below them. */
export const tableInWords = (result: ReportResult, formats: Formats): Table => {
  const { before, columns, rows, title, totals, unit } = result
  const cells = (row: { readonly value: number | null; readonly before: number | null; readonly currency: string | null }) => [
    figureInWords(row, unit, formats),
    ...before === null ? [] : [figureInWords({ ...row, value: row.before }, unit, formats), changeInWords(row.value, row.before, formats)]
  ]
  return {
    columns: [...columns.map(({ title }) => title), title, ...before === null ? [] : ["Before", "Change"]],
    figuresFrom: columns.length,
    rows: [
      ...rows.map((row) => [...columns.map(({ name }, n) => inWords(name, row.by[n] ?? null, formats)), ...cells(row)]),
      ...totals.filter(() => columns.length === 0 || rows.length > 1).map((total) => [...columns.map((_, n) => n === 0 ? "All" : ""), ...cells(total)])
    ]
  }
}
