import { Effect, Option, Stream } from "effect"
import { stringify } from "csv-stringify/sync"
import { CustomFields } from "#layers/crm/custom-fields"
import { Imports } from "#layers/crm/imports"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import { formats, mappingOf } from "#schemas/crm/import"
import type * as api from "#schemas/crm/imports.api"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import { columnsOf, csvBeginning, ndjsonBeginning } from "./import-columns.ts"
import { windowAt } from "./import-file.ts"
import { ContactImport } from "./import-run.ts"

const REJECTS_AT_ONCE = 500

const unusable = (field: string, error: string, received: string | null) =>
  new ValidationError({ message: `This file cannot be imported: ${error}.`, details: [{ field, error, received }] })

/** What can be said of a file at once is said at once; its rows are the run's to judge. */
export const import_contacts = Effect.fnUntraced(function*({ body, dry_run, mapping: text }: Input<typeof api.import_contacts>) {
  const format = body.type === formats.csv ? "csv" : "ndjson"
  const { bytes, last } = yield* windowAt(body.id, body.bytes, 0, 1)
  const beginning = format === "csv" ? csvBeginning(bytes, last) : ndjsonBeginning(bytes, last)
  if (typeof beginning === "string") return yield* unusable("body", beginning, null)
  const { names, ...place } = beginning
  const mapping = text === undefined ? {} : mappingOf(text)!
  const fields = yield* CustomFields
  const known = format === "csv" ? names : [...new Set([...names, ...Object.keys(mapping)])]
  const columns = columnsOf(known, mapping, yield* fields.of("contact"))
  if (typeof columns === "string") {
    return yield* unusable(text === undefined ? "body" : "mapping", columns, text?.slice(0, 200) ?? null)
  }

  const imports = yield* Imports
  const uploads = yield* Uploads
  const id = yield* imports.create({ upload_id: body.id, format, dry_run, columns, bytes: body.bytes, ...place })
  yield* uploads.claim(body.id)
  yield* imports.assign(id, yield* ContactImport.start({ import_id: id }))
  const made = yield* Effect.orDie(imports.get(id))
  yield* recordChange({ object: "import", id, before: null, after: made })
  return made
})

export const list_imports = (query: Input<typeof api.list_imports>) => Imports.use((imports) => imports.page(query))

export const get_import = ({ id }: Input<typeof api.get_import>) => Imports.use((imports) => imports.get(id))

/** With a mark before what a spreadsheet would take for a formula. */
const csv = (rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  Buffer.from(stringify(rows as Array<Array<string | number>>, { escape_formulas: true }))

export const get_import_rejects = Effect.fnUntraced(function*({ id }: Input<typeof api.get_import_rejects>) {
  const imports = yield* Imports
  const { columns, format } = yield* imports.get(id)
  const head = ["import_line", "import_reason", ...format === "csv" ? columns.map(({ name }) => name) : ["row"]]
  const parts = Stream.paginate(0, Effect.fnUntraced(function*(after: number) {
    const rejects = yield* imports.rejects(id, after, REJECTS_AT_ONCE)
    const rows = rejects.map(({ fields, line, reason }) => [line, reason, ...fields])
    const next = rejects.length < REJECTS_AT_ONCE ? Option.none<number>() : Option.some(rejects.at(-1)!.id)
    return [[csv(after === 0 ? [head, ...rows] : rows)], next] as const
  }))
  return { type: formats.csv, name: `import-${id}-rejects.csv`, content: parts } satisfies Download
})
