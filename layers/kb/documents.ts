import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { DocumentId, SourceId } from "#schemas/kb/ids"
import type { Origin, OriginKind } from "#schemas/kb/passage"
import type { KbDocument } from "#schemas/kb/source"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, page } from "../kernel/page.ts"
import { execute, exists, first, inTenant as inTenantOf, one } from "../kernel/sql.ts"

/** Something that a source was found to consist of. */
export interface FoundDocument {
  readonly key: string
  readonly url: string | null
  readonly origin_kind: Exclude<OriginKind, "entry">
  readonly record_id: number | null
  /** Links from where the source begins. */
  readonly depth: number
  /** Addresses that led here, one to the next. */
  readonly hops: number
}

/** A document as its run sees it: what is known of it from the time before. */
export interface DocumentAtWork extends FoundDocument {
  readonly id: DocumentId
  readonly source_id: SourceId
  readonly sync: number
  readonly done: number
  readonly attempts: number
  readonly state: KbDocument["state"]
  readonly title: string | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly hash: Uint8Array | null
  readonly told: Uint8Array | null
  readonly links: ReadonlyArray<number>
  readonly passages: number
}

/** What was found out of a document. */
export interface Settled {
  readonly state: KbDocument["state"]
  readonly title?: string | null
  readonly url?: string | null
  readonly reason: string | null
  readonly status?: number | null
  readonly etag?: string | null
  readonly last_modified?: string | null
  readonly hash?: Uint8Array | null
  readonly told?: Uint8Array | null
  readonly passages: number
  readonly links?: ReadonlyArray<number>
  readonly isChanged: boolean
}

export const originOf = ({ id, origin_kind, record_id }: Pick<DocumentAtWork, "id" | "origin_kind" | "record_id">): Origin =>
  ({ kind: origin_kind, id: record_id ?? id })

/** What the sources of the caller's company consist of. */
export class KbDocuments extends Context.Service<KbDocuments>()("layers/kb/KbDocuments", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const columns = sql.literal(`id, source_id, key, url, origin_kind, record_id, depth, hops, sync, done, attempts, state, title, etag, last_modified,
      hash, told, links, passages`)
    const of = (source: SourceId) => sql`${inTenant} and source_id = ${source}`
    const found = (source: SourceId, sync: number) =>
      Effect.map(one(sql<{ n: number }>`select count(*)::int as n from kb_documents where ${of(source)} and sync = ${sync}`), ({ n }) => n)

    return {
      page: (source: SourceId, { state, ...paging }: Paging & { readonly state?: KbDocument["state"] | undefined }) =>
        page<KbDocument>(sql, {
          from: sql`(select id, source_id, title, url, state, reason, status, passages, changed_at, looked_at from kb_documents where ${of(source)}) d`,
          columns: sql.literal("d.*"), where: state === undefined ? [sql.literal("true")] : [sql`state = ${state}`], order: byId, paging
        }),
      /**
       * Notes that a source consists of these, as long as it has no more than `most` in this reading; answers with the ids of those that it has then, in their
       * order.
       */
      find: Effect.fnUntraced(function*(source: SourceId, sync: number, all: ReadonlyArray<FoundDocument>, most: number) {
        if (all.length === 0) return []
        const { company_id } = yield* Caller
        const keys = all.map(({ key }) => key)
        const ids = Effect.map(
          Effect.orDie(sql<{ id: DocumentId; key: string }>`select id, key from kb_documents where ${of(source)} and sync = ${sync} and key = any(${keys}::text[])`),
          (rows) => new Map(rows.map(({ id, key }) => [key, id])))
        const known = yield* ids
        const fresh = [...new Map(all.map((one) => [one.key, one])).values()].filter(({ key }) => !known.has(key))
        const room = fresh.length === 0 ? 0 : Math.max(0, most - (yield* found(source, sync)))
        if (room > 0) {
          yield* execute(sql`insert into kb_documents as d (company_id, source_id, key, url, origin_kind, record_id, depth, hops, sync)
            select ${company_id}, ${source}, f.key, f.url, f.origin_kind, f.record_id, f.depth, f.hops, ${sync}
            from jsonb_to_recordset(${JSON.stringify(fresh.slice(0, room))}::jsonb) as f (key text, url text, origin_kind text, record_id bigint, depth int, hops int)
            on conflict (company_id, source_id, key) do update set sync = excluded.sync, depth = excluded.depth, hops = excluded.hops, attempts = 0`)
        }
        const now = room > 0 ? yield* ids : known
        return [...new Set(keys)].flatMap((key) => now.get(key) ?? [])
      }),
      /** The same of those to which a document that did not change has led before. */
      findAgain: Effect.fnUntraced(function*(source: SourceId, sync: number, ids: ReadonlyArray<number>, depth: number, most: number) {
        if (ids.length === 0) return
        const room = Math.max(0, most - (yield* found(source, sync)))
        yield* execute(sql`update kb_documents d set sync = ${sync}, depth = ${depth}, hops = 0, attempts = 0 from (
            select l.id from unnest(${[...ids]}::bigint[]) with ordinality l (id, n) join kb_documents k on k.company_id = (select current_company())
              and k.source_id = ${source} and k.id = l.id and k.sync < ${sync} order by l.n limit ${room}) l
          where d.company_id = (select current_company()) and d.id = l.id`)
      }),
      /** The next that nobody has looked at in this reading, those nearest to where the source begins first. */
      waiting: (source: SourceId, sync: number, most: number) =>
        Effect.orDie(sql<DocumentAtWork>`select ${columns} from kb_documents where ${of(source)} and done < sync and sync = ${sync}
          order by attempts, depth, id limit ${most}`),
      /** One that nobody has looked at in this reading, kept from changing until the transaction ends: another process may have done so just now. */
      hold: ({ id }: DocumentAtWork) =>
        first(sql<DocumentAtWork>`select ${columns} from kb_documents where ${inTenant} and id = ${id} and done < sync for update`),
      isRead: ({ id }: DocumentAtWork) => exists(sql`select from kb_documents where ${inTenant} and id = ${id} and state = 'read'`),
      countRead: (source: SourceId, sync: number) =>
        Effect.map(one(sql<{ n: number }>`select count(*)::int as n from kb_documents where ${of(source)} and sync = ${sync} and done = ${sync} and state = 'read'`),
          ({ n }) => n),
      /** Another one of this reading that says the same. */
      same: (source: SourceId, sync: number, id: DocumentId, told: Uint8Array) =>
        first(sql<{ url: string | null }>`select url from kb_documents
          where ${of(source)} and sync = ${sync} and done = ${sync} and state = 'read' and told = ${told} and id <> ${id} order by id limit 1`),
      settle: ({ id, sync }: DocumentAtWork, { isChanged, links, ...values }: Settled) =>
        execute(sql`update kb_documents set ${sql.update(values)}, done = ${sync}, looked_at = now()
          ${isChanged ? sql`, changed_at = now()` : sql``} ${links === undefined ? sql`` : sql`, links = ${[...links]}::bigint[]`} where ${inTenant} and id = ${id}`),
      /** It is looked at once more, after all others. */
      postpone: ({ id }: DocumentAtWork) =>
        execute(sql`update kb_documents set attempts = attempts + 1 where ${inTenant} and id = ${id}`),
      /** Some of those that this reading did not find, or did not come to; of all, where no reading is said. */
      gone: (source: SourceId, sync: number | undefined, most: number) =>
        Effect.orDie(sql<DocumentAtWork>`select ${columns} from kb_documents where ${of(source)}
          ${sync === undefined ? sql`` : sql`and done < ${sync}`} order by id limit ${most}`),
      delete: (ids: ReadonlyArray<DocumentId>) => execute(sql`delete from kb_documents where ${inTenant} and id = any(${[...ids]}::bigint[])`)
    }
  })
}) {
  static readonly layer = Layer.effect(KbDocuments, KbDocuments.make)
}
