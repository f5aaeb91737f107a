import type { Schema } from "effect"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"

const typesOf = (parts: ReadonlyArray<Schema.Json>) =>
  [...new Set(parts.flatMap((part) => isJsonObject(part) && typeof part["type"] === "string" ? [part["type"]] : []))]

/**
 * What an answer looks like, in as few words as a model needs to know where to look: names and types down to `depth`. The whole
 * schema is in the OpenAPI description.
 */
export const brief = (schema: Schema.Json, depth: number): JsonSchema => {
  if (!isJsonObject(schema)) return {}
  if (Array.isArray(schema["anyOf"])) {
    const types = typesOf(schema["anyOf"])
    return types.length === 0 ? {} : { type: types.length === 1 ? types[0]! : types }
  }
  const { items, properties, type } = schema
  if (isJsonObject(properties) && depth > 0) {
    return {
      type: "object",
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, brief(one, depth - 1)])),
      ...schema["required"] !== undefined && { required: schema["required"] }
    }
  }
  if (type === "array" && depth > 0 && isJsonObject(items)) return { type, items: brief(items, depth - 1) }
  return type === undefined ? {} : { type }
}
