import { annotated, type JsonSchema, tidy } from "#schemas/kernel/json-schema"
import type { Json } from "./json.ts"

export type Schemas = { readonly [name: string]: JsonSchema }

const PREFIX = "#/components/schemas/"

/** The wire form of a schema bears the schema's own name, unless the contract shows both. */
const renamer = (names: ReadonlyArray<string>) => (name: string): string => {
  if (!name.endsWith("Encoded")) return name
  const short = name.slice(0, -"Encoded".length)
  return names.includes(short) ? `${short}Input` : short
}

/** Generators of clients take a field with a default for one that is always there, which one that is left out or null is not. */
const isNullDefault = (key: string, value: Json) => key === "default" && value === null

const isExample = (key: string) => key === "examples" || key === "default"

/**
 * Schemas as they are published: open to properties that a later version adds, which is also what the service does with
 * those it does not know. Bodies say what is written on either side of their parsing.
 */
export const publisher = (schemas: Schemas, decoded: ReadonlyMap<string, JsonSchema>) => {
  const rename = renamer(Object.keys(schemas))
  const keyword = (key: string, value: Json): Json =>
    key === "$ref" && typeof value === "string" && value.startsWith(PREFIX)
      ? PREFIX + rename(value.slice(PREFIX.length))
      : isExample(key) ? value : published(value)
  const published = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(published)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value as JsonSchema)
        .filter(([key, one]) => !(key === "additionalProperties" && typeof one === "boolean") && !isNullDefault(key, one))
        .map(([key, one]) => [key, keyword(key, one)])
    )
  }
  const publish = (schema: JsonSchema): JsonSchema => tidy(published(schema)) as JsonSchema
  return {
    publish,
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [rename(name), schema] as const).sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, schema]) => [name, annotated(publish(schema), published(decoded.get(name) ?? null)) as JsonSchema])
    ) as Schemas
  }
}

interface Components {
  readonly [kind: string]: { readonly [name: string]: object }
}

/** The components that something refers to, from `roots` on. */
export const reachable = <C extends Components>(components: C, roots: object): C => {
  const seen = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [key, one] of Object.entries(value)) {
      if (key !== "$ref" || typeof one !== "string") look(one)
      else if (!seen.has(one)) {
        seen.add(one)
        const [, , kind, name] = one.split("/")
        look(components[kind!]?.[name!])
      }
    }
  }
  look(roots)
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => seen.has(`#/components/${kind}/${name}`)))
    ])
  ) as C
}
