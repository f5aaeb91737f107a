import type { Schema } from "effect"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import type { ObjectSchema } from "../mcp/profile.ts"

/* A model reads the list of tools with each message, so each word of it costs; all of them are told where a tool is looked for by its name. */
const MOST_TEXT = 150
const MOST_ABOUT_FIELD = 40
const MOST_VALUES = 16
const DEPTH = 2

/** The first sentences of a text, as many as are short together; the first in any case. */
export const begun = (text: string): string => {
  const [first = "", ...rest] = text.split(/(?<=\.) (?=\S)/u)
  let told = first
  for (const sentence of rest) {
    if (told.length + sentence.length + 1 > MOST_TEXT) break
    told += ` ${sentence}`
  }
  return told
}

/** What is said of a field at first, where that is short. */
const about = ({ description }: JsonSchema): JsonSchema => {
  if (typeof description !== "string") return {}
  const [first = ""] = description.split(/[.;] /u)
  return first.length > MOST_ABOUT_FIELD ? {} : { description: first.replace(/\.$/u, "") }
}

const isNull = (part: Schema.Json) => isJsonObject(part) && part["type"] === "null"

/** Where `null` is what a field is without it, it need not be sent; elsewhere it empties the field. */
const nullable = (schema: JsonSchema, otherwise: Schema.Json | undefined): JsonSchema => {
  const { enum: values, type } = schema
  if (otherwise === null || typeof type !== "string") return schema
  return { ...schema, type: [type, "null"], ...Array.isArray(values) && { enum: [...values, null] } }
}

const shortOf = (schema: Schema.Json | undefined, depth: number): JsonSchema => {
  if (!isJsonObject(schema)) return {}
  const { anyOf, default: otherwise, enum: values, format, items, properties, required, type } = schema
  if (Array.isArray(anyOf)) {
    const parts = anyOf.filter((part) => !isNull(part))
    const only = parts.length === 1 ? shortOf(parts[0], depth) : {}
    return { ...parts.length < anyOf.length ? nullable(only, otherwise) : only, ...about(schema) }
  }
  const inside = shortOf(items, depth - 1)
  return {
    ...type !== undefined && { type },
    ...Array.isArray(values) ? values.length <= MOST_VALUES && { enum: values } : format !== undefined ? { format } : about(schema),
    ...isJsonObject(properties) && depth > 0 && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shortOf(one, depth - 1)])),
      ...required !== undefined && { required }
    },
    ...depth > 0 && Object.keys(inside).length > 0 && { items: inside }
  }
}

/** What a tool takes, in short: each field with its type, its choices where they are few, and what is inside of it. It refuses nothing that makes a difference. */
export const short = (schema: ObjectSchema): ObjectSchema => ({ ...shortOf(schema as JsonSchema, DEPTH), type: "object" })
