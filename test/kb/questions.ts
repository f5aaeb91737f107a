import { readFileSync } from "node:fs"
import type { PassageText } from "#layers/kb/passages"

interface Thread {
  readonly question: string
  readonly rephrased: ReadonlyArray<string>
  readonly answers: ReadonlyArray<string>
}

export const threads: ReadonlyArray<Thread> = JSON.parse(readFileSync(new URL("questions/web-applications.json", import.meta.url), "utf8"))

/** A thread as passages of an entry whose title is its question. */
export const passagesOf = ({ answers }: Thread): ReadonlyArray<PassageText> => answers.map((text) => ({ heading: [], place: {}, text }))

/** How well what was found answers: expected is an origin's id, found are those of the passages, the best first. */
export const measured = (asked: ReadonlyArray<{ readonly expected: number; readonly found: ReadonlyArray<number> }>) => {
  const ranks = asked.map(({ expected, found }) => found.indexOf(expected) + 1)
  const share = (of: number) => ranks.filter((rank) => rank > 0 && rank <= of).length / ranks.length
  return { "recall@1": share(1), "recall@5": share(5), "recall@10": share(10), mrr: ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length }
}

/** Numbers that are the same in every run. */
export const chance = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

/** One mistake in one of the longer words: a letter left out, doubled, changed for another, or two that changed places. */
export const mistyped = (question: string, random: () => number): string => {
  const words = [...question.matchAll(/\p{L}{4,}/gu)]
  if (words.length === 0) return question
  const { 0: word, index } = words[Math.floor(random() * words.length)]!
  const at = 1 + Math.floor(random() * (word.length - 2))
  const wrong = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + "etaoinshr"[Math.floor(random() * 9)] + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  ][Math.floor(random() * 4)]!
  return question.slice(0, index) + wrong + question.slice(index + word.length)
}
