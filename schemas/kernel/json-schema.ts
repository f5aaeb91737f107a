import { Schema } from "effect"
import { isJsonObject } from "./json.ts"
import { MAX_SAFE } from "./ids.ts"

/** A JSON Schema, draft 2020-12, as plain JSON. */
export interface JsonSchema {
  readonly [keyword: string]: Schema.Json
}

const isBoundOfAll = (key: string, value: unknown) =>
  (key === "maximum" && value === MAX_SAFE) || (key === "minimum" && value === -MAX_SAFE)

/** Parts of an `allOf` that say nothing about the same keyword are one schema. */
const merged = ({ allOf, ...rest }: JsonSchema): JsonSchema => {
  let whole = rest
  const left: Array<Schema.Json> = []
  for (const part of allOf as ReadonlyArray<JsonSchema>) {
    if ("$ref" in whole || "$ref" in part || Object.keys(part).some((key) => key in whole)) left.push(part)
    else whole = { ...whole, ...part }
  }
  return left.length === 0 ? whole : { ...whole, allOf: left }
}

/**
 * The same schema, said shorter: without the bounds that every integer of JSON has (RFC 7493), and without an `allOf`
 * that needs none.
 */
export const tidy = (schema: Schema.Json): Schema.Json => {
  if (Array.isArray(schema)) return schema.map(tidy)
  if (!isJsonObject(schema)) return schema
  const inner: JsonSchema = Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(isBoundOfAll(key, value) && schema["type"] === "integer"))
      .map(([key, value]) => [key, key === "examples" || key === "default" || key === "enum" ? value : tidy(value)])
  )
  return Array.isArray(inner["allOf"]) ? merged(inner) : inner
}

const nameOf = ($ref: string) => decodeURIComponent($ref.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~")

/** Puts definitions where they are used; those that contain themselves stay, and are gathered in `kept`. */
const inlined = (
  schema: Schema.Json,
  definitions: JsonSchema,
  kept: Map<string, Schema.Json>,
  above: ReadonlyArray<string> = []
): Schema.Json => {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, definitions, kept, above))
  if (!isJsonObject(schema)) return schema
  const { $ref, ...rest } = schema
  if (typeof $ref !== "string") {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlined(value, definitions, kept, above)]))
  }
  const name = nameOf($ref)
  if (above.includes(name)) {
    if (!kept.has(name)) {
      kept.set(name, null)
      kept.set(name, inlined(definitions[name]!, definitions, kept, [name]))
    }
    return schema
  }
  return { ...inlined(definitions[name]!, definitions, kept, [...above, name]) as JsonSchema, ...rest }
}

const told = ["title", "description", "examples", "default"] as const

const pairwise = (wire: Schema.Json, decoded: Schema.Json | undefined): Schema.Json =>
  isJsonObject(wire) && isJsonObject(decoded)
    ? Object.fromEntries(Object.entries(wire).map(([name, one]) => [name, annotated(one, decoded[name])]))
    : wire

/**
 * A schema of the wire with what its author wrote on the decoded side: trimming or parsing must not cost a field its
 * description. Both have the same shape but where a transformation changes it, and there examples do not carry over.
 */
export const annotated = (wire: Schema.Json, decoded: Schema.Json | undefined): Schema.Json => {
  if (Array.isArray(wire)) return wire.map((one, index) => annotated(one, Array.isArray(decoded) ? decoded[index] : undefined))
  if (!isJsonObject(wire) || !isJsonObject(decoded)) return wire
  const more = told.filter((key) =>
    key in decoded && !(key in wire) && !("$ref" in wire) && (wire["type"] === decoded["type"] || key === "description")
  )
  return {
    ...wire,
    ...wire["properties"] !== undefined && { properties: pairwise(wire["properties"], decoded["properties"]) },
    ...wire["items"] !== undefined && { items: annotated(wire["items"], decoded["items"]) },
    ...wire["anyOf"] !== undefined && { anyOf: annotated(wire["anyOf"], decoded["anyOf"]) },
    ...Object.fromEntries(more.map((key) => [key, decoded[key]!]))
  }
}

/** What the codecs of HTTP wrap: numbers are numbers here, not the digits of a query. */
export const unwrapped = (schema: Schema.Top): Schema.Top => (schema as { readonly schema?: Schema.Top }).schema ?? schema

const complete = (schema: Schema.Top): JsonSchema => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
  const kept = new Map<string, Schema.Json>()
  const whole = inlined(root as JsonSchema, definitions as JsonSchema, kept) as JsonSchema
  return tidy(kept.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(kept) }) as JsonSchema
}

/** The JSON Schema of what a program is given, complete in itself. */
export const decodedSchema = (schema: Schema.Top): JsonSchema => complete(Schema.toType(unwrapped(schema)))

/** The JSON Schema of what a caller sends, complete in itself and closed to other properties. */
export const inputSchema = (schema: Schema.Top): JsonSchema =>
  annotated(complete(unwrapped(schema)), decodedSchema(schema)) as JsonSchema
