import levenshtein from "damerau-levenshtein"

/** How many words may stand between two words of a phrase. */
const GAP = 3

/** The words of a text in their order, each in one form for singular and plural. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.toLowerCase().replaceAll("e-mail", "email").normalize("NFKD").replace(/[\p{M}'’]/gu, "").split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word)

/** Which letters a word has, one bit each: most words are told apart by them alone. */
const lettersOf = (word: string) => {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32)
  return letters
}

const bits = (number: number) => {
  let count = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) count++
  return count
}

const isNear = (a: string, b: string, most: number) => Math.abs(a.length - b.length) <= most && levenshtein(a, b).steps <= most

/** Short words are as often others as they are misspelt. */
const slips = (word: string) => word.length < 6 ? 0 : word.length < 9 ? 1 : 2

/** Whether one word may be the other with a letter or two wrong. */
export const alike = (a: string, b: string): boolean => a === b || (slips(a) > 0 && slips(b) > 0 && isNear(a, b, Math.min(slips(a), slips(b))))

interface WeightedPhrase<A> {
  readonly item: A
  readonly phrase: string
  readonly words: ReadonlyArray<string>
  /** Long phrases say more than short ones, and those that several things share say less. */
  readonly weight: number
}

/** What was recognised, by how strongly. */
export interface Recognised<A> {
  readonly item: A
  readonly weight: number
  readonly phrases: ReadonlyArray<string>
}

const stands = (phrase: ReadonlyArray<string>, positions: ReadonlyMap<string, ReadonlyArray<number>>): boolean => {
  let ends = positions.get(phrase[0]!) ?? []
  for (const word of phrase.slice(1)) {
    const here = positions.get(word) ?? []
    ends = here.filter((at) => ends.some((end) => at > end && at - end <= GAP + 1))
  }
  return ends.length > 0
}

/**
 * Recognises things by phrases that stand for them: the words of a phrase in their order, near each other, with a letter wrong in
 * longer words. Best first.
 */
export const recogniserOf = <A>(
  items: ReadonlyArray<A>, phrasesOf: (item: A) => ReadonlyArray<string>
): (text: string) => ReadonlyArray<Recognised<A>> => {
  const owners = new Map<string, Set<A>>()
  const keyed = items.flatMap((item) => {
    const once = new Map(phrasesOf(item).map((phrase) => [wordsOf(phrase).join(" "), phrase]))
    return [...once.values()].map((phrase) => ({ item, phrase, words: wordsOf(phrase) }))
  })
  for (const { item, words } of keyed) {
    const key = words.join(" ")
    owners.set(key, (owners.get(key) ?? new Set()).add(item))
  }
  const listed: ReadonlyArray<WeightedPhrase<A>> = keyed.map((entry) => ({
    ...entry, weight: entry.words.length ** 1.5 / owners.get(entry.words.join(" "))!.size
  }))
  const vocabulary = new Set(listed.flatMap(({ words }) => words))
  const long = [...vocabulary].filter((word) => slips(word) > 0).map((word) => ({ word, letters: lettersOf(word) }))
  const byLetter = Map.groupBy(long, ({ word }) => word[0]!)

  const known = (word: string): ReadonlyArray<string> => {
    if (vocabulary.has(word)) return [word]
    const most = slips(word)
    if (most === 0) return []
    const letters = lettersOf(word)
    return (byLetter.get(word[0]!) ?? [])
      .filter((other) => bits(letters ^ other.letters) <= 2 * most && alike(word, other.word))
      .map((other) => other.word)
  }

  return (text) => {
    const positions = new Map<string, Array<number>>()
    for (const [at, word] of wordsOf(text).entries()) {
      for (const meant of known(word)) positions.set(meant, [...positions.get(meant) ?? [], at])
    }
    const found = new Map<A, { weight: number; phrases: Array<string> }>()
    for (const { item, phrase, weight, words } of listed) {
      if (!stands(words, positions)) continue
      const sum = found.get(item) ?? { weight: 0, phrases: [] }
      sum.weight += weight
      sum.phrases.push(phrase)
      found.set(item, sum)
    }
    return [...found].map(([item, sum]) => ({ item, ...sum })).toSorted((a, b) => b.weight - a.weight)
  }
}
