import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Format, type Import, type ImportColumn, type ImportId, MOST_REJECTS, MOST_SHOWN } from "#schemas/crm/import"
import type { Paging } from "#schemas/kernel/paging"
import { Caller, type Scope } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { byId, page } from "../kernel/page.ts"
import { first, inTenant as ofTenant, one } from "../kernel/sql.ts"

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
> & {
  /** What its rows become, as events call it. */
  readonly resource: string
  /** Who sees how it went. */
  readonly access: Scope
}

export interface Reject {
  readonly line: number
  readonly reason: string
  /** The row's cells as they were, or the row as one text where it could not be taken apart. */
  readonly fields: ReadonlyArray<string>
}

interface Progress extends Pick<ImportFile, "position" | "lines"> {
  readonly counts: Counts
  readonly rejects: ReadonlyArray<Reject>
}

/** A record as a dry run would have left it. */
interface Preview<Draft> {
  readonly key: string
  readonly record: Draft
}

/** Imports of the caller's company. */
export class Imports extends Context.Service<Imports>()("layers/crm/Imports", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)

    /* A run that is gone was cleaned away after its end, of which a finished import has told itself. */
    const state = sql.literal(`case
      when i.finished_at is not null then case when i.error is null then 'completed' else 'failed' end
      when r.status is null or r.status = 'canceled' then 'canceled'
      when r.status = 'failed' then 'failed'
      when r.status = 'queued' then 'waiting'
      else 'running' end`)

    /** Imports as callers see them. */
    const shown = sql`
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
      where i.company_id = (select current_company())`

    const readable = Effect.map(Caller, ({ scopes }) => sql`i.access = any(${[...scopes]}::text[])`)

    return {
      create: Effect.fnUntraced(function*({ columns, ...file }: NewImport) {
        const { company_id } = yield* Caller
        const { id } = yield* one(sql<{ id: ImportId }>`
          insert into imports ${sql.insert({ company_id, ...file, columns: JSON.stringify(columns) })} returning id`)
        return id
      }, Effect.orDie),

      /** Says which run works through it. */
      assign: (id: ImportId, run: RunId) =>
        Effect.asVoid(Effect.orDie(sql`update imports set run_id = ${run} where ${inTenant} and id = ${id}`)),

      /** Those whose records the caller may read, newest first. */
      page: Effect.fnUntraced(function*(paging: Paging) {
        const visible = yield* readable
        return yield* page<Import>(sql, {
          from: sql`(${shown} and ${visible}) i`, columns: sql.literal("i.*"), where: [sql.literal("true")],
          order: { ...byId, descending: true }, paging
        })
      }),

      /** Fails with `NotFound` where there is no such import, or the caller may not read its records. */
      get: (id: ImportId) =>
        getOrFail("import")(Effect.flatMap(readable, (visible) => first(sql<Import>`${shown} and ${visible} and i.id = ${id}`))),

      /** For whoever began it, and for its run. */
      ofRun: (id: ImportId) => one(sql<Import>`${shown} and i.id = ${id}`),

      /** Its file and its place in it, for whoever moves that on. */
      lock: (id: ImportId) =>
        Effect.orDie(one(sql<ImportFile>`
          select id, upload_id, format, dry_run, delimiter, columns, bytes, position, lines, total, created, updated, unchanged,
            rejected, finished_at
          from imports where ${inTenant} and id = ${id} for update`)),

      /** Moves on past some rows: what became of them, and those that were not taken, as long as not many are kept already. */
      advance: Effect.fnUntraced(function*(id: ImportId, { counts, lines, position, rejects }: Progress) {
        const { company_id } = yield* Caller
        const { created, rejected, unchanged, updated } = counts
        const { before } = yield* one(sql<{ before: number }>`
          update imports set position = ${position}, lines = ${lines}, started_at = coalesce(started_at, now()),
            total = total + ${created + updated + unchanged + rejected}, created = created + ${created},
            updated = updated + ${updated}, unchanged = unchanged + ${unchanged}, rejected = rejected + ${rejected}
          where ${inTenant} and id = ${id} returning rejected - ${rejected} as before`)
        const kept = rejects.slice(0, Math.max(0, MOST_REJECTS - before))
        if (kept.length === 0) return
        yield* sql`
          insert into import_rejects (company_id, import_id, line, reason, fields)
          select ${company_id}::bigint, ${id}::bigint, r.line, r.reason, r.fields
          from json_to_recordset(${JSON.stringify(kept)}::json) as r (line int, reason text, fields text[])`
      }, Effect.orDie),

      /** It is done; `error` says why it was given up. */
      finish: Effect.fnUntraced(function*(id: ImportId, error: string | null) {
        yield* sql`
          update imports set finished_at = now(), started_at = coalesce(started_at, now()), error = ${error}
          where ${inTenant} and id = ${id}`
        yield* sql`delete from import_previews where ${inTenant} and import_id = ${id}`
      }, Effect.orDie),

      /** Records as a dry run would have left them, by key. The columns have the names of what contacts are told apart by. */
      previews: Effect.fnUntraced(function*<Draft>(id: ImportId, keys: ReadonlyArray<string>) {
        if (keys.length === 0) return new Map<string, Draft>()
        const found = yield* sql<Preview<Draft>>`
          select p.email as key, p.contact as record from unnest(${keys}::text[]) e (key) cross join lateral (
            select email, contact from import_previews where ${inTenant} and import_id = ${id} and email = e.key offset 0) p`
        return new Map(found.map(({ key, record }) => [key, record]))
      }, Effect.orDie),

      preview: Effect.fnUntraced(function*(id: ImportId, previews: ReadonlyArray<Preview<unknown>>) {
        if (previews.length === 0) return
        const { company_id } = yield* Caller
        yield* sql`
          insert into import_previews (company_id, import_id, email, contact)
          select ${company_id}::bigint, ${id}::bigint, e->>'key', e->'record'
          from jsonb_array_elements(${JSON.stringify(previews)}::jsonb) e
          on conflict (company_id, import_id, email) do update set contact = excluded.contact`
      }, Effect.orDie),

      /** Rejected rows after one of them, in their order. */
      rejects: (id: ImportId, after: number, most: number) =>
        Effect.orDie(sql<Reject & { readonly id: number }>`
          select id, line, reason, fields from import_rejects
          where ${inTenant} and import_id = ${id} and id > ${after} order by id limit ${most}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Imports, Imports.make)
}
