import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { type Dashboard, MOST_TILES, type ShownTile } from "#schemas/analytics/dashboard"
import { DashboardId, ReportId } from "#schemas/analytics/ids"
import { type Formats, formatsOf } from "#schemas/kernel/formats"
import { doneNotice, empty, failure, link } from "../components/elements.ts"
import { checkbox, field, type FieldErrors, hiddenField, NO_ERRORS, postForm, select } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { resultCharts, resultFigure, resultTable } from "../components/result.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, MOST, optional } from "../query.ts"
import { submit, withConsent } from "../submit.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("dashboards")

const within = { section: paths.dashboards, trail: { title: w.title, to: paths.dashboards } }

type Tile = Dashboard["tiles"][number]

/** Places for reports that a form has beyond those that are taken. */
const BLANK = 3

const shows = ["chart", "table", "figure"] as const

/** The company's dashboards. */
export const dashboardsPage = Effect.gen(function*() {
  const { api: { analytics }, query, session: { company: { time_zone } } } = yield* SessionRequest
  const { cursor } = optional(query, ["cursor"])
  const found = yield* analytics.list_dashboards({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "name" } })
  return {
    title: w.title,
    section: paths.dashboards,
    content: html`
      <div>
        ${doneNotice(query, { deleted: w.deleted })}
        <div class="acts"><a class="button main" href=${`${paths.dashboards}/new`}>${w.new}</a></div>
        ${table<Dashboard>({
          label: w.label,
          rows: found.items,
          empty: empty(w.none, w.noneHelp),
          columns: [
            { title: w.dashboard, cell: ({ id, name }) => link(`${paths.dashboards}/${id}`, html`<bdi>${name}</bdi>`) },
            { title: w.reports, cell: ({ tiles }) => count(tiles.length), figure: true },
            { title: w.changed, cell: ({ updated_at }) => ago(time_zone, updated_at) }
          ]
        })}
        ${paging({ path: paths.dashboards, cursor, shown: found })}
      </div>`
  } satisfies Page
})

const tileContent = ({ chart, problem, result, show, wide }: ShownTile, id: string, formats: Formats): Node => {
  if (result === null) return failure(problem ?? w.nothing)
  if (show === "figure") return resultFigure(result, formats)
  return show === "table" ? resultTable(result, formats) : resultCharts({ id, result, chart, formats, isSmall: !wide })
}

const tileNode = (tile: ShownTile, n: number, formats: Formats): Node => html`
  <section class=${tile.wide ? "tile whole" : "tile"}>
    <h2>${link(`${paths.reports}/${tile.report_id}`, html`<bdi>${tile.title ?? tile.name}</bdi>`)}</h2>
    ${tileContent(tile, `t${n}`, formats)}
  </section>`

interface Said {
  readonly name: string
  readonly tiles: ReadonlyArray<Tile>
}

const form = (to: string, { name, tiles }: Said, reports: ReadonlyArray<readonly [string, string]>, errors: FieldErrors, fields: Node = null): Node => postForm({
  to, button: w.save, tone: "main",
  fields: html`
    ${fields}
    ${field({ name: "name", label: w.name, errors, attributes: { value: name, required: true, maxlength: "100" } })}
    ${Array.from({ length: Math.min(MOST_TILES, tiles.length + BLANK) }, (_, n) => {
      const tile = tiles[n]
      return html`
        <fieldset>
          <legend>${w.place(n + 1)}</legend>
          ${select({ name: `report_${n}`, label: w.report, errors, chosen: String(tile?.report_id ?? ""), options: [["", w.noReport], ...reports] })}
          ${select({ name: `show_${n}`, label: w.shownAs, errors, chosen: tile?.show ?? "chart", options: shows.map((one) => [one, w[one]] as const) })}
          ${checkbox(`wide_${n}`, "yes", w.whole, tile?.wide ?? false)}
        </fieldset>`
    })}`
})

const reportChoices = Effect.gen(function*() {
  const { api: { analytics } } = yield* SessionRequest
  const { items } = yield* analytics.list_reports({ query: { limit: MOST, offset: 0, sort: "name" } })
  return items.map(({ id, name }) => [String(id), name] as const)
})

/** What a form says; titles stay as they were, of the report that they were of. */
const saidBy = (sent: URLSearchParams, before: ReadonlyArray<Tile>): Said => ({
  name: textOf(sent, "name"),
  tiles: Array.from({ length: MOST_TILES }, (_, n): ReadonlyArray<Tile> => {
    const report = textOf(sent, `report_${n}`)
    return !/^[1-9]\d{0,14}$/u.test(report) ? [] : [{
      report_id: ReportId.make(Number(report)), title: before.find(({ report_id }) => report_id === Number(report))?.title ?? null,
      show: shows.find((one) => one === textOf(sent, `show_${n}`)) ?? "chart", wide: sent.has(`wide_${n}`)
    }]
  }).flat()
})

const shownNew = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form: sent } = yield* SessionRequest
  const reports = yield* reportChoices
  return {
    ...within,
    title: w.new,
    content: html`
      <div class="narrow">
        ${problem(errors)}
        ${reports.length === 0
          ? empty(w.noReports, w.makeFirst(link(`${paths.reports}/new`, w.makeOne)))
          : yield* permitted("create_dashboard", () =>
            form(`${paths.dashboards}/new`, saidBy(sent, []), reports, errors, hiddenField("once", textOf(sent, "once") || newToken())))}
      </div>`
  } satisfies Page
})

export const newDashboardPage = Effect.suspend(() => shownNew(NO_ERRORS))

export const makeDashboard = Effect.gen(function*() {
  const { api: { analytics }, form: sent } = yield* SessionRequest
  const payload = saidBy(sent, [])
  const once = textOf(sent, "once").slice(0, 50) || newToken()
  return yield* submit("create_dashboard", {
    payload, again: shownNew,
    call: Effect.map(analytics.create_dashboard({ headers: { "idempotency-key": `dashboard-${once}` }, payload }), ({ id }) => ({ to: `${paths.dashboards}/${id}` }))
  })
})

const one = Effect.gen(function*() {
  const { api: { analytics }, params } = yield* SessionRequest
  const id = yield* idOf(params, DashboardId.make)
  return { id, at: `${paths.dashboards}/${id}`, dashboard: yield* analytics.get_dashboard({ params: { id } }) }
})

export const dashboardPage = Effect.gen(function*() {
  const { query, session: { company } } = yield* SessionRequest
  const { at, dashboard: { name, tiles } } = yield* one
  const formats = formatsOf(company)
  return {
    ...within,
    title: name,
    content: html`
      <div>
        ${doneNotice(query, { saved: w.saved })}
        ${tiles.length === 0 ? empty(w.nothingHere, link(`${at}/edit`, w.put)) : html`<div class="tiles">${tiles.map((tile, n) => tileNode(tile, n, formats))}</div>`}
        <div class="acts"><a class="button" href=${`${at}/edit`}>${w.change}</a></div>
      </div>`
  } satisfies Page
})

const edited = Effect.fnUntraced(function*(errors: FieldErrors, said?: Said) {
  const { at, dashboard } = yield* one
  const reports = yield* reportChoices
  return {
    section: paths.dashboards,
    trail: { title: dashboard.name, to: at },
    title: w.changeTitle(dashboard.name),
    content: html`
      <div class="narrow">
        ${problem(errors)}
        ${yield* permitted("update_dashboard", () => form(`${at}/edit`, said ?? dashboard, reports, errors))}
        <div class="acts">${yield* permitted("delete_dashboard", () => postForm({ to: `${at}/delete`, button: w.delete, tone: "risky" }))}</div>
      </div>`
  } satisfies Page
})

export const editDashboardPage = Effect.suspend(() => edited(NO_ERRORS))

export const saveDashboard = Effect.gen(function*() {
  const { api: { analytics }, form: sent } = yield* SessionRequest
  const { at, dashboard, id } = yield* one
  const payload = saidBy(sent, dashboard.tiles)
  return yield* submit("update_dashboard", {
    payload, again: (errors) => edited(errors, payload),
    call: Effect.as(analytics.update_dashboard({ params: { id }, headers: {}, payload }), { to: `${at}?done=saved` })
  })
})

export const deleteDashboard = Effect.gen(function*() {
  const { api: { analytics }, params } = yield* SessionRequest
  const id = yield* idOf(params, DashboardId.make)
  return yield* withConsent(
    {
      verb: "delete_dashboard", question: w.question, button: w.delete, follows: w.follows,
      back: `${paths.dashboards}/${id}/edit`, section: paths.dashboards
    },
    Effect.as(analytics.delete_dashboard({ params: { id } }), { to: `${paths.dashboards}?done=deleted` })
  )
})
