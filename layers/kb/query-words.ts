/** As many words of a question are looked for; what comes behind them is not. */
const MOST_WORDS = 24

/** Longer ones are no words. */
const LONGEST = 60

/** A run of letters and digits as it is looked for. */
export const plainWord = (word: string): string => word.normalize().toLowerCase().slice(0, LONGEST)

/** Splits a text as `kb_plain` of the database does: letters and digits, in small letters. */
export const plainWords = (text: string): ReadonlyArray<string> =>
  text.normalize().toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "").map((word) => word.slice(0, LONGEST))

export interface QueryWords {
  /** In their order, each as often as it stands there. */
  readonly words: ReadonlyArray<string>
  /** What else is looked up: pairs that stand beside each other, as one word. */
  readonly joined: ReadonlyArray<string>
  /** The last word, where more of it may follow. */
  readonly unfinished: string | null
}

export const queryWords = (text: string, unfinished: boolean): QueryWords => {
  const words = plainWords(text).slice(0, MOST_WORDS)
  return {
    words,
    joined: words.slice(1).map((word, n) => `${words[n]}${word}`),
    unfinished: unfinished && /[\p{L}\p{N}]$/u.test(text) ? words.at(-1) ?? null : null
  }
}
