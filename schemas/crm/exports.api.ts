import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { MOST_EXPORTED } from "#schemas/kernel/exports"
import { contactFilters } from "./contacts.api.ts"
import { exported } from "./export.ts"
import { Format } from "./import.ts"

export const export_contacts = operation.download("export_contacts", "/contacts/export", {
  description: "In order of their ids. In CSV several tags stand in one cell, with semicolons between them; a cell that a " +
    "spreadsheet would take for a formula begins with an apostrophe.",
  examples: {
    "text/csv": `${exported.join(",")}\n` +
      "42,Grace,Hopper,grace@navy.example,'+12025550123,United States Navy,,,newsletter;vip,,web form,35," +
      "2026-11-21T09:30:00.000Z,2026-11-21T09:30:00.000Z\n",
    "application/x-ndjson":
      "{\"id\":42,\"first_name\":\"Grace\",\"email\":\"grace@navy.example\",\"tags\":[\"newsletter\",\"vip\"]}\n"
  }
}, {
  query: {
    format: Schema.optionalKey(Format.annotate({
      description: "Without it, what `Accept` asks for; CSV if it names neither.",
      examples: ["csv"]
    })),
    ...contactFilters
  },
  summary: "Export contacts",
  description: "The contacts that list_contacts would give with the same filters, as one file, up to " +
    `${MOST_EXPORTED.toLocaleString("en")} of them; more are a 422. \`service export contacts\` of the command line takes any ` +
    "number, page by page.",
  access: "crm:read"
})
