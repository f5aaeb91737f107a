import { Effect } from "effect"
import { Weekday } from "#schemas/company/opening-hours"
import { ReportId } from "#schemas/analytics/ids"
import { declared } from "#schemas/analytics/query"
import type { Report } from "#schemas/analytics/report"
import { formatsOf } from "#schemas/kernel/formats"
import { UserId } from "#schemas/kernel/ids"
import { daysInWords, inWords } from "#workflows/analytics/figures-in-words"
import { unavailable } from "../api-errors.ts"
import { doneNotice, NONE } from "../components/elements.ts"
import { checkbox, field, type FieldErrors, NO_ERRORS, postForm, select } from "../components/form.ts"
import { resultCharts, resultFigure, resultTable } from "../components/result.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, MOST, oneOf } from "../query.ts"
import { submit, withConsent } from "../submit.ts"
import { mailingOf } from "./reports.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("report")

const within = { section: paths.reports, trail: { title: w.reports, to: paths.reports } }

const done = { made: w.made, scheduled: w.scheduled, unscheduled: w.unscheduled }

const filtersOf = ({ filters, measure }: Report["query"], language: string): Node =>
  filters.length === 0 ? NONE : filters.map(({ dimension, op, values }, n) =>
    [n > 0 && "; ", w.filter(declared.get(measure)?.dimensions[dimension]?.title ?? dimension, op === "is_not", values.map((value) => inWords(dimension, value, { language })))])

const mailing = Effect.fnUntraced(function*({ id, schedule }: Report, errors: FieldErrors) {
  const { api: { auth }, form } = yield* SessionRequest
  const members = yield* Effect.result(auth.list_members({ query: { limit: MOST, offset: 0, sort: "id" } }))
  if (members._tag === "Failure") return unavailable(members.failure)
  const said = (name: string, before: string) => textOf(form, name) || before
  const to = form.getAll("recipients").length > 0 ? form.getAll("recipients") : (schedule?.recipients ?? []).map(String)
  return yield* permitted("schedule_report", () => postForm({
    to: `${paths.reports}/${id}/schedule`, button: w.save,
    fields: html`
      ${select({
        name: "every", label: w.mailIt, errors, chosen: said("every", schedule?.every ?? "never"),
        options: [["never", w.never], ["day", w.everyDay], ["week", w.everyWeek], ["month", w.everyMonth]]
      })}
      ${select({
        name: "weekday", label: w.ofWeek, errors, chosen: said("weekday", schedule?.every === "week" ? schedule.weekday : "monday"),
        options: Weekday.literals.map((day) => [day, day] as const)
      })}
      ${field({ name: "day", label: w.ofMonth, errors, attributes: { type: "number", min: "1", max: "31", value: said("day", schedule?.every === "month" ? String(schedule.day) : "1") } })}
      ${field({ name: "at", label: w.at, errors, help: w.atHelp, attributes: { type: "time", value: said("at", schedule?.at ?? "07:30") } })}
      <fieldset><legend>${w.to}</legend>${members.success.items.map((member) => checkbox("recipients", String(member.id), html`<bdi>${member.name}</bdi>`, to.includes(String(member.id))))}</fieldset>
      ${checkbox("skip_empty", "yes", w.skipEmpty, schedule?.skip_empty ?? true)}
      ${checkbox("attach_csv", "yes", w.attach, schedule?.attach_csv ?? false)}`
  }))
})

const shown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { api: { analytics }, params, query, session: { company } } = yield* SessionRequest
  const id = yield* idOf(params, ReportId.make)
  const report = yield* analytics.get_report({ params: { id } })
  const result = yield* Effect.result(analytics.run_report({ params: { id } }))
  const formats = formatsOf(company)
  return {
    ...within,
    title: report.name,
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${problem(errors)}
        ${report.description !== null && html`<p class="words" dir="auto">${report.description}</p>`}
        ${result._tag === "Failure" ? unavailable(result.failure) : html`
          <div>
            ${resultFigure(result.success, formats)}
            ${result.success.columns.length === 0 ? resultTable(result.success, formats) : resultCharts({ id: "report", result: result.success, chart: report.chart, formats })}
            ${result.success.truncated && html`<p class="faint">${w.moreRows}</p>`}
            ${facts([
              [w.counts, result.success.counts],
              [w.days, daysInWords(result.success.period, formats)],
              [w.compared, result.success.before === null ? NONE : daysInWords(result.success.before, formats)],
              [w.only, filtersOf(report.query, formats.language)],
              [w.mailed, mailingOf(report) ?? NONE],
              [w.next, time(company.time_zone, report.next_at)],
              [w.lastTime, report.last_outcome ?? NONE]
            ])}
          </div>`}
        <div class="acts">
          ${yield* permitted("delete_report", () => postForm({ to: `${paths.reports}/${id}/delete`, button: w.delete, tone: "risky" }))}
        </div>
        <h2>${w.byEmail}</h2>
        <section class="narrow">${yield* mailing(report, errors)}</section>
      </div>`
  } satisfies Page
})

export const reportPage = Effect.suspend(() => shown(NO_ERRORS))

export const scheduleReport = Effect.gen(function*() {
  const { api: { analytics }, form, params } = yield* SessionRequest
  const id = yield* idOf(params, ReportId.make)
  const common = {
    at: textOf(form, "at"), recipients: form.getAll("recipients").map(Number).filter((user) => Number.isSafeInteger(user) && user > 0).map((user) => UserId.make(user)),
    skip_empty: form.has("skip_empty"), attach_csv: form.has("attach_csv")
  }
  const every = oneOf(form, "every", ["day", "week", "month"]).every
  const schedule = every === undefined ? null
    : every === "day" ? { every, ...common }
    : every === "week" ? { every, weekday: oneOf(form, "weekday", Weekday.literals).weekday ?? "monday" as const, ...common }
    : { every, day: Number(textOf(form, "day")), ...common }
  return yield* submit("schedule_report", {
    payload: { schedule }, fields: ["schedule"], again: shown,
    call: Effect.as(analytics.schedule_report({ params: { id }, headers: {}, payload: { schedule } }), { to: `${paths.reports}/${id}?done=${schedule === null ? "unscheduled" : "scheduled"}` })
  })
})

export const deleteReport = Effect.gen(function*() {
  const { api: { analytics }, params } = yield* SessionRequest
  const id = yield* idOf(params, ReportId.make)
  return yield* withConsent(
    {
      verb: "delete_report", question: w.question, button: w.delete, follows: w.follows,
      back: `${paths.reports}/${id}`, section: paths.reports
    },
    Effect.as(analytics.delete_report({ params: { id } }), { to: `${paths.reports}?done=deleted` })
  )
})
