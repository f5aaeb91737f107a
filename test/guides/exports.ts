import { Effect } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { operation } from "#schemas/kernel/endpoints"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import type { Importable } from "#workflows/imports/importable"
import { importRun } from "#workflows/imports/run"
import { startImport } from "#workflows/imports/start"

/*
 * A list is exported as CSV, NDJSON and XLSX, over HTTP and by `service export`, because it is declared with `operation.list`: its
 * columns are the fields of its items, so there is nothing more to write. A resource is imported because it says which columns fill
 * its fields, which key tells the record of a row, and how records of a batch are found, made and changed: with single programs by
 * `rowByRow`, or with one statement each, as contacts are. The run goes into `workflows/durable-workflows.ts`, the program beside
 * the others of its category; dry runs, rejected rows and resumption after a crash come with them.
 */
export const crate = entity("Crate", {
  id: field.readOnly(Id), code: field.required(line(20)), label: field.nullable(line(100)), ...versioned
})

export const list_crates = operation.list("list_crates", "/crates", crate.read, {
  ...crate.list, summary: "List crates", description: "The company's crates.", access: "shop:read"
})

type Changes = typeof crate.change.Type
type Draft = Pick<typeof crate.read.Type, "code" | "label">

export const crateImport = <R>(
  records: Pick<Importable<Changes, Draft, typeof crate.read.Type, R>, "holding" | "make" | "change">
): Importable<Changes, Draft, typeof crate.read.Type, R> => ({
  object: "crate", verb: "import_crates", workflow: "shop.import_crates", access: "shop:read", noun: "crates",
  fields: { code: ["number", "cratenumber"], label: ["name"] },
  changes: crate.change,
  problem: ({ code }) => code === undefined ? "code: a crate has one" : undefined,
  batch: () => Effect.succeed({
    key: ({ code }) => code,
    after: (before = { code: "", label: null }, changes) => ({ ...before, ...changes })
  }),
  ...records
})

export const import_crates = <R>(resource: Importable<Changes, Draft, typeof crate.read.Type, R>) =>
  startImport(resource, importRun(resource))
