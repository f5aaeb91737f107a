import { Effect } from "effect"
import { Retrieval } from "#layers/kb/retrieval"
import type { Asker, Citation } from "#schemas/ai/conversation"
import type { Audience, FoundPassage } from "#schemas/kb/passage"

/** Passages that an answer can be made of. */
const MOST_PASSAGES = 6
/** Of one text so much at most. */
const MOST_CHARACTERS = 1_600
/**
 * How much of a question the best passage must have, for the model to be asked at all: of its words, or of what they tell in the whole of the
 * company's knowledge, which also counts words that were mistyped. Little: people ask in more words than they are answered in, and a model that is
 * given what does not fit says so, which counts as not known too.
 */
const LEAST_WORDS = 0.15
const LEAST_COVERAGE = 0.3
/**
 * Or how far it must stand out by its meaning, where a model tells. Measured with weighted words in place of a model, over the public questions of the tests:
 * 56 % of them have a passage that does, and 12 % once the thread that answers them is taken out.
 */
const LEAST_SIMILARITY = 0.25
/** Others that have much less than the best say nothing of it. */
const LEAST_OF_BEST = 0.3
const QUOTE = 240

/** Words by their beginnings, so that "opens" is like "opening". */
const stemsOf = (text: string) =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, Math.max(4, word.length - 3))))

const shareOf = (question: ReadonlySet<string>, { heading, text, title }: FoundPassage) => {
  const told = stemsOf([title, ...heading, text].join(" "))
  return [...question].filter((stem) => told.has(stem)).length / Math.max(1, question.size)
}

/** What somebody may read. */
const readable: Readonly<Record<Asker, ReadonlyArray<Audience>>> = {
  public: ["public"], customers: ["public", "customers"], staff: ["public", "customers", "staff"]
}

export interface Sourced extends Citation {
  readonly text: string
}

const sourceOf = ({ heading, id, origin, place, text, title }: FoundPassage, at: number): Sourced => ({
  n: at + 1, passage_id: id, origin, title, heading, url: place.url === undefined ? null : `${place.url}${place.anchor === undefined ? "" : `#${place.anchor}`}`,
  quote: text.slice(0, QUOTE), text: text.slice(0, MOST_CHARACTERS)
})

/** The passages that tell of what is asked and that the asker may read, the best first; none where nothing fits. Read outside of transactions. */
export const sourcesFor = Effect.fnUntraced(function*(text: string, asker: Asker) {
  const audiences = readable[asker]
  const { passages } = yield* Retrieval.use((retrieval) => retrieval.retrieve({ text, audiences, limit: MOST_PASSAGES }))
  const allowed = passages.filter(({ audience }) => audiences.includes(audience))
  const asked = stemsOf(text)
  const most = Math.max(0, ...allowed.map(({ coverage }) => coverage))
  const means = ({ similarity }: FoundPassage) => similarity !== null && similarity >= LEAST_SIMILARITY
  if (most < LEAST_COVERAGE && !allowed.some((passage) => means(passage) || shareOf(asked, passage) >= LEAST_WORDS)) return []
  const isSaid = most > 0 || !allowed.some(means)
  return allowed.filter((passage) => means(passage) || isSaid && passage.coverage >= most * LEAST_OF_BEST).map(sourceOf)
})
