import { Cause, Effect, Option, Schema } from "effect"
import { outlines, pngOf } from "#layers/analytics/pictures"
import { Reports } from "#layers/analytics/reports"
import { CompanySettings } from "#layers/company/settings"
import { isTooExpensive } from "#layers/database/problem"
import { Site } from "#layers/kernel/installation/site"
import type { ReportId } from "#schemas/analytics/ids"
import { nextTime } from "#schemas/analytics/next-time"
import { declared } from "#schemas/analytics/query"
import type { Report } from "#schemas/analytics/report"
import { ReportResult } from "#schemas/analytics/result"
import { formatsOf } from "#schemas/kernel/formats"
import { partOf } from "#schemas/kernel/markup"
import { CurrentRun } from "../current-run.ts"
import { sleepUntil, step, write } from "../durable.ts"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/report.ts"
import { asked } from "./asking.ts"
import { chart } from "./charts/chart.ts"
import { chartsOf } from "./charts/of-result.ts"
import { csvOf } from "./csv.ts"
import { daysInWords, inWords, tableInWords } from "./figures-in-words.ts"
import { ReportMailing, turn } from "./schedule.ts"

/** Rows of the table in an e-mail. */
const MOST_ROWS = 50

/** As wide as the text of our e-mails. */
const WIDTH = 512

/** What is asked anew each time: nothing where the database took too long. */
const figures = Effect.fnUntraced(function*(id: ReportId) {
  const found = yield* Reports.use((reports) => reports.find(id))
  if (Option.isNone(found)) return null
  return yield* asked(Effect.succeed(found.value.query)).pipe(
    Effect.catchCause((cause) => isTooExpensive(Cause.squash(cause)) ? Effect.succeed(null) : Effect.failCause(cause))
  )
})

const isEmpty = ({ rows, totals }: ReportResult) => rows.length === 0 && totals.every(({ before, value }) => (value ?? 0) === 0 && (before ?? 0) === 0)

/** What a report is narrowed by, in words. */
const filtersOf = ({ filters, measure }: Report["query"], language: string): ReadonlyArray<readonly [string, string]> =>
  filters.map(({ dimension, op, values }) => [
    "Only", `${declared.get(measure)?.dimensions[dimension]?.title ?? dimension} is ${op === "is_not" ? "not " : ""}${values.map((value) => inWords(dimension, value, { language })).join(" or ")}`
  ])

const mailed = Effect.fnUntraced(function*(report: Report, result: ReportResult, at: string, to: ReadonlyArray<{ readonly id: number; readonly email: string }>) {
  const settings = yield* (yield* CompanySettings).own
  const formats = formatsOf(settings)
  const { linked } = yield* Site
  const texts = yield* outlines
  const pictures = yield* Effect.forEach(chartsOf(result, report.chart, formats), (data, n) =>
    Effect.map(pngOf(partOf(chart(data, { id: `c${n}`, width: WIDTH, outlines: texts }))), (bytes) => ({ name: `chart-${n + 1}.png`, type: "image/png", bytes, shows: data.summary })))
  const { columns, rows } = tableInWords(result, formats)
  const files = [
    ...pictures.map(({ bytes, name, type }) => ({ name, type, bytes })),
    ...report.schedule?.attach_csv === true ? [{ name: `${report.name}.csv`, type: "text/csv", bytes: Buffer.from(csvOf(result)) }] : []
  ]
  const data = {
    name: report.name, message: report.description,
    about: [
      [result.title, daysInWords(result.period, formats)] as const,
      ...result.before === null ? [] : [["Before", daysInWords(result.before, formats)] as const],
      ...filtersOf(report.query, formats.language)
    ],
    pictures: pictures.map(({ name: file, shows }) => ({ file, shows })),
    columns, rows: rows.slice(0, MOST_ROWS), more: result.truncated || rows.length > MOST_ROWS, page: `${linked}/dashboard/analytics/${report.id}`
  }
  for (const { email, id } of to) {
    yield* emailCustomer(template, data, { to: { email }, files, key: `report ${report.id} ${at} ${id}` }).pipe(
      Effect.catch(({ message }) => Effect.logInfo(`a report was not mailed: ${message}`))
    )
  }
})

const people = (many: number) => many === 1 ? "1 person" : `${many} people`

/** Sends it and begins the run of the next time. Nothing where another run has the turn. */
const sent = Effect.fnUntraced(function*(id: ReportId, at: string, result: ReportResult | null) {
  const reports = yield* Reports
  const run = yield* CurrentRun
  const found = yield* reports.find(id, { lock: true })
  if (Option.isNone(found) || found.value.schedule === null || (yield* reports.internal(id)).timer_run !== run.id) return null
  const report = found.value
  const schedule = found.value.schedule
  const { time_zone } = yield* (yield* CompanySettings).own
  /* Somebody gave the company another zone meanwhile, by whose clock this is not the time. */
  if (nextTime(schedule, time_zone, new Date(Date.parse(at) - 1).toISOString()) !== at) {
    yield* turn(id, schedule)
    return null
  }
  const members = yield* reports.members(schedule.recipients)
  if (members.length === 0) {
    yield* reports.setInternal(id, { timer_run: null, timer_live: null })
    const last_outcome = "It is mailed no more: none of its recipients is a member of the company."
    yield* reports.told(id, { next_at: null, last_outcome })
    yield* Effect.orDie(reports.update(report, { schedule: null }))
    return last_outcome
  }
  const remaining = members.length === schedule.recipients.length ? schedule : { ...schedule, recipients: members.map(({ id }) => id) }
  if (remaining !== schedule) yield* Effect.orDie(reports.update(report, { schedule: remaining }))
  const skipped = result === null ? "Not sent: it took the database too long." : schedule.skip_empty && isEmpty(result) ? "Not sent: there was nothing to tell." : undefined
  if (skipped === undefined) yield* mailed(report, result!, at, members)
  const last_outcome = skipped ?? `Sent to ${people(members.length)}.`
  yield* reports.told(id, { last_outcome, ...skipped === undefined && { last_mailed_at: at } })
  yield* turn(id, remaining)
  return last_outcome
})

export const ReportMailingProgram = ReportMailing.program(Effect.fnUntraced(function*({ at, report_id }) {
  yield* sleepUntil("time", at)
  const result = yield* step("ask", { success: Schema.NullOr(ReportResult) }, figures(report_id))
  return yield* write("send", { verb: "mail_report", success: Schema.NullOr(Schema.String) }, sent(report_id, at, result))
}))
