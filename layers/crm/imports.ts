import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type Format, type Import, type ImportColumn, type ImportId, MOST_SHOWN } from "#schemas/crm/import"
import type { RunId } from "#schemas/workflows/run"
import { Caller } from "#schemas/kernel/tenancy"

/** How many rows were taken in which way. */
export interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
}

/** What an import reads, and how far it is. */
export interface ImportFile extends Counts {
  readonly id: ImportId
  readonly upload_id: number
  readonly format: Format
  readonly dry_run: boolean
  readonly delimiter: string | null
  readonly columns: ReadonlyArray<ImportColumn>
  readonly bytes: number
  /** Offset of the first byte that no row so far has. */
  readonly position: number
  /** Number of the line that begins there. */
  readonly lines: number
  readonly total: number
  readonly finished_at: string | null
}

export type NewImport = Pick<
  ImportFile, "upload_id" | "format" | "dry_run" | "delimiter" | "columns" | "bytes" | "position" | "lines"
>

export interface Reject {
  readonly line: number
  readonly reason: string
  /** The row's cells as they were, or the row as one text where it could not be taken apart. */
  readonly fields: ReadonlyArray<string>
}

/** Imports of the caller's company. */
export class Imports extends Context.Service<Imports, {
  readonly add: (file: NewImport) => Effect.Effect<ImportId, never, Caller>
  /** Says which run works through it. */
  readonly assign: (id: ImportId, run: RunId) => Effect.Effect<void>
  readonly find: (id: ImportId) => Effect.Effect<Option.Option<Import>>
  /** Its file and its place in it, for whoever moves that on. */
  readonly lock: (id: ImportId) => Effect.Effect<ImportFile>
  /** Moves on past some rows: what became of them, and those that were not taken. */
  readonly advance: (
    id: ImportId,
    to: Pick<ImportFile, "position" | "lines"> & { readonly counts: Counts; readonly rejects: ReadonlyArray<Reject> }
  ) => Effect.Effect<void, never, Caller>
  /** It is done; `error` says why it was given up. */
  readonly finish: (id: ImportId, error: string | null) => Effect.Effect<void>
  /** Rejected rows after one of them, in their order. */
  readonly rejects: (id: ImportId, after: number, most: number) => Effect.Effect<ReadonlyArray<Reject & { readonly id: number }>>
}>()("layers/crm/Imports") {
  static readonly layer = Layer.effect(Imports, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")

    /* A run that is gone was cleaned away after its end, of which a finished import has told itself. */
    const state = sql.literal(`case
      when i.finished_at is not null then case when i.error is null then 'completed' else 'failed' end
      when r.status is null or r.status = 'canceled' then 'canceled'
      when r.status = 'failed' then 'failed'
      when r.status = 'queued' then 'waiting'
      else 'running' end`)

    return Imports.of({
      add: Effect.fnUntraced(function*({ columns, ...file }) {
        const { company_id } = yield* Caller
        const [made] = yield* sql<{ id: ImportId }>`
          insert into imports ${sql.insert({ company_id, ...file, columns: JSON.stringify(columns) })} returning id`
        return made!.id
      }, Effect.orDie),

      assign: (id, run) =>
        Effect.asVoid(Effect.orDie(sql`update imports set run_id = ${run} where ${mine} and id = ${id}`)),

      find: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Import>`
          select i.id, i.run_id, ${state} as state, i.format, i.dry_run, i.columns,
            case when i.bytes = 0 or i.finished_at is not null and i.error is null then 1
              else round(i.position::numeric / i.bytes, 4)::float8 end as progress,
            i.total, i.created, i.updated, i.unchanged, i.rejected,
            coalesce((select jsonb_agg(jsonb_build_object('line', j.line, 'reason', j.reason) order by j.id) from (
              select id, line, reason from import_rejects
              where company_id = i.company_id and import_id = i.id order by id limit ${MOST_SHOWN}) j), '[]') as rejected_rows,
            case when i.rejected > 0 and i.created_at > now() - interval '30 days'
              then '/api/v1/crm/imports/' || i.id || '/rejects' end as rejects_url,
            coalesce(i.error, case when r.status = 'failed' then 'It broke off because of a fault of ours.' end) as error,
            i.created_at, i.started_at, i.finished_at
          from imports i left join workflow_runs r on r.company_id = i.company_id and r.id = i.run_id
          where i.company_id = (select current_company()) and i.id = ${id}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      lock: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<ImportFile>`
          select id, upload_id, format, dry_run, delimiter, columns, bytes, position, lines, total, created, updated, unchanged,
            rejected, finished_at
          from imports where ${mine} and id = ${id} for update`
        return rows[0]!
      }, Effect.orDie),

      advance: Effect.fnUntraced(function*(id, { counts, lines, position, rejects }) {
        const { company_id } = yield* Caller
        const { created, rejected, unchanged, updated } = counts
        yield* sql`
          update imports set position = ${position}, lines = ${lines}, started_at = coalesce(started_at, now()),
            total = total + ${created + updated + unchanged + rejected}, created = created + ${created},
            updated = updated + ${updated}, unchanged = unchanged + ${unchanged}, rejected = rejected + ${rejected}
          where ${mine} and id = ${id}`
        if (rejects.length === 0) return
        yield* sql`
          insert into import_rejects (company_id, import_id, line, reason, fields)
          select ${company_id}::bigint, ${id}::bigint, r.line, r.reason, r.fields
          from json_to_recordset(${JSON.stringify(rejects)}::json) as r (line int, reason text, fields text[])`
      }, Effect.orDie),

      finish: Effect.fnUntraced(function*(id, error) {
        yield* sql`
          update imports set finished_at = now(), started_at = coalesce(started_at, now()), error = ${error}
          where ${mine} and id = ${id}`
        yield* sql`delete from import_previews where ${mine} and import_id = ${id}`
      }, Effect.orDie),

      rejects: (id, after, most) =>
        Effect.orDie(sql<Reject & { readonly id: number }>`
          select id, line, reason, fields from import_rejects
          where ${mine} and import_id = ${id} and id > ${after} order by id limit ${most}`)
    })
  }))
}
