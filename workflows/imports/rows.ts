import { Schema, SchemaIssue } from "effect"
import type { Reject } from "#layers/crm/imports"
import type { CustomField, CustomValue } from "#schemas/crm/custom-field"
import { problemOf, valueOf } from "#schemas/crm/custom-values"
import type { ImportColumn } from "#schemas/crm/import"
import { type Fields, matcher } from "./columns.ts"
import type { Row } from "./reading.ts"

/** What a row says of a record: only what it fills. */
export interface Said<Changes> {
  readonly line: number
  readonly changes: Changes
  /** For its rejection, should that come to light later. */
  readonly fields: ReadonlyArray<string>
}

const MOST_REASON = 500
const CUSTOM = "custom."

/** Of a longer row only the first thing that is wrong is told: to find them all would stop everybody else. */
const LONG = 16_384

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const fieldAt = (path: ReadonlyArray<unknown>) =>
  path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("").slice(1)

/** A mark that our exports, and others', put before what a spreadsheet would take for a formula. */
const formulaGuard = /^'[=+\-@\t\r]/u

const withoutGuard = (cell: string) => {
  const text = cell.trim()
  return formulaGuard.test(text) ? text.slice(1) : text
}

const isWhole = /^-?\d{1,15}$/u

const listIn = (text: string): ReadonlyArray<unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** How the text of a cell is read, where a field does not hold text. */
export const cells = {
  whole: (text: string): unknown => isWhole.test(text) ? Number(text) : text,
  flag: (text: string): unknown => /^(true|yes|1)$/iu.test(text) ? true : /^(false|no|0)$/iu.test(text) ? false : text,
  /** Several, with semicolons between them; with commas where there is no semicolon; or a list of JSON, as exports write it. */
  list: (text: string): unknown => (text.startsWith("[") ? listIn(text) : undefined) ??
    text.split(text.includes(";") ? ";" : ",").map((one) => one.trim()).filter((one) => one !== "")
}

/** What rows of a file are read with. */
export interface RowSchema<Changes> extends Fields {
  /** What a row may say: the changes of the entity. */
  readonly changes: Schema.Codec<Changes, unknown>
  /** Of fields that do not hold text. */
  readonly cells?: Readonly<Record<string, (text: string) => unknown>>
  /** Why a row that fits is not taken all the same. */
  readonly problem?: (changes: Changes) => string | undefined
}

interface Values {
  readonly built: Record<string, unknown>
  readonly custom: Record<string, CustomValue | null>
  readonly faults: Array<string>
}

/** PostgreSQL keeps neither NUL nor half a character. */
const storable = (text: string) => text.replaceAll("\0", "\ufffd").toWellFormed()

/** A row that is not taken. */
const reject = (line: number, reason: string, fields: ReadonlyArray<string>): Reject =>
  ({ line, reason: storable(reason.slice(0, MOST_REASON)), fields: fields.map(storable) })

const inputOf = ({ built, custom }: Values) =>
  Object.keys(custom).length === 0 ? built : { ...built, custom_fields: custom }

/** Turns rows into what they say of records, for the columns of one file and the fields of one company. */
export const rowReader = <Changes>({ cells: readers = {}, problem, ...schema }: RowSchema<Changes>) => {
  const decodeAll = Schema.decodeUnknownResult(schema.changes, { errors: "all" })
  const decodeFirst = Schema.decodeUnknownResult(schema.changes)
  return (columns: ReadonlyArray<ImportColumn>, definitions: ReadonlyArray<CustomField>) => {
    const own = new Map(definitions.map((definition) => [definition.key, definition]))
    const match = matcher(schema, definitions)
    const mapped = new Map(columns.map(({ field, name }) => [name, field]))

    const checked = (key: string, value: CustomValue, { custom, faults }: Values) => {
      const definition = own.get(key)
      const fault = definition === undefined ? "There is no such field" : problemOf(definition, value)
      if (fault === undefined) custom[key] = value
      else faults.push(`${CUSTOM}${key}: ${fault}`)
    }

    const ownText = (key: string, text: string, values: Values) => {
      const definition = own.get(key)
      const value = definition && valueOf(definition, text)
      if (definition !== undefined && value === undefined) values.faults.push(`${CUSTOM}${key}: Expected a ${definition.type}`)
      else checked(key, value ?? text, values)
    }

    const ownValue = (key: string, value: unknown, values: Values) => {
      if (value === null && own.has(key)) values.custom[key] = null
      else if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") checked(key, value, values)
      else values.faults.push(`${CUSTOM}${key}: ${own.has(key) ? "Expected a text, a number or a boolean" : "There is no such field"}`)
    }

    const ofCells = (cells: ReadonlyArray<string>) => {
      const values: Values = { built: {}, custom: {}, faults: [] }
      const extra = cells.length - columns.length
      if (extra < 0 || cells.slice(columns.length).some((cell) => cell.trim() !== "")) {
        values.faults.push(`the row has ${cells.length} cells where the file has ${columns.length} columns`)
        return values
      }
      for (const [place, { field }] of columns.entries()) {
        const text = field === null ? "" : withoutGuard(cells[place]!)
        if (text === "") continue
        if (field!.startsWith(CUSTOM)) ownText(field!.slice(CUSTOM.length), text, values)
        else values.built[field!] = readers[field!]?.(text) ?? text
      }
      return values
    }

    const ofRecord = (record: { readonly [key: string]: unknown }) => {
      const values: Values = { built: {}, custom: {}, faults: [] }
      for (const [key, value] of Object.entries(record)) {
        if (key === "custom_fields" && typeof value === "object" && value !== null) {
          for (const [name, one] of Object.entries(value)) ownValue(name, one, values)
          continue
        }
        const field = mapped.has(key) ? mapped.get(key)! : match(key)
        if (field === null) continue
        if (field.startsWith(CUSTOM)) ownValue(field.slice(CUSTOM.length), value, values)
        else values.built[field] = value
      }
      return values
    }

    return (row: Row): Said<Changes> | Reject => {
      const { line } = row
      if (row._tag === "Malformed") return reject(line, row.reason, [row.text])
      const fields = row._tag === "Cells" ? row.cells : [row.text]
      const values = row._tag === "Cells" ? ofCells(row.cells) : ofRecord(row.record)
      const { faults } = values
      const isLong = fields.reduce((length, field) => length + field.length, 0) > LONG
      const result = (isLong ? decodeFirst : decodeAll)(inputOf(values))
      if (result._tag === "Success" && faults.length === 0) {
        const reason = problem?.(result.success)
        return reason === undefined ? { line, changes: result.success, fields } : reject(line, reason, fields)
      }
      const wrong = result._tag === "Success" ? [] : issuesOf(result.failure.issue).issues.map(({ message, path = [] }) =>
        `${fieldAt(path as ReadonlyArray<unknown>)}: ${message}`)
      return reject(line, [...faults, ...wrong].join("; "), fields)
    }
  }
}

/** A row that fits, but names what does not exist. */
export const refused = ({ fields, line }: Said<unknown>, reason: string): Reject => reject(line, reason, fields)

export const isReject = (row: Said<unknown> | Reject): row is Reject => "reason" in row

