import { memoize } from "effect/Function"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { type Node, html } from "../dashboard/html.ts"

type Json = JsonSchema[string]

/** One named value of an object, or of an object within it: `plans[].price.monthly`. */
export interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

const isNull = ({ type }: JsonSchema) => type === "null"

const some = (schema: JsonSchema): ReadonlyArray<JsonSchema> =>
  Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as ReadonlyArray<JsonSchema>).filter((part) => !isNull(part)) : [schema]

/** The one thing that it is when it is something. */
export const only: (schema: JsonSchema) => JsonSchema = memoize((schema) => {
  const parts = some(schema)
  return parts.length === 1 ? parts[0]! : schema
})

const insideOf = (schema: JsonSchema): readonly [suffix: string, inside: JsonSchema] | undefined => {
  const one = only(schema)
  if (isJsonObject(one["properties"])) return [".", one]
  const items = one["items"]
  if (one["type"] !== "array" || !isJsonObject(items)) return undefined
  const inside = insideOf(items)
  return inside && [`[]${inside[0]}`, inside[1]]
}

/** The fields of an object, those of the objects in it after theirs. */
export const fieldsOf = (schema: JsonSchema, prefix = ""): ReadonlyArray<Field> => {
  const required = schema["required"] as ReadonlyArray<string> | undefined ?? []
  return Object.entries(schema["properties"] as { readonly [name: string]: JsonSchema } | undefined ?? {}).flatMap(([name, one]) => {
    const inside = insideOf(one)
    const field = { name: prefix + name, required: required.includes(name), schema: one }
    return inside === undefined ? [field] : [field, ...fieldsOf(inside[1], prefix + name + inside[0])]
  })
}

/** What kind of value it is. */
export const typeOf = (schema: JsonSchema): string => {
  if (Array.isArray(schema["anyOf"])) {
    const names = [...new Set((schema["anyOf"] as ReadonlyArray<JsonSchema>).map(typeOf))]
    return names.join(" or ")
  }
  if (schema["type"] === "array") return isJsonObject(schema["items"]) ? `array of ${typeOf(schema["items"])}` : "array"
  if (schema["format"] !== undefined) return String(schema["format"])
  return schema["type"] === undefined ? "any" : String(schema["type"])
}

/** The values of a closed list. */
export const valuesOf = (schema: JsonSchema): ReadonlyArray<Json> | undefined => {
  const one = only(schema)
  const values = isJsonObject(one["items"]) ? one["items"]["enum"] : one["enum"]
  return Array.isArray(values) ? values as ReadonlyArray<Json> : undefined
}

const between = (minimum: Json | undefined, maximum: Json | undefined, unit: string): string | undefined => {
  const print = (value: Json) => Number(value).toLocaleString("en")
  if (minimum !== undefined && maximum !== undefined) return `${print(minimum)} to ${print(maximum)}${unit}`
  if (minimum !== undefined) return `at least ${print(minimum)}${unit}`
  return maximum === undefined ? undefined : `at most ${print(maximum)}${unit}`
}

/** What it may hold besides being of its type, in words; nothing where anything goes. */
export const limitsOf = (schema: JsonSchema): string | undefined => {
  const one = only(schema)
  const limits = [
    one["exclusiveMinimum"] === undefined ? undefined : `more than ${Number(one["exclusiveMinimum"]).toLocaleString("en")}`,
    between(one["minimum"], one["maximum"], ""),
    one["exclusiveMaximum"] === undefined ? undefined : `less than ${Number(one["exclusiveMaximum"]).toLocaleString("en")}`,
    between(one["minLength"], one["maxLength"], " characters"),
    between(one["minItems"], one["maxItems"], " items")
  ].filter((limit) => limit !== undefined)
  return limits.length === 0 ? undefined : limits.join(", ")
}

export const describedBy = (schema: JsonSchema): string | undefined =>
  [schema, only(schema)].map(({ description }) => description).find((one) => typeof one === "string")

/** A sentence in which text between backticks is code. */
export const prose = (text: string): Node => text.split("`").map((part, n) => n % 2 === 1 ? html`<code>${part}</code>` : part)

/** Allowed values, bounds and meaning, as one cell of a table; `anything` where there is nothing to say. */
export const allowed = (schema: JsonSchema, anything: string): Node => {
  const values = valuesOf(schema)
  const described = describedBy(schema)
  const parts: ReadonlyArray<Node> = [
    ...values === undefined ? [] : [values.map((value) => [html`<code class="value">${String(value)}</code>`, " "])],
    ...limitsOf(schema) === undefined ? [] : [limitsOf(schema)],
    ...described === undefined ? [] : [prose(described)]
  ]
  const said = only(schema)["properties"] === undefined ? anything : ""
  return parts.length === 0 ? html`<span class="faint">${said}</span>` : parts.map((part) => html`<span class="part">${part}</span>`)
}
