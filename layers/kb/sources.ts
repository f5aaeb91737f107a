import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { SourceId } from "#schemas/kb/ids"
import type { KbSource, SourceCollection, SourceKind, SourceSchedule } from "#schemas/kb/source"
import type { Audience } from "#schemas/kb/passage"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { companyLock } from "../kernel/company-lock.ts"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { byId, page } from "../kernel/page.ts"
import { execute, exists, first, inTenant as inTenantOf, one } from "../kernel/sql.ts"

export interface NewKbSource {
  readonly kind: SourceKind
  readonly name: string
  readonly url: string | null
  readonly file: { readonly name: string; readonly type: string; readonly bytes: number } | null
  readonly upload_id: number | null
  readonly collections: ReadonlyArray<SourceCollection>
  readonly audience: Audience
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  readonly max_pages: number | null
  readonly max_depth: number | null
  readonly schedule: SourceSchedule
}

/** What is known of a site while it is read. */
export interface Crawl {
  /** Where everything of it is: what all its addresses begin with. */
  readonly within: string
  readonly robots: string
  /** It lists its pages itself: no links are followed. */
  readonly listed: boolean
}

/** A source as its run sees it. */
export interface SourceAtWork extends NewKbSource {
  readonly id: SourceId
  readonly sync: number
  readonly crawl: Crawl | null
  readonly removing: boolean
  readonly documents: number
  readonly started_at: string | null
}

type Counted = "added" | "changed" | "documents" | "fetched" | "passages" | "removed" | "unchanged" | "unreadable"
/** What is added to the counts of a source. */
export type Tally = Partial<Record<Counted, number>>

/** What the knowledge of the caller's company is read from. Both modes share it. */
export class KbSources extends Context.Service<KbSources>()("layers/kb/KbSources", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const columns = sql.literal(`s.id, s.kind, s.name, s.url, s.file, s.collections, s.audience, s.language, s.tags, s.max_pages, s.max_depth, s.schedule, s.due_at,
      case when s.removing then 'removing' when s.finished_at is not null then case when s.error is null then 'completed' else 'failed' end
        when r.status is null or r.status = 'canceled' then 'canceled' when r.status = 'failed' then 'failed'
        when r.status = 'queued' then 'waiting' else 'running' end as state,
      s.run_id, s.documents, s.passages, s.unreadable, s.fetched, s.added, s.changed, s.unchanged, s.removed, s.remark,
      coalesce(s.error, case when r.status = 'failed' then 'It broke off because of a fault of ours.' end) as error,
      s.created_at, s.started_at, s.finished_at`)
    const from = sql`kb_sources s left join workflow_runs r on r.company_id = s.company_id and r.id = s.run_id`
    const own = sql.literal("s.company_id = (select current_company())")
    /* Not all at the same hour that began at the same. */
    const next = sql.literal(`case schedule when 'never' then null else
      now() + (case schedule when 'daily' then interval '1 day' else interval '7 days' end) * (0.95 + random() * 0.1) end`)
    const of = (id: SourceId) => sql`${inTenant} and id = ${id}`
    const atWork = (id: SourceId) => first(sql<SourceAtWork>`
      select id, kind, name, url, file, upload_id, collections, audience, language, tags, max_pages, max_depth, schedule, sync, crawl, removing, documents, started_at
      from kb_sources where ${of(id)} for update`)

    return {
      page: ({ kind, ...paging }: Paging & { readonly kind?: SourceKind | undefined }) =>
        page<KbSource>(sql, {
          from: sql`(select ${columns} from ${from} where ${own}) s`, columns: sql.literal("s.*"),
          where: kind === undefined ? [sql.literal("true")] : [sql`kind = ${kind}`], order: { ...byId, descending: true }, paging
        }),
      get: (id: SourceId) => getOrFail("source")(first(sql<KbSource>`select ${columns} from ${from} where ${own} and s.id = ${id}`)),
      create: Effect.fnUntraced(function*({ collections, file, tags, ...given }: NewKbSource) {
        const { company_id } = yield* Caller
        return (yield* one(sql<{ id: SourceId }>`insert into kb_sources ${
          sql.insert({ company_id, ...given, file: file === null ? null : JSON.stringify(file), collections: [...collections], tags: [...tags] })} returning id`)).id
      }),
      /** Kept from changing until the transaction ends. */
      lock: (id: SourceId) => getOrFail("source")(atWork(id)),
      /** The same for its run: nothing where it is read once more since, or goes. */
      lockFor: (id: SourceId, sync: number) => Effect.map(atWork(id), Option.filter((source) => source.sync === sync && !source.removing)),
      /** Until the transaction ends, nobody else adds a source. */
      hold: Effect.orDie(companyLock(sql, "kb sources")),
      count: Effect.map(one(sql<{ n: number }>`select count(*)::int as n from kb_sources where ${inTenant}`), ({ n }) => n),
      /** Whether one of these is read already. */
      covers: (collections: ReadonlyArray<SourceCollection>) =>
        exists(sql`select from kb_sources where ${inTenant} and kind = 'own' and not removing and collections && ${[...collections]}::text[]`),
      /** From now on it is read by the run, for the next time: what changed until now is part of that. */
      begin: (id: SourceId, run: RunId) =>
        Effect.andThen(
          execute(sql`delete from kb_own_changes where ${inTenant} and collection = any ((select collections from kb_sources where ${of(id)})::text[])`),
          execute(sql`update kb_sources set run_id = ${run}, sync = sync + 1, due_at = ${next}, started_at = null, finished_at = null, error = null, remark = null,
            fetched = 0, added = 0, changed = 0, unchanged = 0, removed = 0 where ${of(id)}`)),
      /** Whether something of it changed that is not read yet, or its time has come. */
      isDue: (id: SourceId) => exists(sql`select from kb_sources s where ${own} and s.id = ${id} and (s.due_at <= now()
        or exists (select from kb_own_changes c where c.company_id = s.company_id and c.collection = any (s.collections)))`),
      /** Its time comes again later. */
      skip: (id: SourceId) => execute(sql`update kb_sources set due_at = ${next} where ${of(id)} and due_at <= now()`),
      change: (id: SourceId, { name, schedule }: Pick<NewKbSource, "name" | "schedule">) =>
        execute(sql`update kb_sources set name = ${name}, schedule = ${schedule} where ${of(id)}`),
      /** Its schedule begins now. */
      reschedule: (id: SourceId) => execute(sql`update kb_sources set due_at = ${next} where ${of(id)}`),
      started: (id: SourceId) => execute(sql`update kb_sources set started_at = now() where ${of(id)}`),
      setCrawl: (id: SourceId, crawl: Crawl) => execute(sql`update kb_sources set crawl = ${JSON.stringify(crawl)}::jsonb where ${of(id)}`),
      tally: (id: SourceId, tally: Tally) => {
        const set = Object.entries(tally).flatMap(([name, more]) => more === 0 ? [] : [sql`${sql(name)} = ${sql(name)} + ${more}`])
        return set.length === 0 ? Effect.void : execute(sql`update kb_sources set ${sql.csv(set)} where ${of(id)}`)
      },
      finish: (id: SourceId, error: string | null, remark: string | null) =>
        execute(sql`update kb_sources set finished_at = now(), error = ${error}, remark = ${remark} where ${of(id)}`),
      /** It goes: the run takes away what was read of it. */
      remove: (id: SourceId, run: RunId) => execute(sql`update kb_sources set removing = true, run_id = ${run} where ${of(id)}`),
      delete: (id: SourceId) => execute(sql`delete from kb_sources where ${of(id)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(KbSources, KbSources.make)
}
