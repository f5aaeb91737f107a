import { DateTime, Effect } from "effect"
import { memoize } from "effect/Function"
import { Site } from "#layers/kernel/installation/site"
import { Api } from "#schemas/api"
import { catalogOf, type Operation } from "#schemas/kernel/catalog"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { inputOf, templateOf } from "#schemas/kernel/manifest"
import type { ToolInput } from "#schemas/tools/catalog"
import { searchOf } from "./search.ts"

const MOST_ENDPOINTS = 50

/** With more than these, only what there is; whoever wants one asks for it. */
const MOST_WITH_INPUT = 15

/** Of an enumeration; the rest is in the docs. */
const MOST_VALUES = 10

const PREFIX = "/api/v1"

/** What a field takes, in a few words: its enum, its type, or the types it may have. */
const typeOf = (schema: JsonSchema): string => {
  const { anyOf, const: only, enum: values, items, type } = schema
  if (Array.isArray(values)) {
    return [...values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value)), ...values.length > MOST_VALUES ? ["..."] : []].join(" | ")
  }
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf)) return [...new Set(anyOf.filter(isJsonObject).map(typeOf))].join(" | ")
  if (type === "array") return isJsonObject(items) ? `array of ${typeOf(items)}` : "array"
  return typeof type === "string" ? type : "any"
}

const fieldsOf = ({ properties, required }: JsonSchema) => {
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => isJsonObject(schema)
    ? [{
      name,
      type: typeOf(schema),
      required: needed.has(name),
      ...typeof schema["description"] === "string" && { description: schema["description"] }
    }]
    : [])
}

const pathOf = (entry: Operation) => templateOf(entry.path)

/** The catalogue with a search over it, made when somebody first asks. */
const manualOf = memoize((entries: ReadonlyArray<Operation>) => ({
  entries,
  categories: [...new Set(entries.map(({ category }) => category))],
  search: searchOf(
    entries,
    (entry) => ({
      verb: entry.name.replaceAll("_", " "),
      summary: entry.summary,
      path: pathOf(entry).slice(PREFIX.length).replace(/[^a-z]+/giu, " "),
      category: entry.category,
      description: entry.description
    }),
    { verb: 4, summary: 3, path: 2, category: 2, description: 1 }
  ),
  /** The contract is what this process enforces, since it began. */
  since: DateTime.formatIsoDateUtc(DateTime.nowUnsafe())
}))

/** How much lower than the best an operation may rank and still be meant. */
const WORTH = 0.3

const plainPath = (path: string) => path.toLowerCase().replace(/\{[^{}]*\}|:\w+/gu, "{}").replace(/\/+/gu, "/").replace(/\/$/u, "")

/** Operations at a path or below it, with or without the prefix, with or without a method before it. */
const atPath = (entries: ReadonlyArray<Operation>, text: string): ReadonlyArray<Operation> => {
  const [, method, rest] = /^(?:(get|post|put|patch|delete)\s+)?(?:https?:\/\/[^/]+)?(\/\S*)$/iu.exec(text) ?? []
  if (rest === undefined) return []
  const path = plainPath(rest)
  const full = path.startsWith(PREFIX) ? path : PREFIX + path
  const there = entries.filter((entry) => method === undefined || entry.method === method.toUpperCase())
  const exact = there.filter((entry) => plainPath(pathOf(entry)) === full)
  const below = there.filter((entry) => plainPath(pathOf(entry)).startsWith(`${full}/`))
  return [...exact, ...below]
}

const sought = ({ categories, entries, search }: ReturnType<typeof manualOf>, text: string): ReadonlyArray<Operation> => {
  const there = atPath(entries, text)
  if (there.length > 0) return there
  const word = text.toLowerCase()
  const verb = entries.filter(({ name }) => name === word.replace(/[\s-]+/gu, "_"))
  if (verb.length > 0) return verb
  if (categories.includes(word)) return entries.filter(({ category }) => category === word)
  const hits = search(text, entries.length)
  return hits.filter(({ score }) => score >= (hits[0]?.score ?? 0) * WORTH).map(({ item }) => item)
}

export const get_api_docs = Effect.fnUntraced(function*({ endpoint = "" }: ToolInput<"get_api_docs">) {
  const manual = manualOf(catalogOf(Api))
  const { categories, entries, since } = manual
  const origin = yield* (yield* Site).origin
  const text = endpoint.trim()
  const found = text === "" ? entries : sought(manual, text)
  return {
    total: found.length,
    endpoints: found.slice(0, MOST_ENDPOINTS).map((entry) => ({
      method: entry.method,
      path: pathOf(entry),
      verb: entry.name,
      category: entry.category,
      summary: entry.summary,
      scope: entry.access,
      tier: entry.tierFloor,
      requires_consent: entry.requiresConsent,
      ...found.length <= MOST_WITH_INPUT && { input: fieldsOf(inputOf(entry)) },
      docs_url: `${origin}/docs/${entry.category}/${entry.name}`
    })),
    categories,
    openapi_url: `${origin}${PREFIX}/openapi.json`,
    provenance: {
      source: "operator" as const,
      as_of: since,
      note: "The contract that this service enforces. What is not in these categories does not exist here."
    }
  }
})
