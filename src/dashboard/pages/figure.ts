import { Effect } from "effect"
import { type FigureKey, figureKeys } from "#schemas/analytics/figure"
import type { MetricExplanation } from "#schemas/analytics/explanation"
import { empty, NONE } from "../components/elements.ts"
import { count, money } from "../components/locale.ts"
import { facts, table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { errorPage } from "../response.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("figure")

type Row = MetricExplanation["first"][number]

const isFigure = (text: string | undefined): text is FigureKey => figureKeys.some((key) => key === text)

const totalOf = ({ amounts, total }: MetricExplanation): Node =>
  amounts.length === 0 ? count(total) : [count(total), w.rows, amounts.map(({ amount, currency }, n) => [n > 0 && ", ", money(amount, currency)])]

const rowsOf = ({ first, rows, time_zone }: MetricExplanation): Node => table<Row>({
  label: w.label,
  rows: first,
  empty: empty(w.none(rows)),
  columns: [
    { title: w.what, cell: ({ id, title }) => html`<bdi>${title ?? w.number2(id)}</bdi>` },
    { title: w.when, cell: ({ at }) => time(time_zone, at) },
    { title: w.number, figure: true, cell: ({ id }) => String(id) },
    ...first.some(({ currency }) => currency !== null)
      ? [{ title: w.amount, figure: true, cell: ({ amount, currency }: Row) => amount === null || currency === null ? NONE : money(amount, currency) } as const]
      : []
  ]
})

/** What a figure of the brief counts, and the first ten rows of it. */
export const figurePage = Effect.gen(function*() {
  const { api: { analytics }, params: { figure } } = yield* SessionRequest
  if (!isFigure(figure)) return yield* errorPage(404, w.noSuch, w.nothing)
  const told = yield* analytics.explain_metric({ query: { figure } })
  return {
    title: told.title,
    section: paths.overview,
    trail: { title: w.overview, to: paths.overview },
    content: html`
      <div>
        <p>${told.counts}</p>
        ${facts([
          [w.asOf, time(told.time_zone, told.as_of)],
          [w.howMany, totalOf(told)],
          [w.countedFrom, told.rows],
          [w.inApi, html`<code>GET ${told.act.path}</code>`]
        ])}
        ${rowsOf(told)}
      </div>`
  } satisfies Page
})
