import { plainWord } from "./query-words.ts"

/** Where words stand in a text, in UTF-16 units. */
export function* highlightsIn(text: string, words: ReadonlySet<string>): Generator<{ readonly start: number; readonly end: number }> {
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.has(plainWord(found))) yield { start: index, end: index + found.length }
  }
}
