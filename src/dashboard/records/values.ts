import type { Schema } from "effect"
import { memoize } from "effect/Function"
import type { Operation } from "#schemas/kernel/catalog"
import { isJsonObject } from "#schemas/kernel/json"
import { inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { only, valuesOf } from "../../surfaces/json-shape.ts"
import { type Names, valueNode } from "../components/diff.ts"
import { link, NONE } from "../components/elements.ts"
import { count, money } from "../components/locale.ts"
import { isState, status } from "../components/status.ts"
import { ago, minute } from "../components/time.ts"
import { html, type Node } from "../html.ts"
import { joined, valueWord } from "../words/declared.ts"
import { spoken, type Text } from "../words/spoken.ts"
import { named, pageOf } from "./catalogue.ts"
import type { Json } from "./fields.ts"

const w = spoken("records")

export type Row = { readonly [name: string]: Json }

const NOTHING: JsonSchema = {}

/** The JSON Schema of what an operation answers with. */
export const answerSchema: (entry: Operation) => JsonSchema = memoize(({ endpoint }: Operation) => {
  const [success] = endpoint.success
  return success === undefined ? NOTHING : inputSchema(success as Schema.Top)
})

export const insideOf = (schema: JsonSchema, name: string): JsonSchema => {
  const properties = only(schema)["properties"]
  const found = isJsonObject(properties) ? properties[name] : undefined
  return isJsonObject(found) ? found as JsonSchema : NOTHING
}

export const itemsOf = (schema: JsonSchema): JsonSchema => {
  const items = only(schema)["items"]
  return isJsonObject(items) ? items as JsonSchema : NOTHING
}

/** Fields that name a record to people, the best first. */
const naming = ["name", "title", "subject", "label", "full_name", "question", "summary", "number", "code", "email", "phone", "key", "path", "file_name", "slug", "description", "message", "kind", "type"]

/** Of a message its beginning is its name. */
const LONGEST_NAME = 80

export const shortened = (name: string): string => name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).trimEnd()}…` : name

const personOf = (row: Row) => [row["first_name"], row["last_name"]].filter((part) => typeof part === "string" && part !== "").join(" ")

export const isPerson = (row: Row): boolean => personOf(row) !== ""

/** What a record is called that has no name and no number. */
export const UNNAMED: Text = w.unnamed

/** What a record without a name is called. */
export const numbered = (id: Json, kind: Text = w.numberWord): Text => joined(kind, ` ${String(id)}`)

/** What a record is called; by its kind and number where it has no name. */
export const nameOf = (row: Row, kind?: Text): Text => {
  const person = personOf(row)
  if (person !== "") return person
  for (const field of naming) {
    const value = row[field]
    if (typeof value === "string" && value.trim() !== "") return shortened(value)
    if (typeof value === "number") return String(value)
  }
  return row["id"] === undefined ? UNNAMED : numbered(row["id"], kind)
}

/** Where a value stands. */
export interface Setting {
  readonly zone: string
  readonly names: Names
  /** A value stands by itself, and not in a row. */
  readonly alone?: boolean
  /** Of the record that holds these: lines of an order have none of their own. */
  readonly currency?: string | undefined
  /** Of the operation that answered with them. */
  readonly category: string
}

const ofMoney = (description: unknown) => typeof description === "string" && description.includes("smallest unit") && !/thousandths|grams/iu.test(description)

export const isMoney: (schema: JsonSchema) => boolean = memoize((schema) => [schema, only(schema)].some(({ description }) => ofMoney(description)))

export const currencyOf = (row: Row) => typeof row["currency"] === "string" && /^[A-Z]{3}$/u.test(row["currency"]) ? row["currency"] : undefined

const records = (field: string, value: Json, { names }: Setting): Node | undefined => {
  const reader = named(field)
  const known = names[field.replace(/_ids$/u, "_id")]
  const ids = Array.isArray(value) ? value : [value]
  if ((reader ?? known) === undefined || ids.length === 0 || !ids.every((id) => typeof id === "number")) return undefined
  return ids.map((id, n) => {
    const name = known?.[String(id)] ?? numbered(id)
    return [n > 0 && ", ", reader === undefined ? name : link(pageOf(reader, { id: String(id) }), name)]
  })
}

/** What is planned is told by its day and hour, what happened by how long ago that was. */
const planned = /^(?:starts|ends|due|send|publish|unpublish|pause|review|deadline|next_due|release|trial_ends|daily_brief)_at$/u

const isPast = (field: string) => /_(?:at|since)$/u.test(field) && !planned.test(field)

const isInstant = (schema: JsonSchema, value: string) => only(schema)["format"] === "date-time" && !Number.isNaN(Date.parse(value))

const isEmpty = (value: Json | undefined) => typeof value === "object" && value !== null && Object.keys(value).length === 0

/** Whether a field holds anything that can be told. */
export const isTold = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== "" && !isEmpty(value)

/** An enumeration that is no state is a word like any other. */
const wordOf = (field: string, value: string, { category }: Setting): Node => isState(field) ? status(value, field, category) : valueWord(value, field, category)

const address = /^https?:\/\/[^\s"<>]+$/u

/** A value of a record, by what its schema says of it. */
export const valueOf = (field: string, schema: JsonSchema, row: Row, setting: Setting): Node => {
  const value = row[field]
  if (value === undefined || !isTold(value)) return NONE
  const currency = currencyOf(row) ?? setting.currency
  if (typeof value === "number") {
    if (currency !== undefined && isMoney(schema)) return money(value, currency)
    return records(field, value, setting) ?? (Number.isInteger(value) && field !== "id" && !field.endsWith("_id") ? count(value) : String(value))
  }
  if (typeof value === "boolean") return value ? w.yes : w.no
  if (Array.isArray(value)) return records(field, value, setting) ?? html`<bdi>${valueNode(setting.zone, value)}</bdi>`
  if (typeof value === "string" && valuesOf(schema) !== undefined) return wordOf(field, value, setting)
  if (typeof value === "string" && isInstant(schema, value)) return isPast(field) ? ago(setting.zone, value, { alone: setting.alone === true }) : minute(setting.zone, value)
  if (typeof value === "string" && address.test(value)) return html`<a href=${value} rel="noreferrer nofollow">${value}</a>`
  if (typeof value === "string" && /(?:phone|email)$/u.test(field)) return html`<bdi class="whole">${value}</bdi>`
  return html`<bdi>${valueNode(setting.zone, value)}</bdi>`
}

/** Of a value whether it aligns on the right. */
export const isFigure = (field: string, schema: JsonSchema): boolean =>
  ["integer", "number"].includes(String(only(schema)["type"])) && !field.endsWith("_id") && field !== "id"
