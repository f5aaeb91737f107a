import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { only } from "../../surfaces/json-shape.ts"
import { bookkeeping } from "../components/diff.ts"
import { checkbox, hiddenField } from "../components/form.ts"
import { html, type Node } from "../html.ts"
import { kindOf } from "../components/schema-control.ts"
import { named } from "./catalogue.ts"
import type { Json } from "./fields.ts"
import { label } from "../words/declared.ts"
import { spoken } from "../words/spoken.ts"
import { insideOf, isMoney, nameOf, type Row } from "./values.ts"

const w = spoken("records")

/** So many columns a table has besides the name, unless somebody chose others. */
const USUAL = 6

/** So many can be chosen. */
const MOST = 12

/** The name of a choice of columns in an address. */
export const COLUMNS = "columns"

/** Fields that a row of a table has no room for, or that its name already tells. */
const hidden = new Set([...bookkeeping, "id", "livemode", "first_name", "last_name", "object"])

const isShort = (value: Json | undefined) => !(isJsonObject(value) || (Array.isArray(value) && value.some((one) => typeof one === "object")) || (typeof value === "string" && value.length > 200))

const isDate = (schema: JsonSchema) => ["date", "date-time"].includes(String(only(schema)["format"]))

/** What a list is read for comes first: the state of each record, its amount, its date; then the others as their schema has them. */
const kinds: ReadonlyArray<{ readonly is: (field: string, schema: JsonSchema) => boolean; readonly most: number }> = [
  { is: (field) => field === "status" || field === "state", most: 1 },
  { is: (_, schema) => isMoney(schema), most: 2 },
  { is: (_, schema) => isDate(schema), most: 1 }
]

/** What a number alone tells, an amount beside it, or only a long text, comes last. */
const isDull = (schema: JsonSchema) => (field: string): boolean =>
  /(?:^|_)(?:currency|url|notes|description)$/u.test(field) || (field.endsWith("_id") && named(field) === undefined) || kindOf(insideOf(schema, field)) === "prose"

const isColumn = (rows: ReadonlyArray<Row>) => (field: string) =>
  rows.every((row) => isShort(row[field])) && rows.some((row) => row[field] !== null && row[field] !== undefined && row[field] !== "") &&
  !rows.every((row) => String(row[field]) === nameOf(row))

/** The columns of rows that nobody chose: those of short values that any row has, the important ones first. */
export const usualColumns = (rows: ReadonlyArray<Row>, schema: JsonSchema): ReadonlyArray<string> => {
  const told = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((field) => !hidden.has(field)).filter(isColumn(rows))
  const first: Array<string> = kinds.flatMap(({ is, most }) => told.filter((field) => is(field, insideOf(schema, field))).slice(0, most))
  const others = told.filter((field) => !first.includes(field)).toSorted((one, other) => Number(isDull(schema)(one)) - Number(isDull(schema)(other)))
  const made = !first.some((field) => isDate(insideOf(schema, field))) && insideOf(schema, "created_at")["type"] !== undefined ? ["created_at"] : []
  return [...first, ...others.slice(0, Math.max(0, USUAL - first.length - made.length)), ...made]
}

/** The columns that a list can have: the fields of its records that are short enough for a cell. */
const possible = (schema: JsonSchema): ReadonlyArray<string> => {
  const properties = only(schema)["properties"]
  if (!isJsonObject(properties)) return []
  return Object.keys(properties).filter((field) => {
    const one = only(insideOf(schema, field))
    const items = one["items"]
    return one["type"] !== "object" && one["properties"] === undefined && !(one["type"] === "array" && isJsonObject(items) && only(items as JsonSchema)["type"] === "object")
  })
}

/** The columns that an address asks for, as a form or a link names them; nothing where it asks for none. */
export const chosenColumns = (query: URLSearchParams, schema: JsonSchema): ReadonlyArray<string> | undefined => {
  const asked = new Set(query.getAll(COLUMNS).flatMap((text) => text.split(",")))
  const chosen = asked.size === 0 ? [] : [...asked].filter((field) => possible(schema).includes(field)).slice(0, MOST)
  return chosen.length === 0 ? undefined : chosen
}

interface Choice {
  readonly schema: JsonSchema
  /** The columns that are shown. */
  readonly shown: ReadonlyArray<string>
  /** The list, and what else its address says. */
  readonly path: string
  readonly said: Readonly<Record<string, string>>
  /** The same list with the usual columns, where others are shown. */
  readonly usual: string | undefined
  readonly category: string
}

/** Lets people choose the columns of a list; the address then holds them. */
export const columnChoice = ({ category, path, said, schema, shown, usual }: Choice): Node => {
  const all = possible(schema)
  const ordered = [...shown.filter((field) => all.includes(field)), ...all.filter((field) => !shown.includes(field))]
  return ordered.length > 1 && html`
    <details class="choice">
      <summary>${w.columns}</summary>
      <form method="get" action=${path}>
        ${Object.entries(said).map(([name, value]) => hiddenField(name, value))}
        <fieldset class="checks">
          <legend>${w.besideName(MOST)}</legend>
          ${ordered.map((field) => checkbox(COLUMNS, field, label(field, category), shown.includes(field)))}
        </fieldset>
        <div class="acts"><button type="submit">${w.useThese}</button>${usual !== undefined && html`<a href=${usual}>${w.usual}</a>`}</div>
      </form>
    </details>`
}
