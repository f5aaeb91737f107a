import type { Quotable } from "./provider.ts"

/** Sentences of an answer that quotes, and texts that they are taken from at most. */
const MOST_SENTENCES = 4
const MOST_TEXTS = 3
const LONGEST = 400

export const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])

/** Words are the same where one begins like the other: "opening" and "opens". */
export const stemOf = (word: string) => word.slice(0, Math.max(4, word.length - 3))

/* A full stop within a number or an address ends nothing. */
export const sentencesOf = (text: string) =>
  (text.match(/(?:[^.!?\n]|[.!?](?![.!?]{0,9}(?:\s|$)))+(?:[.!?]+|\n|$)/gu) ?? []).map((sentence) => sentence.trim()).filter((sentence) => sentence !== "")

/** The sentences that share most words with a question, in the order of their texts, each text pointed at by its mark. */
export const quoted = (question: string, texts: ReadonlyArray<Quotable>): string => {
  const sought = new Set([...wordsOf(question)].map(stemOf))
  const found = texts.slice(0, MOST_TEXTS).flatMap(({ mark, text }, place) =>
    sentencesOf(text).map((sentence, n) => {
      const shared = [...wordsOf(sentence)].filter((word) => sought.has(stemOf(word))).length
      /* Of sentences that share as many words, one of a better text goes first. */
      return { mark, place, n, sentence: sentence.slice(0, LONGEST), score: shared - place / 4 - n / 100 }
    }))
  const best = found.toSorted((a, b) => b.score - a.score).slice(0, MOST_SENTENCES).filter(({ score }, n) => n === 0 || score > 0.5)
  return best.toSorted((a, b) => a.place - b.place || a.n - b.n).map(({ mark, sentence }) => `${sentence} ${mark}`).join(" ")
}
