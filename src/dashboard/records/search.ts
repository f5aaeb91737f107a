import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { lacking, verbs } from "../../connector/verbs.ts"
import { empty, link } from "../components/elements.ts"
import { SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { type ListPage, pageOfList, NO_ROWS } from "./calls.ts"
import { pageOf, paramsOf } from "./catalogue.ts"
import { metaOf } from "./groups.ts"
import { namingOf } from "./naming.ts"
import { rowPage } from "./shown.ts"
import { Language, spoken, textIn } from "../words/spoken.ts"
import { nameOfPage, summaryOf } from "./titles.ts"

const w = spoken("records")

/** So many records of each list, and so many pages, are shown. */
const FEW = 5
const MOST_PAGES = 12

/** So many lists are searched at the same time. */
const AT_ONCE = 4

const searched = verbs.filter((one) => one.list && one.sources["search"] === "query" && paramsOf(one).length === 0)

const wordsIn = (text: string) => text.toLowerCase().split(/\s+/u).filter((word) => word !== "")

interface Found extends ListPage {
  readonly list: Operation
}

const hits = ({ items, list, total }: Found, text: string): Node => {
  const page = rowPage(list, {})
  const called = namingOf(metaOf(list), list.category)
  return html`
    <section>
      <h2>${link(pageOf(list, { search: text }), nameOfPage(list))}</h2>
      <ul class="links">
        ${items.map((row) => html`<li>${link(page(row) ?? pageOf(list, { search: text }), html`<bdi>${called(row)}</bdi>`)}</li>`)}
        ${total > items.length && html`<li class="faint">${w.more(total - items.length)}</li>`}
      </ul>
    </section>`
}

/** Records of all kinds that hold these words, and the pages that are called so. A list that cannot be searched now is left out. */
export const resultsFor = Effect.fnUntraced(function*(text: string) {
  const { session } = yield* SessionRequest
  const words = wordsIn(text)
  const language = yield* Language
  const sayingsOf = (one: Operation) => `${one.summary} ${one.name} ${textIn(language.words, summaryOf(one))}`.toLowerCase()
  const isOpen = (one: Operation) => lacking(session.caller, one) === undefined
  const found = yield* Effect.forEach(searched.filter(isOpen), (list) =>
    Effect.match(pageOfList(list, { search: text, limit: FEW }), {
      onFailure: (): Found => ({ list, ...NO_ROWS }),
      onSuccess: (page): Found => ({ list, ...page })
    }), { concurrency: AT_ONCE })
  const records = found.filter(({ items }) => items.length > 0)
  const pages = verbs.filter((one) => words.every((word) => sayingsOf(one).includes(word))).filter(isOpen).slice(0, MOST_PAGES)
  if (records.length + pages.length === 0) return empty(w.noneCalled, w.noneCalledHelp)
  return html`
    <div class="categories">
      ${records.map((one) => hits(one, text))}
      ${pages.length > 0 && html`
        <section>
          <h2>${w.pages}</h2>
          <ul class="links">${pages.map((one) => html`<li>${link(pageOf(one), nameOfPage(one))}</li>`)}</ul>
        </section>`}
    </div>`
})
