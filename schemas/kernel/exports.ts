import { SchemaAST } from "effect"

/** Rows that one file may have over HTTP; the command line takes more, page by page. */
export const MOST_EXPORTED = 10_000

/** What lists are exported as, with the media types to ask for. */
export const exportFormats = {
  csv: "text/csv",
  ndjson: "application/x-ndjson",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
} as const
export type ExportFormat = keyof typeof exportFormats

/** What a cell holds. */
export type Cell = string | number | boolean | null

/** A column of an export, and what it holds of an item. */
export interface Column {
  readonly name: string
  readonly cell: (item: unknown) => Cell
}

/**
 * A record whose keys the company chooses, as one column each: the keys are those that a list of the same category tells, asked
 * with `query`.
 */
export interface KeyedColumns {
  /** The field that holds the record. */
  readonly field: string
  /** Columns are called `prefix.key`. */
  readonly prefix: string
  readonly list: string
  readonly query: Readonly<Record<string, string>>
  /** The field of the list's items that has the key. */
  readonly key: string
}

const cellOf = (value: unknown): Cell =>
  value === undefined || value === null ? null
    : typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value)

const at = (item: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key], item)

/** Without `null` and `undefined`. */
const present = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (!SchemaAST.isUnion(ast)) return ast
  const types = ast.types.filter((type) => !SchemaAST.isNull(type) && !SchemaAST.isUndefined(type))
  return types.length === 1 ? present(types[0]!) : ast
}

const isStruct = (ast: SchemaAST.AST): ast is SchemaAST.Objects =>
  SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0 && ast.propertySignatures.length > 0

const pathsIn = (type: SchemaAST.AST, path: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const ast = present(type)
  if (isStruct(ast)) return ast.propertySignatures.flatMap(({ name, type }) => pathsIn(type, [...path, String(name)]))
  /* Records of several kinds have the columns of all. */
  if (path.length === 0 && SchemaAST.isUnion(ast)) return ast.types.flatMap((one) => pathsIn(one, path))
  return [path]
}

/**
 * The columns of a record, in the order of its fields: `user.name` for a field of a record inside. What has no fixed fields, and
 * lists, are JSON in one cell.
 */
export const columnsOf = (
  record: SchemaAST.AST,
  keyed?: KeyedColumns,
  keys: ReadonlyArray<string> = []
): ReadonlyArray<Column> => {
  const columns = new Map<string, Column>()
  for (const path of pathsIn(SchemaAST.toEncoded(record), [])) {
    const paths = keyed?.field === path.join(".") ? keys.map((key) => [keyed.prefix, key, [...path, key]] as const) : undefined
    const own = paths?.map(([prefix, key, path]) => [`${prefix}.${key}`, path] as const) ?? [[path.join("."), path] as const]
    for (const [name, path] of own) columns.set(name, { name, cell: (item) => cellOf(at(item, path)) })
  }
  return [...columns.values()]
}

/** Rows as cells, in the order of columns. */
export const rowsOf = (columns: ReadonlyArray<Column>, items: ReadonlyArray<unknown>): ReadonlyArray<ReadonlyArray<Cell>> =>
  items.map((item) => columns.map(({ cell }) => cell(item)))

/** What files of a list are called, without an ending: `contacts` for `list_contacts`. */
export const fileNameOf = (verb: string): string => verb.replace(/^(list|find|get|search)_/u, "").replace(/[^a-z0-9_]/giu, "_")

const formatsByType = new Map(Object.entries(exportFormats).map(([format, type]) => [type, format as ExportFormat] as const))

const jsonRanges: Readonly<Record<string, number>> = { "application/json": 2, "application/*": 1, "*/*": 0 }

/**
 * Which file an `Accept` header asks a list for; nothing where that is JSON, which also answers what is not known. The highest
 * `q` wins, then the more exact type, then the one that is named first.
 */
export const formatOf = (accept: string | undefined): ExportFormat | undefined => {
  if (accept === undefined || accept === "*/*" || accept === "application/json") return undefined
  const wanted = accept.split(",").flatMap((part) => {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
    const format = formatsByType.get(range as typeof exportFormats[ExportFormat])
    const exact = format === undefined ? jsonRanges[range] : 2
    const q = Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1)
    return exact === undefined || !(q > 0) ? [] : [{ format, exact, q }]
  })
  return wanted.toSorted((a, b) => b.q - a.q || b.exact - a.exact)[0]?.format
}
