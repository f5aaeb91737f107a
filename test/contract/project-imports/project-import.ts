import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { first } from "#layers/kernel/sql"
import { Import } from "#schemas/crm/import"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import type { Caller } from "#schemas/kernel/tenancy"
import type { Importable } from "#workflows/imports/importable"
import { rowByRow } from "#workflows/imports/row-by-row"
import { cells } from "#workflows/imports/rows"
import { importRun } from "#workflows/imports/run"
import { startImport } from "#workflows/imports/start"
import { Projects } from "../projects/layer.ts"
import { project } from "../projects/project.ts"

type Project = typeof project.read.Type
type Changes = typeof project.change.Type
type Draft = Pick<Project, "code" | "name" | "notes" | "owner_id">

/** Finds projects by their code. */
export class ProjectCodes extends Context.Service<ProjectCodes>()("test/ProjectCodes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { columns, inTenant, notDeleted, table } = (yield* Projects).sql
    return {
      find: (code: string) =>
        first(sql<Project>`select ${columns} from ${table} where ${inTenant} and ${notDeleted} and code = ${code} for update`)
    }
  })
}) {
  static readonly layer = Layer.effect(ProjectCodes, ProjectCodes.make)
}

const draftOf = ({ code, name, notes, owner_id }: Project): Draft => ({ code, name, notes, owner_id })

const nothing: Draft = { code: "", name: "", notes: null, owner_id: null }

/** A row is about the project that has its code. */
export const projectImport: Importable<Changes, Draft, Project, Projects | ProjectCodes | Caller> = {
  object: "project",
  verb: "import_projects",
  workflow: "projects.import",
  access: "kb:read",
  noun: "projects",
  fields: { code: ["projectcode", "number"], name: ["title"], notes: [], owner_id: ["lead"] },
  changes: project.change,
  cells: { owner_id: cells.whole },
  problem: ({ code }) => code === undefined ? "code: a project has one" : undefined,
  batch: () => Effect.succeed({
    key: ({ code }) => code,
    after: (before = nothing, changes) => ({ ...before, ...changes }),
    missing: ({ name }) => name === "" ? "name: a new project needs one" : undefined
  }),
  ...rowByRow({
    find: (code: string) => ProjectCodes.use((projects) => projects.find(code)),
    draftOf,
    keyOf: ({ code }) => code,
    create: (draft) => Projects.use((projects) => projects.create(draft, { events: ["test.ping"] })),
    change: ({ id }, draft) => Effect.orDie(Projects.use((projects) => projects.change(id, { ...draft })))
  })
}

export const projectImportRun = importRun(projectImport)

export const import_projects = startImport(projectImport, projectImportRun)

export const importProjects = operation.upload("import_projects", "/projects/import", {
  description: "CSV whose first row names the columns.",
  examples: { "text/csv": "code,name\nNAVY-1,New website\n", "application/x-ndjson": "{\"code\":\"NAVY-1\"}\n" }
}, Import, {
  query: { dry_run: defaulted(Schema.Boolean, false), mapping: Schema.optionalKey(Schema.String) },
  summary: "Import projects",
  description: "Takes a file of projects.",
  access: "crm:write"
})
