import { memoize } from "effect/Function"
import MiniSearch from "minisearch"
import type { Content } from "#schemas/content/content"

/** Words that stand in every question and tell nothing of what it is about. */
const empty = new Set(
  "a about an and any are as at be by can do does for from get got have how i if in is it its me my of on or our so that the their them there they this to us was we what when where which who why will with would you your"
    .split(" ")
)

/** One form of a word for its singular and its plural; words that say nothing are left out, except `telling` ones. */
const termBut = (telling: ReadonlySet<string>) => (word: string): string | null => {
  const plain = word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
  if (plain.length < 2 || (empty.has(plain) && !telling.has(plain))) return null
  return plain.length > 3 && plain.endsWith("s") && !plain.endsWith("ss") ? plain.slice(0, -1) : plain
}

const term = termBut(new Set())

export interface Hit<A> {
  readonly item: A
  /** Greater is better; comparable within one search only. */
  readonly score: number
  /** How many different words of the question were found in it. */
  readonly matched: number
}

/** How many words of a question say something. */
export const wordsIn = (text: string): number => new Set(text.split(/[^\p{L}\p{N}]+/u).map(term).filter((word) => word !== null)).size

/** Makes something of content once: for each content when it is first asked for. */
export const perContent: <A extends {}>(make: (content: Content) => A) => (content: Content) => A = memoize

/**
 * A search over some things: each word of the question is looked for in their texts, also as the beginning of a word and with a
 * letter wrong; texts count as much as `weights` says. `telling` are words that say something of these things, and nothing of most others.
 */
export const searchOf = <A, Field extends string>(
  items: ReadonlyArray<A>,
  textsOf: (item: A) => Readonly<Record<Field, string>>,
  weights: Readonly<Record<Field, number>>,
  telling: ReadonlyArray<string> = []
): (query: string, most?: number) => ReadonlyArray<Hit<A>> => {
  const index = new MiniSearch<Record<string, unknown>>({
    fields: Object.keys(weights),
    processTerm: telling.length === 0 ? term : termBut(new Set(telling)),
    searchOptions: { boost: weights, prefix: (word) => word.length > 3, fuzzy: (word) => word.length > 4 ? 0.2 : false }
  })
  index.addAll(items.map((item, id) => ({ id, ...textsOf(item) })))
  return (query, most = 5) =>
    index.search(query).slice(0, most).map(({ id, queryTerms, score }) => ({
      item: items[id as number]!, score, matched: new Set(queryTerms).size
    }))
}
