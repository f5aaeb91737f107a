import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { Comparison, type PeriodName, periodNames } from "#schemas/analytics/period"
import { declared, type Declared, type ReportQuery } from "#schemas/analytics/query"
import { buckets } from "#schemas/analytics/days"
import type { Report } from "#schemas/analytics/report"
import { doneNotice, empty, link, NONE } from "../components/elements.ts"
import { choice, field, type FieldErrors, filter, hiddenField, NO_ERRORS, postForm, select } from "../components/form.ts"
import { facts, paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { submit } from "../submit.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("reports")

/** A name of the contract as people read it. */
export const plain = (name: string): string => name.replaceAll("_", " ")

const periodOf = ({ period }: ReportQuery) => typeof period === "string" ? plain(period) : w.fromTo(period.from, period.to)

/** How often a report is mailed, in words. */
export const mailingOf = ({ schedule }: Report): Node | undefined => {
  if (schedule === null) return undefined
  const { at, every, recipients } = schedule
  const when = every === "week" ? w.weekly(schedule.weekday) : every === "month" ? w.monthly(schedule.day) : w.daily
  return w.mailing(when, at, recipients.length)
}

/** The company's reports. */
export const reportsPage = Effect.gen(function*() {
  const { api: { analytics }, query, session: { company: { time_zone } } } = yield* SessionRequest
  const { cursor } = optional(query, ["cursor"])
  const found = yield* analytics.list_reports({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "name" } })
  return {
    title: w.title,
    section: paths.reports,
    content: html`
      <div>
        ${doneNotice(query, { deleted: w.deleted })}
        <div class="acts"><a class="button main" href=${`${paths.reports}/new`}>${w.new}</a></div>
        ${table<Report>({
          label: w.label,
          rows: found.items,
          empty: empty(w.none, w.noneHelp),
          columns: [
            { title: w.report, cell: ({ id, name }) => link(`${paths.reports}/${id}`, html`<bdi>${name}</bdi>`) },
            { title: w.figure, cell: ({ query: { measure } }) => declared.get(measure)?.title ?? measure },
            { title: w.days, cell: ({ query }) => periodOf(query) },
            { title: w.mailed, cell: (report) => mailingOf(report) ?? NONE },
            { title: w.next, cell: ({ next_at }) => ago(time_zone, next_at) }
          ]
        })}
        ${paging({ path: paths.reports, cursor, shown: found })}
      </div>`
  } satisfies Page
})

const measures = [...declared.values()].map(({ name, records, title }) => [name, `${title} (${plain(records)})`] as const)
const comparisons = Comparison.literals
const charts = ["line", "bars", "none"] as const

const form = (measure: Declared, said: (name: string) => string, errors: FieldErrors) => postForm({
  to: `${paths.reports}/new?${new URLSearchParams({ measure: measure.name })}`, button: w.make, tone: "main",
  fields: html`
    ${hiddenField("once", said("once") || newToken())}
    ${field({ name: "name", label: w.name, errors, attributes: { value: said("name") || measure.title, required: true, maxlength: "100" } })}
    ${choice("bucket", w.overTime, w.notOverTime, buckets, said("bucket"))}
    ${select({
      name: "by", label: w.brokenDown, errors, chosen: said("by"),
      options: [["", w.nothingElse], ...Object.entries(measure.dimensions).map(([name, { title }]) => [name, title] as const), ["weekday", w.weekday], ["hour", w.hour]]
    })}
    ${select({ name: "period", label: w.days, errors, chosen: said("period") || "last_30_days", options: periodNames.map((name) => [name, plain(name)] as const) })}
    ${select({ name: "compare", label: w.compared, errors, chosen: said("compare"), options: comparisons.map((name) => [name, name === "none" ? w.nothing : w.the(plain(name))] as const) })}
    ${choice("chart", w.drawn, w.whatFits, charts, said("chart"))}`
})

const chosenMeasure = Effect.map(SessionRequest, ({ query }) => declared.get(query.get("measure") ?? ""))

const shown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form: sent } = yield* SessionRequest
  const measure = yield* chosenMeasure
  return {
    title: w.new,
    section: paths.reports,
    trail: { title: w.title, to: paths.reports },
    content: html`
      <div class="narrow">
        ${filter(`${paths.reports}/new`, select({ name: "measure", label: w.figure, chosen: measure?.name, options: measures }))}
        ${problem(errors)}
        ${measure === undefined
          ? html`<p class="faint">${w.choose}</p>`
          : html`<section>
            ${facts([[w.counts, measure.counts]])}
            ${yield* permitted("create_report", () => form(measure, (name) => textOf(sent, name), errors))}
          </section>`}
      </div>`
  } satisfies Page
})

export const newReportPage = Effect.suspend(() => shown(NO_ERRORS))

export const makeReport = Effect.gen(function*() {
  const { api: { analytics }, form } = yield* SessionRequest
  const measure = yield* chosenMeasure
  const said = (name: string) => textOf(form, name)
  if (measure === undefined) return { ...yield* shown(NO_ERRORS), status: 422 }
  const by = said("by")
  const payload = {
    name: said("name"), description: null,
    chart: charts.find((one) => one === said("chart")) ?? null,
    query: {
      measure: measure.name,
      dimensions: [...buckets.filter((one) => one === said("bucket")), ...by === "weekday" || by === "hour" ? [by] : Object.keys(measure.dimensions).filter((one) => one === by)],
      filters: [], period: oneOf(form, "period", periodNames).period ?? "last_30_days" satisfies PeriodName,
      compare: oneOf(form, "compare", comparisons).compare ?? "none" as const, limit: 100
    }
  }
  const once = said("once").slice(0, 50) || newToken()
  return yield* submit("create_report", {
    payload, fields: ["name", "query"], again: shown,
    call: Effect.map(analytics.create_report({ headers: { "idempotency-key": `dashboard-${once}` }, payload }), ({ id }) => ({ to: `${paths.reports}/${id}?done=made` }))
  })
})
