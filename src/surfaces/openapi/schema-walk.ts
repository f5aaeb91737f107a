import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { Json } from "./json.ts"

/** What a schema says to people; two that differ in nothing else take the same values. */
export const told = ["title", "description", "examples", "default"]

/** Keywords with values of the schema, not with schemas. */
const isValue = (key: string) => told.includes(key) || key === "example" || key === "enum" || key === "const"

/** Keywords whose value has names of the author's as its keys. */
const isNamed = (key: string) => key === "properties" || key === "$defs"

/** Does `each` to every schema of a part of a document, from the innermost on. */
export const eachSchema = (each: (schema: JsonSchema) => JsonSchema) => {
  const named = (value: Json): Json =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)])) : walk(value)
  const walk = (value: Json): Json =>
    Array.isArray(value) ? value.map(walk)
      : !isJsonObject(value) ? value
      : each(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isValue(key) ? one : isNamed(key) ? named(one) : walk(one)])))
  return <A extends object>(value: A): A => walk(value as never) as A
}

/**
 * Says what counts for a field that is left out in its description instead of as `default`: generators of clients take a field with a default
 * for one that is always there, which is so of answers and not of what is sent (https://openapi-ts.dev/cli, `--default-non-nullable`).
 */
export const defaultsInWords = eachSchema(({ default: value, ...schema }) => {
  if (value === undefined) return schema
  const { description } = schema
  return { ...schema, description: `${typeof description === "string" ? `${description} ` : ""}If left out: \`${JSON.stringify(value)}\`.` }
})
