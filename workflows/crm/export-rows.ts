import type { Contact } from "#schemas/crm/contact"
import { exported } from "#schemas/crm/export"
import type { Cell, Column } from "#schemas/kernel/exports"

/** Semicolons part tags; one that holds a comma is followed by one, so that the comma parts none. */
export const tagCell = (tags: ReadonlyArray<string>) => {
  const text = tags.join(";")
  return text.includes(",") ? `${text};` : text
}

const column = (name: string, of: (contact: Contact) => Cell): Column => ({ name, cell: (item) => of(item as Contact) })

/** The columns of `export_contacts`, which an import understands. `keys` are those of the company's own fields. */
export const contactColumns = (keys: ReadonlyArray<string>): ReadonlyArray<Column> => exported.flatMap((name) => [
  ...name === "created_at" ? keys.map((key) => column(`custom.${key}`, (contact) => contact.custom_fields[key] ?? null)) : [],
  column(name, (contact) => name === "tags" ? tagCell(contact.tags) : contact[name])
])
