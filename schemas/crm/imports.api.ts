import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { Text } from "#schemas/kernel/text"
import { Import, ImportId, mappingOf, MOST_REJECTS } from "./import.ts"

const params = { id: ImportId }

/** A JSON object in the address: its keys are the file's, so that they may hold any character. */
const Mapping = Text.check(
  Schema.makeFilter((text: string) => mappingOf(text) !== undefined, { expected: "a JSON object of texts and nulls" }),
  Schema.isMaxLength(4_000)
).annotate({
  description: "Which field each column fills, as a JSON object: `{\"Mail\": \"email\", \"Age\": \"custom.age\", \"Id\": null}`. " +
    "Columns it does not name go by their names.",
  examples: ["{}"]
})

/** What files that are imported are sent with. */
export const importQuery = {
  dry_run: defaulted(Schema.Boolean.annotate({ description: "Checks and counts all rows and changes nothing." }), false),
  mapping: Schema.optionalKey(Mapping)
}

export const import_contacts = operation.upload("import_contacts", "/contacts/import", {
  description: "CSV in UTF-8 whose first row names the columns, separated by commas, semicolons or tabs; or one JSON " +
    "object a line. Up to 25 MiB.",
  examples: {
    "text/csv": "first_name,last_name,email,tags\nGrace,Hopper,grace@navy.example,newsletter;vip\n",
    "application/x-ndjson": "{\"first_name\":\"Grace\",\"email\":\"grace@navy.example\",\"tags\":[\"newsletter\",\"vip\"]}\n"
  }
}, Import, {
  query: importQuery,
  summary: "Import contacts",
  description: "Takes a file of contacts and works through it in a durable run, one file of a company at a time. A row whose " +
    "e-mail address a contact has changes that contact, and only what the row fills; any other row makes a contact. Columns " +
    "go by their names (`email`, `E-Mail`, `first name`, `custom.age`, ...) or by `mapping`; several tags stand in one cell, " +
    "with semicolons between them. A row that does not fit is kept with its reason and does not stop the others.",
  access: "crm:write",
  tierFloor: "builder"
})

export const list_imports = operation.list("list_imports", "/imports", Import, {
  summary: "List imports",
  description: "The company's imports of contacts and of products, newest first: of those whose records the key may read."
})

export const get_import = operation.get("get_import", "/imports/:id", Import, {
  params,
  summary: "Get an import",
  description: "How far an import is, how its rows were taken, and the first rejected ones.",
  access: "crm:read"
})

export const get_import_rejects = operation.download("get_import_rejects", "/imports/:id/rejects", {
  description: "The line and the reason of each rejected row, then the row as it was, under the file's own names.",
  examples: {
    "text/csv": "import_line,import_reason,first_name,last_name,email,tags\n" +
      "2,email: Expected an e-mail address,Grace,Hopper,grace at navy,newsletter;vip\n"
  }
}, {
  params,
  summary: "Download an import's rejected rows",
  description: `The rows that an import did not take, the first ${MOST_REJECTS.toLocaleString("en")} of them, with the reasons, as CSV: put right, the same file can be imported. ` +
    "They are kept for 30 days.",
  access: "crm:read"
})
