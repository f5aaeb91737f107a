import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { FaqEntry } from "#schemas/content/faq"
import type { HowTo } from "#schemas/content/how-tos"
import { told } from "#schemas/content/provenance"
import { nearest } from "#schemas/kernel/nearest"
import type { ToolInput } from "#schemas/tools/catalog"
import { addressesOf, tierOf } from "./product-operations.ts"
import { type Hit, perContent, searchOf, wordsIn } from "./search.ts"

const MOST_ANSWERS = 8
const MOST_HOW_TOS = 4
const MOST_TOPICS = 10

/** At least half of the words that say something, and nothing far weaker than the best. */
const fitting = <A>(hits: ReadonlyArray<Hit<A>>, topic: string): ReadonlyArray<A> => {
  const words = wordsIn(topic)
  const best = hits[0]?.score ?? 0
  return hits.filter(({ matched, score }) => matched * 2 >= words && score * 4 >= best).map(({ item }) => item)
}

/** What to ask for instead: what shares a word with it, then what looks like it, or else the first of all. */
const others = (topic: string, sharing: ReadonlyArray<string>, names: ReadonlyArray<string>, overview = names): ReadonlyArray<string> => {
  const near = [...new Set([...sharing, ...nearest(topic, names, MOST_TOPICS)])]
  return (near.length > 0 ? near : overview).slice(0, MOST_TOPICS)
}

const faqOf = perContent(({ faq: { entries } }) => {
  const topics = [...new Set(entries.map(({ topic }) => topic))]
  const search = searchOf(
    entries,
    ({ also = [], answer, question, topic }: FaqEntry) => ({ topic, question: `${question} ${also.join(" ")}`, answer }),
    { topic: 4, question: 3, answer: 1 }
  )
  const named = (text: string) => topics.find((topic) => topic === text || topic === `${text}s`)
  return {
    entries, topics,
    find: (sought: string) => {
      const topic = named(sought.toLowerCase())
      const hits = search(sought, entries.length)
      return {
        found: topic === undefined ? fitting(hits, sought).slice(0, MOST_ANSWERS) : entries.filter((entry) => entry.topic === topic),
        sharing: hits.map(({ item }) => item.topic)
      }
    }
  }
})

export const get_faq = Effect.fnUntraced(function*({ topic = "" }: ToolInput<"get_faq">) {
  const content = yield* currentContent
  const { entries, find, topics } = faqOf(content)
  const sought = topic.trim()
  const { found, sharing } = sought === "" ? { found: entries, sharing: [] } : find(sought)
  const answered = new Set(found.map((entry) => entry.topic))
  return {
    entries: found.map(({ answer, provenance, question, topic }) => ({
      topic, question, answer, ...provenance !== undefined && { provenance: told(provenance) }
    })),
    topics: found.length === 0 ? others(sought, sharing, topics) : topics.filter((one) => !answered.has(one)),
    provenance: told(content.faq.provenance)
  }
})

const howTosOf = perContent(({ "how-tos": { how_tos } }) => ({
  all: how_tos,
  search: searchOf(
    how_tos,
    ({ also = [], category, goal, steps, title, verbs }: HowTo) => ({
      title: `${title} ${category} ${also.join(" ")}`, goal, steps: `${steps.join(" ")} ${verbs.join(" ").replaceAll("_", " ")}`
    }),
    { title: 4, goal: 2, steps: 1 }
  )
}))

/** One of each category, so that a glance shows what there is. */
const firstOfEach = (all: ReadonlyArray<HowTo>): ReadonlyArray<HowTo> =>
  all.filter(({ category }, n) => all.findIndex((one) => one.category === category) === n)

export const get_how_to = Effect.fnUntraced(function*({ category = "all", topic = "" }: ToolInput<"get_how_to">) {
  const content = yield* currentContent
  const { all, search } = howTosOf(content)
  const within = all.filter((one) => category === "all" || one.category === category)
  const sought = topic.trim()
  const hits = sought === "" ? [] : search(sought, all.length).filter(({ item }) => within.includes(item))
  const shown = sought !== ""
    ? fitting(hits, sought).slice(0, MOST_HOW_TOS)
    : category === "all" ? firstOfEach(within) : within
  const left = (how_tos: ReadonlyArray<HowTo>) => how_tos.filter((one) => !shown.includes(one)).map(({ title }) => title)
  return {
    how_tos: shown.map(({ category, goal, status, steps, title, verbs }) => ({
      title, category, status, goal, steps, operations: addressesOf(verbs), ...verbs.length > 0 && { tier: tierOf(verbs) }
    })),
    topics: sought === "" ? left(within) : others(sought, left(hits.map(({ item }) => item)), left(within), left(category === "all" ? firstOfEach(within) : within)),
    provenance: told(content["how-tos"].provenance)
  }
})
