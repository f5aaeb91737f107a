import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { verbs } from "#src/connector/verbs"
import { fieldsBy } from "#src/dashboard/records/form"
import { groupsOf } from "#src/dashboard/records/groups"
import { categoryTitle } from "#src/dashboard/records/titles"
import { answerSchema, itemsOf } from "#src/dashboard/records/values"
import type { Part } from "#src/dashboard/words/contract"
import { labelOf } from "#src/dashboard/words/declared"
import { describedBy, only, valuesOf } from "#src/surfaces/json-shape"

/** So deep do pages show what an answer holds. */
const DEPTH = 4

/** Values that are no words: numbers, names of the API and of standards, and which way a list is sorted. */
const isName = (value: string) => /[.:*]/u.test(value) || /^-?\d+$/u.test(value) || /^[A-Z][A-Z0-9-]+$/u.test(value) || ["false", "true", "v1"].includes(value)

/** What records without a name of their own are called, in schemas: values are in it by chance of a record, so the source is read. */
const templates = () =>
  execFileSync("git", ["grep", "-ohE", "phrase`[^`]*`", "--", "schemas/*.ts"], { cwd: join(import.meta.dirname, "../.."), encoding: "utf8" })
    .trim().split("\n").map((found) => found.slice("phrase`".length, -1).replaceAll(/\$\{[^{}]*\}/gu, "{}"))

const sayings = (): Readonly<Record<Part, Map<string, Set<string>>>> => {
  const found = { categories: new Map(), fields: new Map(), groups: new Map(), labels: new Map(), operations: new Map(), texts: new Map(), values: new Map() } satisfies Record<Part, Map<string, Set<string>>>
  const note = (part: Part, english: string, ...places: ReadonlyArray<string>) => {
    const known = (found[part] as Map<string, Set<string>>)
    known.set(english, new Set([...known.get(english) ?? [], ...places]))
  }
  const noteField = (category: string, name: string, schema: JsonSchema) => {
    note("fields", labelOf(name), category)
    for (const value of name === "sort" ? [] : valuesOf(schema) ?? []) {
      if (typeof value === "string" && !isName(value)) note("values", value, name, `${category}.${name}`)
    }
  }
  const walk = (category: string, schema: JsonSchema, depth: number): void => {
    const properties = only(schema)["properties"]
    if (depth === DEPTH || !isJsonObject(properties)) return
    for (const [name, one] of Object.entries(properties) as ReadonlyArray<[string, JsonSchema]>) {
      noteField(category, name, one)
      walk(category, one, depth + 1)
      walk(category, itemsOf(one), depth + 1)
    }
  }
  for (const template of templates()) note("labels", template)
  for (const entry of verbs) {
    const { category } = entry
    const isAsked = entry.method !== "GET" || fieldsBy(entry, ["params", "query"]).some(({ required }) => required)
    note("categories", categoryTitle(category))
    note("operations", entry.summary, category)
    if (isAsked) note("texts", entry.description, category)
    for (const { path, required, schema } of fieldsBy(entry, ["params", "query", "payload"])) {
      for (const part of path.split(".")) noteField(category, part, part === path.split(".").at(-1) ? schema : {})
      const help = describedBy(schema)
      if (help !== undefined && (required || entry.method !== "GET")) note("texts", help, category)
    }
    walk(category, answerSchema(entry), 0)
    for (const title of Object.keys(groupsOf(entry))) note("groups", title, category)
  }
  return found
}

/** Every word and sentence of the contract that pages can show, with the categories that it stands in, and of values the fields. */
export const contractWords = sayings()
