import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"

export const ImportId = Id.pipe(Schema.brand("ImportId"))
export type ImportId = typeof ImportId.Type

/** Files that contacts are brought in and taken out by, with their media types. */
export const formats = { csv: "text/csv", ndjson: "application/x-ndjson" } as const
export type Format = keyof typeof formats
export const Format = Schema.Literals(["csv", "ndjson"])

/** Fields of a contact that a column can fill, besides `custom.<key>` for the company's own. */
export const importable = [
  "first_name", "last_name", "email", "phone", "company_name", "organization_id", "owner_id", "tags", "notes", "source"
] as const

/** Rows of one file. */
export const MOST_ROWS = 1_000_000

/** Rejected rows of an import that are kept with their reasons; the others are counted. */
export const MOST_REJECTS = 10_000

/** Rejected rows that an import shows; the rest are in the file of `get_import_rejects`. */
export const MOST_SHOWN = 20

export const ImportColumn = Schema.Struct({
  name: Schema.String.annotate({ description: "As the file has it.", examples: ["E-mail"] }),
  field: Schema.NullOr(Schema.String).annotate({
    description: "What it fills: a field of contacts, or `custom.<key>`; `null` where it is left out.",
    examples: ["email"]
  })
}).annotate({ identifier: "ImportColumn" })
export type ImportColumn = typeof ImportColumn.Type

/** A row that was not taken. */
export const RejectedRow = Schema.Struct({
  line: Schema.Int.annotate({ description: "Where the row begins; the first line of the file is 1.", examples: [7] }),
  reason: Schema.String.annotate({ examples: ["email: Expected an e-mail address"] })
}).annotate({ identifier: "RejectedRow" })
export type RejectedRow = typeof RejectedRow.Type

const count = (description: string) => Schema.Int.annotate({ description, examples: [0] })

/** How the rows so far were taken. */
export const counts = {
  total: count("Rows worked through; empty lines are none."),
  created: count("Rows that made a contact."),
  updated: count("Rows that changed the contact with their e-mail address."),
  unchanged: count("Rows that said nothing new."),
  rejected: count("Rows that were not taken.")
}

/** A file of contacts on its way into the address book. */
export const Import = Schema.Struct({
  id: ImportId,
  run_id: RunId.annotate({ description: "The durable run that works through the file." }),
  state: Schema.Literals(["waiting", "running", "completed", "failed", "canceled"]).annotate({
    description: "`waiting`: for the import before it. The rows that were taken stay, whatever the state.",
    examples: ["completed"]
  }),
  format: Format,
  dry_run: Schema.Boolean.annotate({ description: "Rows are checked and counted, and nothing is changed." }),
  columns: Schema.Array(ImportColumn),
  progress: Schema.Finite.annotate({ description: "How much of the file is done, from 0 to 1.", examples: [1] }),
  ...counts,
  rejected_rows: Schema.Array(RejectedRow).annotate({ description: `The first ${MOST_SHOWN}.`, examples: [[]] }),
  rejects_url: Schema.NullOr(Schema.String).annotate({
    description: `Where the first ${MOST_REJECTS.toLocaleString("en")} rejected rows are, as CSV, for 30 days; \`null\` if there are none.`,
    examples: ["/api/v1/crm/imports/42/rejects"]
  }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why it failed, if it did.", examples: [null] }),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Import" })
export type Import = typeof Import.Type

/** Fields by the names of columns; `null` leaves a column out. */
export type Mapping = Readonly<Record<string, string | null>>

const decodeMapping = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))
)

/** The mapping that a text is the JSON of; nothing where it is none. */
export const mappingOf = (text: string): Mapping | undefined => {
  const result = decodeMapping(text)
  return result._tag === "Success" ? result.success : undefined
}
