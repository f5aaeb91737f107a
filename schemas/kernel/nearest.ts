/**
 * How many letters to add, drop, change or swap with their neighbour to make one word of the other (optimal string alignment);
 * some number above `most` once it must be more than that.
 */
export const distance = (a: string, b: string, most = Number.POSITIVE_INFINITY): number => {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let before: ReadonlyArray<number> = []
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    if (Math.min(...next) > most) return Number.POSITIVE_INFINITY
    before = row
    row = next
  }
  return row[b.length]!
}

const MOST_LETTERS = 60

/** Those of `words` that look most like what was written, best first; nothing that looks altogether different. */
export const nearest = (written: string, words: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const sought = written.slice(0, MOST_LETTERS).toLowerCase()
  return words
    .map((word) => ({ word, far: word.includes(sought) && sought.length > 2 ? 1 : distance(sought, word.toLowerCase()) }))
    .filter(({ far, word }) => far <= Math.max(2, Math.ceil(word.length / 2)))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ word }) => word)
}
