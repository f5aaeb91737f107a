import type { JsonSchema } from "#schemas/kernel/json-schema"
import { type Content, html } from "../html.ts"
import { recordPath } from "./paths.ts"
import { prose } from "./prose.ts"

type Json = JsonSchema[string]

const nameOf = ($ref: Json) => String($ref).split("/").at(-1)!

const isNull = ({ type }: JsonSchema) => type === "null"

/** What kind of value it is, in a word or two; named records link to where they are described. */
export const typeOf = (schema: JsonSchema): Content => {
  if (schema["$ref"] !== undefined) {
    const name = nameOf(schema["$ref"])
    return html`<a href="${recordPath(name)}">${name}</a>`
  }
  if (Array.isArray(schema["anyOf"])) {
    const parts = schema["anyOf"] as ReadonlyArray<JsonSchema>
    const some = parts.filter((part) => !isNull(part)).map((part, index) => [index > 0 && " or ", typeOf(part)])
    return parts.some(isNull) ? [some, " or null"] : some
  }
  if (Array.isArray(schema["allOf"])) return typeOf((schema["allOf"] as ReadonlyArray<JsonSchema>)[0]!)
  if (schema["type"] === "array") return ["array of ", typeOf(schema["items"] as JsonSchema | undefined ?? {})]
  if (schema["format"] !== undefined) return String(schema["format"])
  return schema["type"] === undefined ? "any" : String(schema["type"])
}

const between = (minimum: Json | undefined, maximum: Json | undefined, unit: string): string | undefined => {
  const print = (value: Json) => Number(value).toLocaleString("en")
  if (minimum !== undefined && maximum !== undefined) return `${print(minimum)} to ${print(maximum)}${unit}.`
  if (minimum !== undefined) return `At least ${print(minimum)}${unit}.`
  return maximum === undefined ? undefined : `At most ${print(maximum)}${unit}.`
}

/** What it may hold, short of its type: each a sentence. */
const limitsOf = (schema: JsonSchema): ReadonlyArray<string> => {
  const items = schema["items"] as JsonSchema | undefined
  const parts = (schema["anyOf"] as ReadonlyArray<JsonSchema> | undefined ?? []).filter((part) => !isNull(part))
  const values = schema["enum"] as ReadonlyArray<Json> | undefined
  const limits = [
    values && (values.length === 1 ? `\`${values[0]}\`.` : `One of ${values.map((value) => `\`${value}\``).join(", ")}.`),
    between(schema["minimum"], schema["maximum"], ""),
    between(schema["minLength"], schema["maxLength"], " characters"),
    between(schema["minItems"], schema["maxItems"], " items")
  ]
  return [
    ...limits.filter((limit) => limit !== undefined),
    ...parts.length === 1 ? limitsOf(parts[0]!) : [],
    ...items?.["enum"] === undefined ? [] : limitsOf(items)
  ]
}

const plain = (value: Json) => typeof value === "string" ? value : JSON.stringify(value)

const describedBy = (schema: JsonSchema): string | undefined => {
  if (typeof schema["description"] === "string") return schema["description"]
  const parts = (schema["anyOf"] as ReadonlyArray<JsonSchema> | undefined ?? []).filter((part) => !isNull(part))
  return parts.length === 1 ? describedBy(parts[0]!) : undefined
}

/** What it means, what it may hold, and what it is when left out. */
export const operationMetaOf = (schema: JsonSchema, description = describedBy(schema)): Content => {
  const otherwise = schema["default"]
  const sentences = [
    ...description === undefined ? [] : [description],
    ...limitsOf(schema),
    ...otherwise === undefined || otherwise === null ? [] : [`Default \`${plain(otherwise)}\`.`]
  ]
  return sentences.map((sentence, index) => [index > 0 && " ", prose(sentence)])
}
