import levenshtein from "damerau-levenshtein"
import { plainWords, type QueryWords } from "./query-words.ts"

/** What the database knows of a word that was asked, as `kb_known_words` tells it. */
export interface KnownWord {
  readonly asked_word: string
  readonly language: string
  readonly word: string
  readonly lexeme: string | null
  /** Passages that it stands in. */
  readonly passages: number
  readonly how: "empty" | "stem" | "same" | "beginning" | "like"
}

/** A query that stands for a word that was asked. */
export interface Alternative {
  /** As `tsquery` is written. */
  readonly query: string
  /** Words of the company's by which it is found. */
  readonly words: ReadonlyArray<string>
  readonly passages: number
  /** 1 for the word itself, less for what may have been meant. */
  readonly weight: number
  readonly lexeme?: string
}

/** A word that was asked. */
export interface Unit {
  readonly asked: string
  readonly alternatives: ReadonlyArray<Alternative>
  /** Passages that any alternative stands in, at most. */
  readonly passages: number
  /** How much it tells: the fewer passages it stands in, the more. */
  readonly information: number
}

export interface Plan {
  readonly units: ReadonlyArray<Unit>
  /** Pairs of words that stand beside each other. */
  readonly phrases: ReadonlyArray<{ readonly query: string; readonly weight: number }>
  /** Queries by which passages are looked for, one after another until there are enough; none where no word is known. */
  readonly steps: ReadonlyArray<string>
  /** So many of them are asked in any case. */
  readonly always: number
  /** The words that tell most: of what a step finds, those with most of them are looked at closely. */
  readonly rough: string
  /** Words that were taken for others. */
  readonly corrections: ReadonlyArray<{ readonly asked: string; readonly meant: string }>
}

/** Words are rare that stand in so many passages together; of others all passages cannot be looked at. */
const MOST_RARE = 1_000
/** Of so many common words those passages are looked for that have several: that costs little more than to read where the rarest of them stand. */
const MOST_COMMON = 4
/** Words that passages are compared by before they are looked at closely. */
const MOST_ROUGH = 5

/** What alternatives are worth beside the word itself. */
const worth = { beginning: 0.7, like: 0.8, joined: 0.9, synonym: 0.85 }
/** What two words beside each other add, of what the rarer of them tells. */
const PHRASE = 0.3

const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`

/** Between words that stand beside each other. */
export const BESIDE = " <-> "

/** A query by words as the index has them, behind the company's id. Where words stand it does not know: all that it finds have them. */
export const locatedIn = (company: number, query: string): string =>
  query.replaceAll(BESIDE, " & ").replaceAll(/'((?:[^'\\]|''|\\\\)*)'/g, (_, lexeme: string) => `'${company}:${lexeme}'`)

const any = (queries: ReadonlyArray<string>) => [...new Set(queries)].join(" | ")

/** How likely a word is meant by another: how often it stands there, unless its first letter is another one. */
const likelihood = (asked: string) => ({ passages, word }: KnownWord) => passages * (word[0] === asked[0] ? 10 : 1) * (word.length === asked.length ? 2 : 1)

/** Words that are one mistake from what was asked: the likeliest few. */
const likely = (asked: string, rows: ReadonlyArray<KnownWord>) => {
  const rank = likelihood(asked)
  return rows.filter(({ word }) => levenshtein(asked, word).steps <= 1).toSorted((a, b) => rank(b) - rank(a)).slice(0, 3)
}

const alternativesOf = (asked: string, rows: ReadonlyArray<KnownWord>): ReadonlyArray<Alternative> => {
  const of = (how: KnownWord["how"]) => rows.filter((row) => row.how === how)
  const byLexeme = (found: ReadonlyArray<KnownWord>, weight: number) =>
    [...Map.groupBy(found, ({ lexeme }) => lexeme!)].map(([lexeme, group]): Alternative => ({
      query: quoted(lexeme), lexeme, words: group.map(({ word }) => word), passages: group.reduce((sum, { passages }) => sum + passages, 0), weight
    }))
  const same = byLexeme(of("same"), 1)
  const beginning = byLexeme(of("beginning"), worth.beginning)
  return same.length + beginning.length > 0 ? [...same, ...beginning] : byLexeme(likely(asked, of("like")), worth.like)
}

const informationOf = (passages: number, of: number) => Math.log(1 + (Math.max(of - passages, 0) + 0.5) / (passages + 0.5))

const queryOf = ({ alternatives }: Unit) => `(${any(alternatives.map(({ query }) => query))})`

/** The same where it stands in a title. */
const titledOf = ({ alternatives }: Unit) => {
  const titles = alternatives.flatMap(({ lexeme }) => lexeme === undefined ? [] : [quoted(`#${lexeme}`)])
  return titles.length === 0 ? undefined : `(${any(titles)})`
}

const all = (queries: ReadonlyArray<string | undefined>) => queries.includes(undefined) ? [] : [queries.join(" & ")]

/** Any three of four. */
const most = ([a, b, c, d]: ReadonlyArray<string>) => [`(${a} & ${b} & (${c} | ${d}) | ${c} & ${d} & (${a} | ${b}))`]

/** By common words, the rarest first: many of them together, then fewer. Titles come before texts where there are few words. */
const stepsOf = (common: ReadonlyArray<Unit>): ReadonlyArray<string> => {
  const texts = common.map(queryOf)
  const titles = common.flatMap((unit) => all([titledOf(unit)]))
  const pairs = texts.flatMap((one, n) => texts.slice(n + 1).flatMap((other) => all([one, other])))
  switch (common.length) {
    case 0: return []
    case 1: return [...titles, ...texts]
    case 2: return [...all(common.map(titledOf)), ...pairs, ...titles]
    case 3: return [...all(texts), ...pairs, ...titles]
    default: return [...most(texts), ...pairs, ...titles]
  }
}

/** What is looked for and what it is worth, from the words of a question and what the company's passages have of them. */
export const planOf = (
  { joined, words }: QueryWords, known: ReadonlyArray<KnownWord>, synonyms: ReadonlyArray<ReadonlyArray<string>>, passages: number
): Plan => {
  const rows = Map.groupBy(known, ({ asked_word }) => asked_word)
  const of = (word: string) => rows.get(word) ?? []
  const stems = (word: string) => of(word).flatMap(({ how, lexeme }) => how === "stem" ? [lexeme!] : [])
  const isEmpty = (word: string) => stems(word).length === 0
  const sameWord = (a: string, b: string) => a === b || stems(a).some((stem) => stems(b).includes(stem))
  const added = words.map((): Array<Alternative> => [])

  for (const [n, word] of joined.entries()) {
    /* "I'd" is not "id", though "log in" is "login". */
    if ([words[n]!, words[n + 1]!].some((part) => part.length === 1 && isEmpty(part))) continue
    const whole = alternativesOf(word, of(word).filter(({ how }) => how === "same")).map((one) => ({ ...one, weight: worth.joined }))
    added[n]!.push(...whole)
    added[n + 1]!.push(...whole)
  }
  for (const group of synonyms) {
    const phrases = group.map((phrase) => plainWords(phrase))
    for (const [g, phrase] of phrases.entries()) {
      const at = words.findIndex((_, n) => phrase.length > 0 && phrase.every((word, k) => words[n + k] !== undefined && sameWord(word, words[n + k]!)))
      if (at < 0) continue
      const others = phrases.filter((_, other) => other !== g).flatMap((other): ReadonlyArray<Alternative> => {
        const parts = other.filter((word) => !isEmpty(word)).map((word) => alternativesOf(word, of(word).filter(({ how }) => how === "same")))
        if (parts.length === 0 || parts.some((part) => part.length === 0)) return []
        return [{
          query: parts.map((part) => `(${any(part.map(({ query }) => query))})`).join(BESIDE),
          words: parts.flatMap((part) => part.flatMap(({ words }) => words)),
          passages: Math.min(...parts.map((part) => part.reduce((sum, { passages }) => sum + passages, 0))),
          weight: worth.synonym,
          ...parts.length === 1 && parts[0]!.length === 1 && { lexeme: parts[0]![0]!.lexeme! }
        }]
      })
      for (const k of phrase.keys()) added[at + k]!.push(...others)
    }
  }

  const places = words.map((asked, n) => {
    if (isEmpty(asked) && added[n]!.length === 0) return undefined
    const alternatives = [...alternativesOf(asked, of(asked)), ...added[n]!]
    const held = Math.min(passages, alternatives.reduce((sum, { passages }) => sum + passages, 0))
    return { asked, alternatives, passages: held, information: informationOf(held, passages) }
  })
  const units = [...new Map(places.flatMap((unit) => unit === undefined ? [] : [[stems(unit.asked)[0] ?? unit.asked, unit] as const])).values()]
  const found = units.filter(({ alternatives }) => alternatives.length > 0).toSorted((a, b) => a.passages - b.passages)

  let looked = 0
  const rare = found.filter((unit) => (looked += unit.passages) <= MOST_RARE)
  const common = found.slice(rare.length)

  const phrases = places.slice(1).flatMap((unit, n) => {
    const before = places[n]
    if (unit === undefined || before === undefined || unit.alternatives.length === 0 || before.alternatives.length === 0 || unit === before) return []
    return [{ query: `${queryOf(before)}${BESIDE}${queryOf(unit)}`, weight: PHRASE * Math.min(unit.information, before.information) }]
  })

  return {
    units,
    phrases,
    steps: [...rare.length === 0 ? [] : [any(rare.map(queryOf))], ...stepsOf(common.slice(0, MOST_COMMON))],
    always: rare.length === 0 ? 1 : 2,
    rough: any(found.slice(0, MOST_ROUGH).map(queryOf)),
    corrections: units.flatMap(({ asked, alternatives }) => {
      const [first] = alternatives
      return first === undefined || first.weight !== worth.like ? [] : [{ asked, meant: first.words[0]! }]
    })
  }
}
