import { Effect } from "effect"
import { KbQueries } from "#layers/kb/queries"
import { Retrieval } from "#layers/kb/retrieval"
import type { Audience, FoundPassage } from "#schemas/kb/passage"
import type * as api from "#schemas/kb/search.api"
import type { Input } from "#schemas/kernel/catalog"
import { languageOf } from "./language.ts"

/** What somebody of an audience may read. */
export const readable: Readonly<Record<Audience, ReadonlyArray<Audience>>> = {
  public: ["public"], customers: ["public", "customers"], staff: ["public", "customers", "staff"]
}

/** A passage has at least this share of what was asked for to be called an answer. */
const ENOUGH = 0.5

/** What is found by its meaning may stand before what has more of the words. */
const FIRST = 3

/** Whether one of the best passages can be called an answer. */
export const isAnswered = (passages: ReadonlyArray<FoundPassage>): boolean => passages.slice(0, FIRST).some(({ coverage }) => coverage >= ENOUGH)

/** Origins that are kept of a query. */
const MOST_KEPT = 5

export const search_kb = Effect.fnUntraced(function*({ audience, counted, language, query, typing, ...filters }: Input<typeof api.search_kb>) {
  const spoken = language === undefined ? undefined : languageOf(language)
  const { corrections, passages } = yield* Retrieval.use(({ retrieve }) =>
    retrieve({ ...filters, text: query, audiences: readable[audience], unfinished: typing, language: spoken }))
  const found = isAnswered(passages)
  if (counted && !typing) {
    yield* KbQueries.use(({ note }) =>
      note({ text: query, language: spoken, via: "search", found, origins: passages.slice(0, MOST_KEPT).map(({ origin }) => origin) }))
  }
  return { results: passages, found, corrections }
})
