import type { Schema } from "effect"

/** Whether a value of JSON is an object: neither a list nor null. */
export const isJsonObject = (value: unknown): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
