import { Effect, Option, Stream } from "effect"
import { Imports } from "#layers/crm/imports"
import { formats } from "#schemas/crm/import"
import type * as api from "#schemas/crm/imports.api"
import type { Input } from "#schemas/kernel/catalog"
import type { Download } from "#schemas/kernel/streams"
import { csvLines } from "../exports/printing.ts"
import { startImport } from "../imports/start.ts"
import { contactImport, contactImportRun } from "./contact-import.ts"

const REJECTS_AT_ONCE = 500

export const import_contacts = startImport(contactImport, contactImportRun)

export const list_imports = (query: Input<typeof api.list_imports>) => Imports.use((imports) => imports.page(query))

export const get_import = ({ id }: Input<typeof api.get_import>) => Imports.use((imports) => imports.get(id))

export const get_import_rejects = Effect.fnUntraced(function*({ id }: Input<typeof api.get_import_rejects>) {
  const imports = yield* Imports
  const { columns, format } = yield* imports.get(id)
  const head = ["import_line", "import_reason", ...format === "csv" ? columns.map(({ name }) => name) : ["row"]]
  const parts = Stream.paginate(0, Effect.fnUntraced(function*(after: number) {
    const rejects = yield* imports.rejects(id, after, REJECTS_AT_ONCE)
    const rows = rejects.map(({ fields, line, reason }) => [line, reason, ...fields])
    const next = rejects.length < REJECTS_AT_ONCE ? Option.none<number>() : Option.some(rejects.at(-1)!.id)
    return [[Buffer.from(csvLines(after === 0 ? [head, ...rows] : rows))], next] as const
  }))
  return { type: formats.csv, name: `import-${id}-rejects.csv`, content: parts } satisfies Download
})
