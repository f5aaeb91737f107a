import { stringify } from "csv-stringify/sync"
import type { Contact } from "#schemas/crm/contact"
import { exported } from "#schemas/crm/export"
import type { Format } from "#schemas/crm/import"

type Cell = string | number | boolean | null

/** With an apostrophe before what a spreadsheet would take for a formula; the import takes it off again. */
export const csvLines = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  stringify(rows as Array<Array<Cell>>, { escape_formulas: true, cast: { boolean: String } })

/** Semicolons part tags; one that holds a comma is followed by one, so that the comma parts none. */
const tagCell = (tags: ReadonlyArray<string>) => {
  const text = tags.join(";")
  return text.includes(",") ? `${text};` : text
}

const before = exported.slice(0, exported.indexOf("created_at"))
const after = exported.slice(before.length)

const cellOf = (contact: Contact) => (column: typeof exported[number]): Cell =>
  column === "tags" ? tagCell(contact.tags) : contact[column]

/**
 * Prints contacts as a file, some at a time; the first line of a CSV file is its `head`. `keys` are those of the company's own
 * fields.
 */
export const printer = (format: Format, keys: ReadonlyArray<string>) => ({
  head: format === "csv" ? csvLines([[...before, ...keys.map((key) => `custom.${key}`), ...after]]) : "",
  lines: (contacts: ReadonlyArray<Contact>): string =>
    contacts.length === 0 ? "" : format === "csv"
      ? csvLines(contacts.map((contact) => [
        ...before.map(cellOf(contact)),
        ...keys.map((key) => contact.custom_fields[key] ?? null),
        ...after.map(cellOf(contact))
      ]))
      : contacts.map((contact) => `${JSON.stringify(contact)}\n`).join("")
})
