import { Effect } from "effect"
import type { KbEntry } from "#schemas/kb/entry"
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

const statuses = ["published", "draft", "archived"] as const

export const entryBadge = badgesOf<typeof statuses[number]>({ published: "good", draft: "wait", archived: "plain" })

const entryTable = (zone: string, rows: ReadonlyArray<KbEntry>, isUnfiltered: boolean): Node => table<KbEntry>({
  label: "Entries, the last changed first",
  rows,
  empty: isUnfiltered
    ? empty("Nothing is written down yet.", "The chat answers from what stands here, and from nothing else.")
    : empty("No entry is like that.", link(paths.knowledge, "All entries")),
  columns: [
    { title: "Title", cell: ({ id, title }) => link(`${paths.knowledge}/${id}`, html`<bdi>${title}</bdi>`) },
    { title: "State", cell: ({ questions, status }) => [entryBadge(status), questions.length > 0 && [" ", badge(`${questions.length} open questions`, "wait")]] },
    { title: "Who may read it", cell: ({ audience }) => audience === "public" ? "anybody" : audience },
    { title: "Language", cell: ({ language }) => language },
    { title: "Tags", cell: ({ tags }) => tags.length === 0 ? NONE : tags.join(", ") },
    { title: "Changed", cell: ({ updated_at }) => ago(zone, updated_at) }
  ]
})

export const knowledgePage = Effect.gen(function*() {
  const { api: { kb }, query, session: { caller: { company_id }, company } } = yield* SessionRequest
  const said = { ...optional(query, ["search"]), ...oneOf(query, "status", statuses), ...oneOf(query, "audience", audiences) }
  const { cursor } = optional(query, ["cursor"])
  const found = yield* kb.list_kb_entries({
    params: { id: company_id }, query: { ...said, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-updated_at" }
  })
  return {
    title: "Knowledge base",
    section: paths.knowledge,
    content: html`
      <div>
        ${doneNotice(query, { archived: "It is archived: no search and no answer finds it any more." })}
        <div class="acts"><a class="button main" href=${`${paths.knowledge}/new`}>Write an entry</a> <a href=${paths.knowledgeSearch}>Try a search</a></div>
        ${filter(paths.knowledge, [
          input("search", "Part of the title", { value: said.search ?? "", maxlength: "100" }),
          choice("status", "State", "any", statuses, said.status),
          choice("audience", "Who may read it", "anybody at all", audiences, said.audience)
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
    <p class="about">${one.origin.kind}, ${one.audience === "public" ? "for anybody" : `for ${one.audience}`}, ${count(Math.round(one.coverage * 100))} % of what was asked</p>
  </li>`

const results = Effect.fnUntraced(function*(asked: string, audience: typeof audiences[number]) {
  const { api: { kb } } = yield* SessionRequest
  const { corrections, found, results } = yield* kb.search_kb({ payload: { query: asked, audience, limit: 10, typing: false, counted: false } })
  return html`
    <div>
      ${corrections.length > 0 && html`<p>Looked for ${corrections.map(({ asked, meant }) => `“${meant}” instead of “${asked}”`).join(", ")}.</p>`}
      ${results.length === 0 ? empty("Nothing fits.", "The chat would say that it does not know.")
        : html`<p>${found ? "The chat would answer from these." : "These have little of what was asked."}</p><ol class="found">${results.map(passage)}</ol>`}
    </div>`
})

/** What a question finds, as the chat would for somebody. */
export const knowledgeSearchPage = Effect.gen(function*() {
  const { query } = yield* SessionRequest
  const { audience = "public" } = oneOf(query, "audience", audiences)
  const asked = (query.get("query") ?? "").trim()
  return {
    title: "Try a search",
    section: paths.knowledge,
    trail: { title: "Knowledge base", to: paths.knowledge },
    content: html`
      <div>
        ${filter(paths.knowledgeSearch, [
          input("query", "Question or words", { value: asked, maxlength: "500", required: true }),
          choice("audience", "As it is for", "the public", audiences.filter((one) => one !== "public"), audience)
        ])}
        ${asked !== "" && (yield* results(asked.slice(0, 500), audience))}
      </div>`
  } satisfies Page
})
