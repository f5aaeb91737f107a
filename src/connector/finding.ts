import type { Operation } from "#schemas/kernel/catalog"
import { searchOf } from "#workflows/tools/search"
import { saidFor } from "./said.ts"
import { verbs } from "./verbs.ts"

/** Of a question to a tool these tell what is asked for: who did something, or why it is so. */
const telling = ["who", "why"]

const search = searchOf(verbs, ({ category, description, name, path, summary }) => ({
  name: name.replaceAll("_", " "), also: saidFor(name), summary, description, place: `${category} ${path.replaceAll("/", " ")}`
}), { name: 4, also: 3, summary: 3, description: 1, place: 1 }, telling)

const byName = new Map(verbs.map((entry) => [entry.name, entry]))

const nameIn = (query: string) => query.trim().toLowerCase().replace(/[\s-]+/gu, "_")

export const isNamed = ({ name }: Operation, query: string): boolean => nameIn(query) === name

/** The one of that name first, then what its words are found in: more of the words count for more than one rare word. */
export const findTools = (query: string, most: number): ReadonlyArray<Operation> => {
  const exact = byName.get(nameIn(query))
  const found = search(query, verbs.length).toSorted((a, b) => b.score * b.matched - a.score * a.matched).map(({ item }) => item)
  return [...new Set([...exact === undefined ? [] : [exact], ...found])].slice(0, most)
}
