import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { Moved, MovedDocument, MovedFile, MovedFragment, Remark } from "#schemas/website/moving/document"
import type { NotTaken, SiteFormat, SiteImport, SiteImportId } from "#schemas/website/site-import"
import type { RunId } from "#schemas/workflows/run"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { byId, page } from "../kernel/page.ts"
import { execute, first, inTenant as ofTenant, one } from "../kernel/sql.ts"

export interface NewSiteImport {
  readonly upload_id: number
  readonly format: SiteFormat
  readonly source: string
  readonly head: object
  readonly bytes: number
  readonly position: number
}

/** An import as its run sees it. */
export interface SiteImportFile<Head> extends Omit<NewSiteImport, "head"> {
  readonly id: SiteImportId
  readonly head: Head
  readonly items: number
}

/** One thing of an export. */
export interface ImportItem<M extends Moved = Moved> {
  readonly number: number
  readonly kind: M["kind"]
  readonly key: string
  readonly moved: M
  readonly wanted: ReadonlyArray<string>
  /** What came of it here. */
  readonly record_id: number | null
  /** What it says is yet to be written. */
  readonly fresh: boolean
  readonly state: "read" | "placed" | "done"
}

/** The same without what it says. */
export type OutlineItem = Omit<ImportItem, "moved"> & { readonly moved: Omit<MovedDocument, "content"> | MovedFile | Omit<MovedFragment, "content"> }

export interface NewItem {
  readonly moved: Moved
  readonly wanted: ReadonlyArray<string>
}

/** What came of a document or a file at an earlier import. */
export interface MovedSource {
  readonly key: string
  readonly kind: "page" | "post" | "file"
  readonly record_id: number
  readonly hash: string
  readonly revision: number | null
}

type Counted = "pages" | "posts" | "updated" | "unchanged" | "media" | "redirects"

const counted = ["pages", "posts", "updated", "unchanged", "media", "redirects"] as const

/** Sites that move in to the caller's company. */
export class SiteImports extends Context.Service<SiteImports>()("layers/website/SiteImports", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    /* Reading is a third of the work, and the items are the rest: each is placed and written. */
    const shown = sql`
      select i.id, i.run_id, case
          when i.finished_at is not null then case when i.error is null then 'completed' else 'failed' end
          when r.status is null or r.status = 'canceled' then 'canceled' when r.status = 'failed' then 'failed'
          when r.status = 'queued' then 'waiting' else 'running' end as state,
        i.format, i.source, case when i.finished_at is not null and i.error is null then 1
          else round(0.3 * i.position::numeric / greatest(i.bytes, 1) + 0.7 * i.done::numeric / greatest(2 * i.items, 1), 4)::float8 end as progress,
        i.pages, i.posts, i.updated, i.unchanged, i.media, i.redirects, i.not_taken,
        coalesce(i.error, case when r.status = 'failed' then 'It broke off because of a fault of ours.' end) as error,
        i.created_at, i.started_at, i.finished_at
      from site_imports i left join workflow_runs r on r.company_id = i.company_id and r.id = i.run_id
      where i.company_id = (select current_company())`
    const of = (id: SiteImportId) => sql`${inTenant} and import_id = ${id}`
    const columns = sql.literal("number, kind, key, moved, wanted, record_id, fresh, state")

    return {
      create: Effect.fnUntraced(function*({ head, ...file }: NewSiteImport) {
        const { company_id } = yield* Caller
        return (yield* one(sql<{ id: SiteImportId }>`
          insert into site_imports ${sql.insert({ company_id, ...file, head: JSON.stringify(head) })} returning id`)).id
      }),
      assign: (id: SiteImportId, run: RunId) => execute(sql`update site_imports set run_id = ${run} where ${inTenant} and id = ${id}`),
      get: (id: SiteImportId) => getOrFail("import of a site")(first(sql<SiteImport>`${shown} and i.id = ${id}`)),
      notTaken: (id: SiteImportId, paging: Paging) =>
        page<NotTaken>(sql, {
          from: sql`(select id, place as where, what, why from site_import_remarks where ${of(id)}) r`,
          columns: sql.literal("r.*"), where: [sql.literal("true")], order: byId, paging
        }),

      /** For its run, which is the only one that moves it on. */
      lock: <Head>(id: SiteImportId) =>
        one(sql<SiteImportFile<Head>>`select id, upload_id, format, source, head, bytes, position, items from site_imports
          where ${inTenant} and id = ${id} for update`),

      /** Notes what a part of the export holds, and where the next begins. A thing that it holds twice is noted once. */
      add: Effect.fnUntraced(function*(id: SiteImportId, items: ReadonlyArray<NewItem>, position: number) {
        const { company_id } = yield* Caller
        const { first } = yield* one(sql<{ first: number }>`
          select coalesce(max(number), 0)::int as first from site_import_items where ${of(id)}`)
        const rows = items.map(({ moved, wanted }, n) => ({ number: first + n + 1, kind: moved.kind, key: moved.key, moved, wanted }))
        const made = yield* Effect.orDie(sql<{ number: number }>`
          insert into site_import_items (company_id, import_id, number, kind, key, moved, wanted)
          select ${company_id}::bigint, ${id}::bigint, r.number, r.kind, r.key, r.moved, r.wanted
          from json_to_recordset(${JSON.stringify(rows)}::json) as r (number int, kind text, key text, moved jsonb, wanted text[])
          on conflict (company_id, import_id, key) do nothing returning number`)
        yield* execute(sql`update site_imports set position = ${position}, items = items + ${made.length}, started_at = coalesce(started_at, now())
          where ${inTenant} and id = ${id}`)
      }),
      remark: Effect.fnUntraced(function*(id: SiteImportId, remarks: ReadonlyArray<Remark>) {
        if (remarks.length === 0) return
        const { company_id } = yield* Caller
        yield* execute(sql`insert into site_import_remarks (company_id, import_id, place, what, why)
          select ${company_id}::bigint, ${id}::bigint, left(r.where, 300), left(r.what, 200), left(r.why, 500)
          from json_to_recordset(${JSON.stringify(remarks)}::json) as r ("where" text, what text, why text)`)
        yield* execute(sql`update site_imports set not_taken = not_taken + ${remarks.length} where ${inTenant} and id = ${id}`)
      }),

      /** All of them, without what they say. */
      outline: (id: SiteImportId) =>
        Effect.orDie(sql<OutlineItem>`
          select number, kind, key, wanted, record_id, fresh, state, moved - 'content' as moved from site_import_items where ${of(id)} order by number`),
      /** Those that wait in a state, in order. */
      waiting: <M extends Moved>(id: SiteImportId, kinds: ReadonlyArray<M["kind"]>, state: ImportItem["state"], most: number) =>
        Effect.orDie(sql<ImportItem<M>>`select ${columns} from site_import_items where ${of(id)} and kind = any(${[...kinds]}::text[]) and state = ${state}
          order by number limit ${most}`),
      fragments: (id: SiteImportId) =>
        Effect.map(
          Effect.orDie(sql<{ key: string; content: string }>`
            select key, moved ->> 'content' as content from site_import_items where ${of(id)} and kind = 'fragment'`),
          (found) => new Map(found.map(({ content, key }) => [key, content]))
        ),
      settle: (id: SiteImportId, number: number, changes: Partial<Pick<ImportItem, "fresh" | "record_id" | "state">>) =>
        Effect.andThen(
          execute(sql`update site_import_items set ${sql.update(changes)} where ${of(id)} and number = ${number}`),
          execute(sql`update site_imports set done = done + 1 where ${inTenant} and id = ${id}`)
        ),
      count: (id: SiteImportId, added: Partial<Record<Counted, number>>) => {
        const set = counted.map((name) => sql`${sql(name)} = ${sql(name)} + ${added[name] ?? 0}`)
        return execute(sql`update site_imports set ${sql.csv(set)} where ${inTenant} and id = ${id}`)
      },
      finish: Effect.fnUntraced(function*(id: SiteImportId, error: string | null) {
        yield* execute(sql`delete from site_import_items where ${of(id)}`)
        yield* execute(sql`update site_imports set finished_at = now(), started_at = coalesce(started_at, now()), error = ${error}
          where ${inTenant} and id = ${id}`)
      }),

      sources: Effect.fnUntraced(function*(source: string, keys: ReadonlyArray<string>) {
        const found = yield* Effect.orDie(sql<MovedSource>`
          select key, kind, record_id, hash, revision from moved_sources where ${inTenant} and source = ${source} and key = any(${[...keys]}::text[])`)
        return new Map(found.map((one) => [one.key, one]))
      }),
      keep: Effect.fnUntraced(function*(source: string, { hash, key, kind, record_id, revision }: MovedSource) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into moved_sources ${sql.insert({ company_id, source, key, kind, record_id, hash, revision })}
          on conflict (company_id, source, key) do update set kind = excluded.kind, record_id = excluded.record_id, hash = excluded.hash,
            revision = excluded.revision`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SiteImports, SiteImports.make)
}
