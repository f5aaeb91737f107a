/** Two names, by their places in what was compared, and how alike they are: 0 to 1. */
export interface Alike {
  readonly a: number
  readonly b: number
  readonly similarity: number
}

interface Profile {
  readonly place: number
  /** Its trigrams as numbers, the rarest first. */
  readonly grams: Int32Array
}

const words = /[\p{L}\p{N}]+/gu

/** The trigrams of a text, as PostgreSQL's pg_trgm has them: of each word, with two spaces before and one after it. */
export const trigramsOf = (text: string): ReadonlySet<string> => {
  const grams = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(words)) {
    const letters = [" ", " ", ...word, " "]
    for (let at = 0; at + 3 <= letters.length; at++) grams.add(letters[at]! + letters[at + 1]! + letters[at + 2]!)
  }
  return grams
}

/** Numbers the trigrams by how rare they are, so that those that tell names apart best come first. */
const profilesOf = (names: ReadonlyArray<string>): ReadonlyArray<Profile> => {
  const all = names.map(trigramsOf)
  const frequency = new Map<string, number>()
  for (const grams of all) for (const gram of grams) frequency.set(gram, (frequency.get(gram) ?? 0) + 1)
  const rank = new Map([...frequency].sort(([, a], [, b]) => a - b).map(([gram], place) => [gram, place]))
  return all
    .map((grams, place) => ({ place, grams: Int32Array.from(grams, (gram) => rank.get(gram)!).sort() }))
    .sort((a, b) => a.grams.length - b.grams.length)
}

/** How many numbers two sorted lists share; less than `least` where they cannot share so many. */
const shared = (a: Int32Array, b: Int32Array, least: number) => {
  let [i, j, count] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    if (count + Math.min(a.length - i, b.length - j) < least) return 0
    const [x, y] = [a[i]!, b[j]!]
    if (x === y) {
      count++
      i++
      j++
    } else if (x < y) i++
    else j++
  }
  return count
}

/**
 * All pairs of names that are at least so much alike, found without comparing each with each: two such names share one of
 * their rarest trigrams. Yields after every comparison.
 */
export function* alike(names: ReadonlyArray<string>, least: number): Generator<Alike | undefined> {
  const profiles = profilesOf(names)
  const holders = new Map<number, Array<number>>()
  const seen = new Int32Array(profiles.length).fill(-1)
  for (const [at, { grams, place }] of profiles.entries()) {
    const rarest = grams.length - Math.ceil(least * grams.length - 1e-9) + 1
    for (let n = 0; n < Math.min(rarest, grams.length); n++) {
      const before = holders.get(grams[n]!)
      if (before === undefined) {
        holders.set(grams[n]!, [at])
        continue
      }
      for (let k = before.length - 1; k >= 0; k--) {
        const other = before[k]!
        const { grams: theirs, place: theirPlace } = profiles[other]!
        /* They come by length: those before are shorter still. */
        if (theirs.length < least * grams.length - 1e-9) break
        if (seen[other] === at) continue
        seen[other] = at
        const needed = Math.ceil(least / (1 + least) * (grams.length + theirs.length) - 1e-9)
        const common = shared(grams, theirs, needed)
        yield common < needed ? undefined : { a: theirPlace, b: place, similarity: common / (grams.length + theirs.length - common) }
      }
      before.push(at)
    }
  }
}

/** Comparing goes on no further than this: what is like everything else would be told of anyway. */
const MOST_COMPARISONS = 5_000_000

/** The most alike first; of each name not more than `most`. */
const best = (pairs: ReadonlyArray<Alike>, most: number) => {
  const counts = new Map<number, number>()
  return pairs.toSorted((x, y) => y.similarity - x.similarity).filter(({ a, b }) => {
    const [of, and] = [counts.get(a) ?? 0, counts.get(b) ?? 0]
    if (of >= most || and >= most) return false
    counts.set(a, of + 1)
    counts.set(b, and + 1)
    return true
  })
}

/** The pairs of names that are at least so much alike, of each name the `most` that are most so. It takes up to seconds. */
export const similarPairs = (names: ReadonlyArray<string>, least: number, most: number): ReadonlyArray<Alike> => {
  const pairs: Array<Alike> = []
  const counts = new Int32Array(names.length)
  let comparisons = 0
  for (const pair of alike(names, least)) {
    /* More than are told, so that the best can be chosen; not all, where everything is like everything. */
    if (pair !== undefined && (counts[pair.a]! < 10 * most || counts[pair.b]! < 10 * most)) {
      counts[pair.a]!++
      counts[pair.b]!++
      pairs.push(pair)
    }
    if (++comparisons >= MOST_COMPARISONS) break
  }
  return best(pairs, most)
}
