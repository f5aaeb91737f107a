import { plain } from "#schemas/content/plain"
import { nearest } from "#schemas/kernel/nearest"
import { searchOf } from "./search.ts"

interface Named {
  readonly id: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
}

/** Finds things by id, name or a word that people use for them, however these are written. */
export const namesOf = <A extends Named>(all: ReadonlyArray<A>) => {
  const byName = new Map<string, A>()
  for (const one of all) {
    for (const text of [one.id, one.name, ...one.synonyms]) for (const key of [plain(text), plain(text).replaceAll(" ", "")]) {
      if (!byName.has(key)) byName.set(key, one)
    }
  }
  /* Of three letters any one is near any other. */
  const tellable = [...byName.keys()].filter(({ length }) => length > 3)
  const search = searchOf(all, ({ id, name, synonyms }) => ({ name: `${plain(id)} ${name}`, synonyms: synonyms.join(" ") }), { name: 2, synonyms: 1 })
  return {
    named: (text: string): A | undefined => byName.get(plain(text)) ?? byName.get(plain(text).replaceAll(" ", "")),
    /** Those whose names come closest, by their words and by their letters. */
    near: (text: string, most: number): ReadonlyArray<A> => [
      ...new Set([...search(text, most).map(({ item }) => item), ...nearest(plain(text), tellable, most).map((key) => byName.get(key)!)])
    ].slice(0, most)
  }
}
