import levenshtein from "damerau-levenshtein"

const MOST_LETTERS = 60

/** Those of `words` that look most like what was written, best first; nothing that looks altogether different. */
export const nearest = (written: string, words: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const sought = written.slice(0, MOST_LETTERS).toLowerCase()
  return words
    .map((word) => ({ word, far: word.includes(sought) && sought.length > 2 ? 1 : levenshtein(sought, word.toLowerCase()).steps }))
    .filter(({ far, word }) => far <= Math.max(2, Math.ceil(word.length / 3)))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ word }) => word)
}
