import type { Schema } from "effect"
import type { JsonSchema } from "./json-schema.ts"

type Json = Schema.Json

type Schemas = { readonly [name: string]: JsonSchema }

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const first = (schema: JsonSchema): Json | undefined => (schema["examples"] as ReadonlyArray<Json> | undefined)?.[0]

const nameOf = ($ref: Json) => String($ref).split("/").at(-1)!

const isFree = (schema: JsonSchema) =>
  schema["type"] === "string" && !("enum" in schema) && !("pattern" in schema) && !("format" in schema)

/**
 * Examples that stand somewhere in the contract by the name of their property, so that a record's answer shows the same
 * person as its request.
 */
export const examplesByName = (schemas: Schemas): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>()
  const look = (schema: Json, property: string | undefined): void => {
    if (Array.isArray(schema)) return schema.forEach((one) => look(one, property))
    if (!isSchema(schema)) return
    const example = first(schema)
    if (property !== undefined && typeof example === "string" && !found.has(property)) found.set(property, example)
    for (const [name, one] of Object.entries(schema["properties"] ?? {})) look(one, name)
    for (const key of ["anyOf", "allOf"]) look(schema[key] ?? null, property)
    look(schema["items"] ?? null, undefined)
  }
  look(Object.values(schemas), undefined)
  return found
}

/**
 * Examples of what schemas describe, from those that they and their parts are annotated with. What may be `null` is,
 * unless a text is known for it: ids of things that may not exist make no good example.
 */
export const exampleMaker = (schemas: Schemas) => {
  const byName = examplesByName(schemas)

  const oneOf = (parts: ReadonlyArray<JsonSchema>, property: string | undefined): Json => {
    const some = parts.find((part) => part["type"] !== "null")!
    if (parts.every((part) => part["type"] !== "null")) return make(some, property)
    const own = first(some)
    if (typeof own === "string") return own
    return isFree(some) && property !== undefined ? byName.get(property) ?? null : null
  }

  const make = (schema: JsonSchema, property?: string): Json => {
    const own = first(schema)
    if (own !== undefined) return own
    if (schema["$ref"] !== undefined) return make(schemas[nameOf(schema["$ref"])]!, property)
    if (Array.isArray(schema["enum"])) return schema["enum"][0] as Json
    if (schema["default"] !== undefined && schema["default"] !== null) return schema["default"]
    if (Array.isArray(schema["anyOf"])) return oneOf(schema["anyOf"] as ReadonlyArray<JsonSchema>, property)
    if (Array.isArray(schema["allOf"])) {
      return make(Object.assign({}, schema, { allOf: undefined }, ...schema["allOf"]) as JsonSchema, property)
    }
    switch (schema["type"]) {
      case "object":
        return Object.fromEntries(
          Object.entries(schema["properties"] ?? {}).map(([name, one]) => [name, make(one as JsonSchema, name)])
        )
      case "array":
        return isSchema(schema["items"]) ? [make(schema["items"])] : []
      case "integer":
      case "number":
        return Number(schema["minimum"] ?? 1)
      case "boolean":
        return false
      case "string":
        return (isFree(schema) && property !== undefined ? byName.get(property) : undefined) ?? "text"
      default:
        return null
    }
  }

  /** Without what may be left out and says nothing, or names a record that the reader does not have. */
  const request = (schema: JsonSchema): Json => {
    const body = schema["$ref"] === undefined ? schema : schemas[nameOf(schema["$ref"])]!
    const example = make(body)
    if (first(body) !== undefined || !isSchema(example)) return example
    const required = body["required"] as ReadonlyArray<string> | undefined ?? []
    return Object.fromEntries(
      Object.entries(example).filter(([name, value]) => required.includes(name) || (value !== null && !name.endsWith("_id")))
    )
  }
  return { answer: (schema: JsonSchema): Json => make(schema), request }
}
