import { Effect } from "effect"
import { Imports } from "#layers/crm/imports"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import { formats, mappingOf } from "#schemas/crm/import"
import { ValidationError } from "#schemas/kernel/errors"
import type { Upload } from "#schemas/kernel/streams"
import { columnsOf, csvBeginning, ndjsonBeginning } from "./columns.ts"
import { windowAt } from "./file.ts"
import { customFieldsOf, type Importable } from "./importable.ts"
import type { importRun } from "./run.ts"

const unusable = (field: string, error: string, received: string | null) =>
  new ValidationError({ message: `This file cannot be imported: ${error}.`, details: [{ field, error, received }] })

interface Asked {
  readonly body: Upload
  readonly dry_run: boolean
  readonly mapping?: string
}

/**
 * The program of an operation that takes files of some records. What can be said of a file at once is said at once; its rows are for
 * the run to judge.
 */
export const startImport = <Changes, Draft, Row, R>(
  resource: Importable<Changes, Draft, Row, R>,
  { definition }: ReturnType<typeof importRun<Changes, Draft, Row, R>>
) =>
  Effect.fnUntraced(function*({ body, dry_run, mapping: text }: Asked) {
    const format = body.type === formats.csv ? "csv" : "ndjson"
    const { bytes, last } = yield* windowAt(body.id, body.bytes, 0, 1)
    const beginning = format === "csv" ? csvBeginning(bytes, last) : ndjsonBeginning(bytes, last)
    if (typeof beginning === "string") return yield* unusable("body", beginning, null)
    const { names, ...place } = beginning
    const mapping = text === undefined ? {} : mappingOf(text)!
    const known = format === "csv" ? names : [...new Set([...names, ...Object.keys(mapping)])]
    const columns = columnsOf(known, mapping, resource, yield* customFieldsOf(resource))
    if (typeof columns === "string") {
      return yield* unusable(text === undefined ? "body" : "mapping", columns, text?.slice(0, 200) ?? null)
    }

    const imports = yield* Imports
    const uploads = yield* Uploads
    const { access, object } = resource
    const file = { upload_id: body.id, format, dry_run, columns, bytes: body.bytes, ...place } as const
    const id = yield* imports.create({ ...file, access, resource: object })
    yield* uploads.claim(body.id)
    yield* imports.assign(id, yield* definition.start({ import_id: id }))
    const made = yield* Effect.orDie(imports.ofRun(id))
    yield* recordChange({ object: "import", id, before: null, after: made })
    return made
  })
