import type { Operation } from "#schemas/kernel/catalog"
import { searchOf } from "#workflows/tools/search"
import { verbs } from "./verbs.ts"

/** What people say for the words of the names. */
const also: Readonly<Record<string, string>> = {
  contact: "customer client lead person people",
  deal: "sale opportunity",
  create: "add new make",
  delete: "remove",
  restore: "undo delete undelete",
  unmerge: "undo merge",
  export: "download",
  import: "upload csv",
  receipts: "history done changes",
  task: "reminder remind follow-up",
  activity: "note call meeting",
  member: "colleague employee team user"
}

const alsoOf = (name: string): string =>
  name.split("_").map((word) => also[word] ?? also[word.replace(/s$/u, "")] ?? "").join(" ")

const search = searchOf(verbs, ({ category, description, name, path, summary }) => ({
  name: name.replaceAll("_", " "), also: alsoOf(name), summary, description, place: `${category} ${path.replaceAll("/", " ")}`
}), { name: 4, also: 3, summary: 3, description: 1, place: 1 })

const byName = new Map(verbs.map((entry) => [entry.name, entry]))

/** The one of that name first, then what its words are found in: more of the words count for more than one rare word. */
export const findTools = (query: string, most: number): ReadonlyArray<Operation> => {
  const exact = byName.get(query.trim().toLowerCase().replace(/[\s-]+/gu, "_"))
  const found = search(query, verbs.length).toSorted((a, b) => b.score * b.matched - a.score * a.matched).map(({ item }) => item)
  return [...new Set([...exact === undefined ? [] : [exact], ...found])].slice(0, most)
}
