import type { ReportResult } from "#schemas/analytics/result"
import { csvLines } from "../exports/printing.ts"

/** The rows of a report, or its totals where it is broken down by nothing. */
export const csvOf = ({ before, columns, measure, rows, totals, unit }: ReportResult): string => {
  const isMoney = unit === "money" && columns.every(({ name }) => name !== "currency")
  const cells = columns.length > 0 ? rows : totals.map((total) => ({ ...total, by: [] }))
  return csvLines([
    [...columns.map(({ name }) => name), ...isMoney ? ["currency"] : [], measure, ...before === null ? [] : [`${measure}_before`]],
    ...cells.map((row) => [...row.by, ...isMoney ? [row.currency] : [], row.value, ...before === null ? [] : [row.before]])
  ])
}
