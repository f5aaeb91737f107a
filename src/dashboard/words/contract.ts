import type { Dictionary, Translations } from "./translations.ts"

/** What of the contract has words: titles of categories and operations, names of fields and of their groups, what records without a name are called, values of enumerations, and what is said of operations and fields. */
export type Part = "categories" | "fields" | "groups" | "labels" | "operations" | "texts" | "values"

export type ContractWords = Readonly<Record<Part, Dictionary>>

/** Finds a word of the contract by its English and the places that it stands in, the nearest first; nothing where a language has none yet. */
export type Find = (part: Part, english: string, within?: ReadonlyArray<string>) => string | undefined

const own = <Value>(all: Readonly<Record<string, Value>>, name: string): Value | undefined => Object.hasOwn(all, name) ? all[name] : undefined

const first = (all: ReadonlyArray<Translations | undefined>, english: string): string | undefined => {
  for (const words of all) {
    const found = words && own(words, english)
    if (found !== undefined) return found
  }
  return undefined
}

/** A word that is known from another place is better than none. */
export const finder = (all: ContractWords): Find => (part, english, places = []) => {
  const { everywhere, within } = all[part]
  return first([...places.map((place) => own(within, place)), everywhere], english) ?? first(Object.values(within), english)
}

/** English is as it is declared. */
export const asDeclared: Find = (_, english) => english
