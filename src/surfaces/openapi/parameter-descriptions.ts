import type { Operation } from "#schemas/kernel/catalog"
import type { Parameter } from "./json.ts"

/** Parameters that mean the same in every operation that does not say more. */
const general: Readonly<Record<string, string>> = {
  limit: "How many are returned at most.",
  offset: "How many are left out before the first one that is returned.",
  sort: "What they are sorted by. `-` before a field turns its order round.",
  search: "Words, or beginnings of words, that are looked for.",
  tag: "Only those with this tag.",
  from: "Only from this day on.",
  to: "Only up to this day.",
  provider: "The provider that sends this request.",
  rev: "The number of the version.",
  number: "The number of the version."
}

const irregular: Readonly<Record<string, string>> = { media: "file", staff: "member of staff", seo: "page", "waiting list": "entry of the waiting list" }

const words = (name: string) => name.replaceAll(/[-_]/gu, " ")

const singular = (name: string) =>
  irregular[name] ?? name.replace(/ies$/u, "y").replace(/(ss|x|ch|sh)es$/u, "$1").replace(/(?<![su])s$/u, "")

/** What is before a parameter in the path: `contact` in `/crm/contacts/:id/merge`. */
const recordOf = ({ path }: Operation, name: string) => {
  const segments = path.split("/")
  return singular(words(segments[segments.indexOf(`:${name}`) - 1] ?? "record"))
}

const isId = (name: string) => name === "id" || name.endsWith("_id")

/** What a parameter is for, where its schema does not say: derived from where it stands, as a filter of a list means equality. */
export const parameterDescription = (entry: Operation, { in: place, name, required }: Parameter): string => {
  if (place === "path") return isId(name) ? `Id of the ${recordOf(entry, name)}.` : general[name] ?? `The ${words(name)}.`
  if (name in general) return general[name]!
  const named = words(name.replace(/_id$/u, ""))
  if (required) return isId(name) ? `Id of the ${named}.` : `The ${named}.`
  return isId(name) ? `Only those of this ${named}, by its id.` : `Only those whose \`${name}\` is this.`
}
