import type { Operation } from "#schemas/kernel/catalog"
import { columnsOf, type ExportFormat, exportFormats, MOST_EXPORTED } from "#schemas/kernel/exports"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { printer } from "#workflows/exports/printing"
import { type Json, type Media, refTo } from "./json.ts"

const most = MOST_EXPORTED.toLocaleString("en")

/** The files of all lists, under the names of their components. */
export const listFileSchemas: Readonly<Record<string, JsonSchema>> = {
  ListAsCsv: {
    type: "string",
    description: `All items with the same filters and sort, up to ${most}; \`limit\` does not apply. A column for each field in the ` +
      "order of the JSON, `user.name` for a field of an object inside, `custom.<key>` for each of the company's own fields; other objects " +
      "and arrays are JSON in a cell. A cell that a spreadsheet would take for a formula begins with an apostrophe."
  },
  ListAsNdjson: {
    type: "string",
    description: `All items with the same filters and sort, up to ${most}, each as JSON in a line of its own.`
  },
  ListAsXlsx: {
    type: "string",
    contentMediaType: exportFormats.xlsx,
    description: `A workbook with one sheet: the columns and rows of the CSV file, up to ${most}. Texts are text cells, whatever they ` +
      "begin with; one of more than 32,767 characters is cut and says so."
  }
}

const names = { csv: "ListAsCsv", ndjson: "ListAsNdjson", xlsx: "ListAsXlsx" } as const satisfies Record<ExportFormat, string>

const exampleOf = ({ item, keyedColumns: keyed }: Operation, format: ExportFormat, answer: Json): string | undefined => {
  if (format === "xlsx") return undefined
  const { items } = answer as { readonly items: ReadonlyArray<Readonly<Record<string, Json>>> }
  const keys = keyed === undefined ? [] : Object.keys(items[0]?.[keyed.field] ?? {})
  const { head, lines } = printer(format, columnsOf(item!, keyed, keys))
  return head + lines(items)
}

/** What a list answers besides JSON, by media type; `answer` is the example of its JSON. */
export const listFilesOf = (entry: Operation, answer: Json): { readonly [type: string]: Media } =>
  Object.fromEntries((Object.keys(exportFormats) as ReadonlyArray<ExportFormat>).map((format) => {
    const example = exampleOf(entry, format, answer)
    return [exportFormats[format], { schema: { ...refTo("schemas", names[format]) }, ...example !== undefined && { example } }]
  }))
