import { Option, type Schema } from "effect"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { isSecret } from "#schemas/kernel/redacted"
import { only, valuesOf } from "../../surfaces/json-shape.ts"
import { kindOf, valueOf, written } from "../components/schema-control.ts"
import { enteredOf, instantOf } from "../components/time.ts"

export type Json = Schema.Json
type JsonObject = { readonly [name: string]: Json }

/** A value of an input that is filled in by itself. `path` is `address.city` for one within another. */
export interface Field {
  readonly path: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** Of a value within an object: where it is empty the object has a null for it. */
  readonly nullable?: true
  /** A document is a file that is sent as the text in it. */
  readonly kind: "day" | "document" | "file" | "lines" | "one" | "secret" | "several" | "time"
}

/** So deep are objects within objects taken apart; deeper ones are written as JSON. */
const DEPTH = 2

/** More values than these are written, one on a line, instead of being ticked. */
const MOST_TICKS = 30

const scalars = new Set(["string", "integer", "number"])

const fieldKind = (name: string, schema: JsonSchema): Field["kind"] => {
  const one = only(schema)
  if (one["contentEncoding"] === "base64" || (isJsonObject(one["items"]) && one["items"]["contentEncoding"] === "base64")) return "file"
  if (one["type"] === "array" && isJsonObject(one["items"]) && scalars.has(String(one["items"]["type"]))) {
    return (valuesOf(one)?.length ?? MOST_TICKS + 1) <= MOST_TICKS ? "several" : "lines"
  }
  if (one["format"] === "date-time") return "time"
  if (one["format"] === "date") return "day"
  return isSecret(name) && one["type"] === "string" ? "secret" : "one"
}

const propertiesOf = (schema: JsonSchema) => Object.entries((schema["properties"] ?? {}) as { readonly [name: string]: JsonSchema })

const isNullable = ({ anyOf }: JsonSchema) => Array.isArray(anyOf) && anyOf.some((one) => isJsonObject(one) && one["type"] === "null")

const requiredOf = (schema: JsonSchema) => (schema["required"] ?? []) as ReadonlyArray<string>

/** The values of an input, those of objects within it one by one. */
export const fieldsOf = (input: JsonSchema, names?: ReadonlySet<string>, prefix = "", depth = 0): ReadonlyArray<Field> =>
  propertiesOf(input).filter(([name]) => names === undefined || names.has(name)).flatMap(([name, schema]) => {
    const required = requiredOf(input).includes(name)
    const inside = only(schema)
    if (propertiesOf(inside).length > 0 && depth < DEPTH) {
      return fieldsOf(inside, undefined, `${prefix}${name}.`, depth + 1).map((one) => ({ ...one, required: one.required && required }))
    }
    return [{
      path: prefix + name, schema, required, kind: fieldKind(name, schema),
      ...depth > 0 && requiredOf(input).includes(name) && isNullable(schema) && { nullable: true as const }
    }]
  })

/** What is filled in, by the path of its field; several values of one field are lines. */
export type Filled = (path: string) => string

export const filledIn = (form: URLSearchParams): Filled => (path) => form.getAll(path).join("\n").replaceAll("\r\n", "\n")

const linesOf = (schema: JsonSchema, text: string): Json => {
  const items = only(schema)["items"] as JsonSchema
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => valueOf(items, line))
}

const read = ({ kind, schema }: Field, text: string, zone: string): Json => {
  if (kind === "lines" || kind === "several") return linesOf(schema, text)
  if (kind === "time") return Option.getOrElse(instantOf(text, zone), () => text)
  if (kind === "document") return Buffer.from(text, "base64").toString("utf8")
  if (kind === "file") return only(schema)["type"] === "array" ? text.split("\n") : text
  /* A text among the allowed values is one, also where another of them is a number. */
  return valueOf(schema, kindOf(schema) === "prose" ? text : text.trim())
}

const within = (whole: Record<string, Json>, [first = "", ...rest]: ReadonlyArray<string>, value: Json): void => {
  if (rest.length === 0) return void (whole[first] = value)
  const inside = whole[first] as Record<string, Json> | undefined ?? {}
  whole[first] = inside
  within(inside, rest, value)
}

const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce((inside, name) => isJsonObject(inside) ? inside[name] : undefined, value)

/** The input that filled fields stand for; empty ones are left out. */
export const inputIn = (fields: ReadonlyArray<Field>, filled: Filled, zone: string): JsonObject => {
  const whole: Record<string, Json> = {}
  for (const field of fields) {
    const text = filled(field.path)
    if (text.trim() !== "") within(whole, field.path.split("."), read(field, text, zone))
  }
  for (const { nullable, path } of fields) {
    const names = path.split(".")
    if (nullable && isJsonObject(at(whole, names.slice(0, -1))) && at(whole, names) === undefined) within(whole, names, null)
  }
  return whole
}

/** A record as the fields of a form hold it. */
export const filledWith = (fields: ReadonlyArray<Field>, record: unknown, zone: string): Filled => {
  const texts = new Map(fields.map(({ kind, path }) => {
    const value = at(record, path.split(".")) as Json | undefined
    if (value === undefined || value === null) return [path, ""]
    if (Array.isArray(value) && (kind === "lines" || kind === "several")) return [path, value.map(written).join("\n")]
    const instant = kind === "time" ? Date.parse(String(value)) : Number.NaN
    return [path, Number.isNaN(instant) ? written(value) : enteredOf(instant, zone)]
  }))
  return (path) => texts.get(path) ?? ""
}

/** What stands for a value that was taken away; nothing where it always has one. */
const emptied = (schema: JsonSchema): Json | undefined =>
  kindOf(schema) === "choice" && !isNullable(schema) ? undefined : isNullable(schema) ? null : schema["type"] === "array" ? [] : schema["type"] === "string" ? "" : undefined

/** Of an input only what differs from what the record had: what was emptied is taken away. */
export const changesIn = (input: JsonSchema, before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(propertiesOf(input).flatMap(([name, schema]) => {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return []
    const value = after[name] ?? emptied(schema)
    return value === undefined ? [] : [[name, value]]
  }))
