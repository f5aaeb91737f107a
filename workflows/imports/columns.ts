import type { CustomField } from "#schemas/crm/custom-field"
import type { ImportColumn, Mapping } from "#schemas/crm/import"
import { csvRows, ndjsonRows, tooLong, type Window } from "./reading.ts"

/** What columns can fill. */
export interface Fields {
  /** What people call the records, in the plural. */
  readonly noun: string
  /** The fields, each with what other programs call it, without case, spaces and punctuation. */
  readonly fields: Readonly<Record<string, ReadonlyArray<string>>>
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")

/** Which field a column of this name fills, when nobody says: the records', or one of the company's own. */
export const matcher = ({ fields }: Fields, custom: ReadonlyArray<CustomField>) => {
  const builtIn = new Map(
    Object.entries(fields).flatMap(([field, names]) => [field, ...names].map((name) => [plain(name), field] as const))
  )
  const own = new Map<string, string>()
  for (const { key, label } of custom) {
    for (const name of [label, key, `custom.${key}`]) own.set(plain(name), `custom.${key}`)
  }
  return (name: string): string | null => builtIn.get(plain(name)) ?? own.get(plain(name)) ?? null
}

/** What is wrong with a mapping, for columns that the file has. */
const faultOf = (mapping: Mapping, names: ReadonlyArray<string>, { fields, noun }: Fields, custom: ReadonlyArray<CustomField>) => {
  const known = new Set<string>([...Object.keys(fields), ...custom.map(({ key }) => `custom.${key}`)])
  for (const [name, field] of Object.entries(mapping)) {
    if (!names.includes(name)) return `the file has no column ${JSON.stringify(name)}`
    if (field !== null && !known.has(field)) return `${JSON.stringify(field)} is no field of ${noun}`
  }
  return undefined
}

/**
 * The field of each column: the one it is mapped to, else the one of its name. A field that is mapped, or that a column
 * before fills already, is not taken by name. Words where the mapping or the columns make no sense.
 */
export const columnsOf = (
  names: ReadonlyArray<string>,
  mapping: Mapping,
  fields: Fields,
  custom: ReadonlyArray<CustomField>
): ReadonlyArray<ImportColumn> | string => {
  const fault = faultOf(mapping, names, fields, custom)
  if (fault !== undefined) return fault
  const match = matcher(fields, custom)
  const taken = new Set<string>()
  for (const field of Object.values(mapping)) {
    if (field === null) continue
    if (taken.has(field)) return `two columns fill ${field}`
    taken.add(field)
  }
  const columns = names.map((name) => {
    const mapped = Object.hasOwn(mapping, name) ? mapping[name]! : undefined
    if (mapped !== undefined) return { name, field: mapped }
    const field = match(name)
    if (field === null || taken.has(field)) return { name, field: null }
    taken.add(field)
    return { name, field }
  })
  return taken.size > 0 ? columns : `none of the columns is one of ${fields.noun}: ${names.slice(0, 10).join(", ")}`
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** What separates the cells of the first line: the one of the usual three that it has most of, outside quotation marks. */
const delimiterOf = (bytes: Buffer) => {
  const [line = ""] = bytes.toString("latin1").split(/[\r\n]/u, 1)
  const unquoted = line.replace(/"[^"]*"/gu, "")
  const most = [",", ";", "\t"].map((mark) => [mark, unquoted.split(mark).length] as const)
  return most.reduce((best, one) => one[1] > best[1] ? one : best)[0]
}

/** What the first bytes of a file say: the names of its columns, and where its rows begin. */
export interface Beginning {
  readonly names: ReadonlyArray<string>
  readonly delimiter: string | null
  readonly position: number
  readonly lines: number
}

const MOST_COLUMNS = 1_000

const empty = "the file is empty"

const unreadable = (reason: string) => `the first row, which names the columns, cannot be read: ${reason}`

/** The beginning of a CSV file; words where it has none. */
export const csvBeginning = (bytes: Buffer, last: boolean): Beginning | string => {
  const offset = bytes.subarray(0, 3).equals(BOM) ? 3 : 0
  const text = bytes.subarray(offset)
  const delimiter = delimiterOf(text.subarray(text.findIndex((byte) => byte !== 10 && byte !== 13)))
  const { rows: [row] } = csvRows({ bytes: text, offset, line: 1, last }, delimiter)
  if (row === undefined) return last ? empty : unreadable(tooLong)
  if (row._tag === "Malformed") return unreadable(row.reason)
  if (row._tag === "Record") return empty
  if (row.cells.length > MOST_COLUMNS) return `the file has more than ${MOST_COLUMNS} columns`
  const names = row.cells.map((cell) => cell.trim())
  const twice = names.find((name, place) => name !== "" && names.indexOf(name) !== place)
  if (twice !== undefined) return `two columns are called ${JSON.stringify(twice)}`
  return names.some((name) => name.includes("\0") || name.length > 200)
    ? "the first row does not name columns; the file must be UTF-8"
    : { names, delimiter, position: row.end, lines: row.nextLine }
}

/** The beginning of a file of JSON lines, whose columns are the keys of its first object. */
export const ndjsonBeginning = (bytes: Buffer, last: boolean): Beginning | string => {
  const offset = bytes.subarray(0, 3).equals(BOM) ? 3 : 0
  const window: Window = { bytes: bytes.subarray(offset), offset, line: 1, last }
  const { rows } = ndjsonRows(window)
  if (rows.length === 0) return last ? empty : `none of the first lines is a JSON object: ${tooLong}`
  const first = rows.find((row) => row._tag === "Record")
  if (first === undefined) return "none of the first lines is a JSON object"
  const names = Object.keys(first.record).filter((name) => name !== "custom_fields").slice(0, MOST_COLUMNS)
  return { names, delimiter: null, position: offset, lines: 1 }
}
