import { Effect } from "effect"
import type { KbEntry } from "#schemas/kb/entry"
import { operations } from "#schemas/operations"
import { audiences, type FoundPassage } from "#schemas/kb/passage"
import { badge, badgesOf, doneNotice, empty, link, NONE } from "../components/elements.ts"
import { choice, filter, input } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { undoOffer } from "../records/undo.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("knowledge")

const statuses = ["published", "draft", "archived"] as const

export const entryBadge = badgesOf<typeof statuses[number]>({ published: "good", draft: "wait", archived: "plain" })

const entryTable = (zone: string, rows: ReadonlyArray<KbEntry>, isUnfiltered: boolean): Node => table<KbEntry>({
  label: w.label,
  rows,
  empty: isUnfiltered
    ? empty(w.none, w.noneHelp)
    : empty(w.noneLike, link(paths.knowledge, w.all)),
  columns: [
    { title: w.titleColumn, cell: ({ id, title }) => link(`${paths.knowledge}/${id}`, html`<bdi>${title}</bdi>`) },
    { title: w.state, cell: ({ questions, status }) => [entryBadge(status), questions.length > 0 && [" ", badge(w.openQuestions(questions.length), "wait")]] },
    { title: w.who, cell: ({ audience }) => audience === "public" ? w.anybody : audience },
    { title: w.language, cell: ({ language }) => language },
    { title: w.tags, cell: ({ tags }) => tags.length === 0 ? NONE : tags.join(", ") },
    { title: w.changed, cell: ({ updated_at }) => ago(zone, updated_at) }
  ]
})

export const knowledgePage = Effect.gen(function*() {
  const { api: { kb }, query, session } = yield* SessionRequest
  const { caller: { company_id }, company } = session
  const said = { ...optional(query, ["search"]), ...oneOf(query, "status", statuses), ...oneOf(query, "audience", audiences) }
  const { cursor } = optional(query, ["cursor"])
  const found = yield* kb.list_kb_entries({
    params: { id: company_id }, query: { ...said, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-updated_at" }
  })
  return {
    title: w.title,
    section: paths.knowledge,
    content: html`
      <div>
        ${doneNotice(query, { archived: [w.archived, undoOffer(operations.get("archive_kb_entry")!, query, session)] })}
        <div class="acts"><a class="button main" href=${`${paths.knowledge}/new`}>${w.write}</a> <a href=${paths.knowledgeSearch}>${w.try}</a></div>
        ${filter(paths.knowledge, [
          input("search", w.part, { value: said.search ?? "", maxlength: "100" }),
          choice("status", w.state, w.any, statuses, said.status),
          choice("audience", w.who, w.anybodyAtAll, audiences, said.audience)
        ])}
        ${entryTable(company.time_zone, found.items, Object.keys(said).length === 0)}
        ${paging({ path: paths.knowledge, filters: said, cursor, shown: found })}
      </div>`
  } satisfies Page
})

/** A passage with the words by which it was found. */
const highlighted = ({ highlights, text }: FoundPassage): Node => {
  let at = 0
  const parts: Array<Node> = []
  for (const { end, start } of highlights) {
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`)
    at = end
  }
  return [...parts, text.slice(at)]
}

const passage = (one: FoundPassage): Node => html`
  <li>
    <p class="lead" dir="auto">${one.origin.kind === "entry" ? link(`${paths.knowledge}/${one.origin.id}`, one.title) : one.title}${one.heading.map((part) => ` › ${part}`)}</p>
    <p class="words" dir="auto">${highlighted(one)}</p>
    <p class="about">${w.passage(one.origin.kind, one.audience, count(Math.round(one.coverage * 100)))}</p>
  </li>`

const results = Effect.fnUntraced(function*(asked: string, audience: typeof audiences[number]) {
  const { api: { kb } } = yield* SessionRequest
  const { corrections, found, results } = yield* kb.search_kb({ payload: { query: asked, audience, limit: 10, typing: false, counted: false } })
  return html`
    <div>
      ${corrections.length > 0 && html`<p>${w.lookedFor(corrections.map(({ asked, meant }, n) => [n > 0 && ", ", w.insteadOf(meant, asked)]))}</p>`}
      ${results.length === 0 ? empty(w.nothingFits, w.wouldNotKnow)
        : html`<p>${found ? w.wouldAnswer : w.little}</p><ol class="found">${results.map(passage)}</ol>`}
    </div>`
})

/** What a question finds, as the chat would for somebody. */
export const knowledgeSearchPage = Effect.gen(function*() {
  const { query } = yield* SessionRequest
  const { audience = "public" } = oneOf(query, "audience", audiences)
  const asked = (query.get("query") ?? "").trim()
  return {
    title: w.try,
    section: paths.knowledge,
    trail: { title: w.title, to: paths.knowledge },
    content: html`
      <div>
        ${filter(paths.knowledgeSearch, [
          input("query", w.question, { value: asked, maxlength: "500", required: true }),
          choice("audience", w.asFor, w.public, audiences.filter((one) => one !== "public"), audience)
        ])}
        ${asked !== "" && (yield* results(asked.slice(0, 500), audience))}
      </div>`
  } satisfies Page
})
