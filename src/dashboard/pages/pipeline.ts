import { Effect } from "effect"
import type { Deal } from "#schemas/crm/deal"
import type { Pipeline, PipelineSummary } from "#schemas/crm/pipeline"
import { operations } from "#schemas/operations"
import { lacking } from "../../connector/verbs.ts"
import { badge, link } from "../components/elements.ts"
import { filter, hiddenField, postForm, select } from "../components/form.ts"
import { count, money } from "../components/locale.ts"
import { toneOf } from "../components/status.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { referenceNames } from "../record-names.ts"
import { besidesArguments, pageFrom } from "../records/action.ts"
import { pageOf } from "../records/catalogue.ts"
import { done } from "../records/pages.ts"
import { inWords, spoken } from "../words/spoken.ts"

const w = spoken("board")

/** So many cards of a stage are shown; all are in the list. */
const CARDS = 25

/** Stages that are read at the same time. */
const AT_ONCE = 4

const MOST_PIPELINES = 100

const operation = (name: string) => operations.get(name)!

type Stage = (typeof PipelineSummary.Type)["stages"][number]

interface Board {
  readonly pipeline: Pipeline
  readonly mayMove: boolean
  readonly moved: string | null
  readonly names: Effect.Success<ReturnType<typeof referenceNames>>
}

const boardOf = (pipeline: Pipeline) => `${paths.pipeline}?pipeline=${pipeline.id}`

/** What a script sends for a card that was dragged, or moved by a key. */
const moveForm = ({ pipeline }: Board): Node => html`
  <div hidden>
    ${postForm({
      to: pageOf(operation("move_deal_stage")), button: w.move, id: "move",
      fields: [besidesArguments({ version: "", backTo: boardOf(pipeline) }), hiddenField("stage", "")]
    })}
  </div>`

const card = (board: Board, deal: Deal): Node => {
  const contact = board.names["contact_id"]?.[String(deal.contact_id)]
  return html`
    <li id=${`deal-${deal.id}`} class="deal" data-version=${deal.version} draggable=${board.mayMove ? "true" : undefined}>
      <a href=${pageOf(operation("get_deal"), { id: String(deal.id) })} autofocus=${board.moved === String(deal.id)}><bdi>${deal.title}</bdi></a>
      <p>${money(deal.amount, deal.currency)}${deal.expected_close !== null && html`<span class="faint"> ${w.by(deal.expected_close)}</span>`}</p>
      ${contact !== undefined && html`<p class="faint"><bdi>${contact}</bdi></p>`}
      ${board.mayMove && html`<p class="faint"><a href=${pageFrom(`${boardOf(board.pipeline)}&moved=${deal.id}`, operation("move_deal_stage"), { id: String(deal.id) })}>${w.move}<span class="unseen"> ${deal.title}</span></a></p>`}
    </li>`
}

const sums = ({ sums }: Stage): Node => sums.map(({ amount, currency }, n) => [n > 0 && ", ", money(amount, currency)])

const column = (board: Board, stage: Stage, deals: ReadonlyArray<Deal>, n: number): Node => {
  const all = pageOf(operation("list_deals"), { pipeline_id: String(board.pipeline.id), stage: stage.name })
  return html`
    <section class="stage" data-stage=${stage.name} aria-labelledby=${`stage-${n}`}>
      <header>
        <h2 id=${`stage-${n}`}>${stage.outcome === "open" ? stage.name : badge(stage.name, toneOf(stage.outcome))}</h2>
        <p class="faint">${link(all, w.deals(stage.count, count(stage.count)))}${stage.sums.length > 0 && [", ", sums(stage)]}</p>
      </header>
      <ol class="cards">${deals.map((deal) => card(board, deal))}</ol>
      ${stage.outcome === "open" && stage.count > deals.length && html`<p class="faint">${link(all, w.all)}</p>`}
    </section>`
}

/** Deals of a pipeline as cards in the columns of its stages. */
export const pipelinePage = Effect.gen(function*() {
  const { api: { crm }, query, session } = yield* SessionRequest
  const { items: pipelines } = yield* crm.list_pipelines({ query: { limit: MOST_PIPELINES, offset: 0, sort: "name" } })
  const pipeline = pipelines.find(({ id }) => String(id) === query.get("pipeline")) ?? pipelines.find(({ is_default }) => is_default) ?? pipelines[0]!
  const live = yield* watching("list_deals", { pipeline_id: String(pipeline.id), limit: "200", sort: "-updated_at" })
  const { stages } = yield* crm.get_pipeline_summary({ params: { id: pipeline.id } })
  const columns = yield* Effect.forEach(stages, (stage) =>
    stage.outcome !== "open" || stage.count === 0
      ? Effect.succeed({ stage, deals: [] })
      : Effect.map(
        crm.list_deals({ query: { pipeline_id: pipeline.id, stage: stage.name, limit: CARDS, offset: 0, sort: "expected_close" } }),
        ({ items }) => ({ stage, deals: items })
      ), { concurrency: AT_ONCE })
  const board = {
    pipeline, moved: query.get("moved"), mayMove: lacking(session.caller, operation("move_deal_stage")) === undefined,
    names: yield* referenceNames(columns.flatMap(({ deals }) => deals))
  }
  const mayAdd = lacking(session.caller, operation("create_deal")) === undefined
  return {
    title: w.title, section: paths.pipeline, live, script: paths.board,
    content: html`
      <div>
        ${done(query, session)}
        ${pipelines.length > 1 && filter(paths.pipeline, select({
          name: "pipeline", label: w.title, chosen: String(pipeline.id), options: pipelines.map(({ id, name }) => [String(id), name] as const)
        }))}
        ${mayAdd && html`<div class="acts"><a class="button main" href=${pageOf(operation("create_deal"), { pipeline_id: String(pipeline.id) })}>${w.add}</a></div>`}
        ${board.mayMove && html`<p class="faint" hidden data-keys>${w.keys}</p>`}
        ${board.mayMove && moveForm(board)}
        ${inWords(({ board: { stages } }) => html`
          <div class="board" tabindex="0" role="region" aria-label=${stages}>${columns.map(({ deals, stage }, n) => column(board, stage, deals, n))}</div>`)}
      </div>`
  } satisfies Page
})
