import { Context, Effect, Layer, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import type { IntegrationObject, IntegrationRun } from "#schemas/integrations/run"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { byId, page } from "../kernel/page.ts"
import { execute, first, inTenant as inTenantOf, one } from "../kernel/sql.ts"

/** A record that a run touched, or did not. */
export type Touch = Pick<IntegrationObject, "action" | "direction" | "object" | "reason" | "record_id" | "remote_id"> & {
  readonly before?: Schema.Json
  readonly after?: Schema.Json
}

export interface Link {
  readonly object: string
  readonly remote_id: string
  readonly record_id: number
  /** Digests of what each side said when they were last alike. */
  readonly theirs: string
  readonly ours: string
}

export type Tally = Partial<Record<"created" | "updated" | "unchanged" | "skipped" | "failed", number>>

/** What a run works with. */
export interface RunAtWork extends Pick<IntegrationRun, "dry_run" | "id" | "key" | "kind" | "undoes"> {
  readonly place: Schema.Json
  readonly finished_at: string | null
}

const json = (value: Schema.Json | undefined) => value === undefined ? null : JSON.stringify(value)

/** The runs between the caller's company and other systems, with what they touched. */
export class SyncRuns extends Context.Service<SyncRuns>()("layers/integrations/SyncRuns", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const own = sql.literal("n.company_id = (select current_company())")
    const columns = sql.literal(`n.id, n.key, n.kind, n.dry_run, n.undoes, n.undone, n.run_id,
      case when n.finished_at is not null then case when n.error is null then 'completed' else 'failed' end
        when r.status is null or r.status = 'canceled' then 'canceled' when r.status = 'failed' then 'failed'
        when r.status = 'queued' then 'waiting' else 'running' end as state,
      n.created, n.updated, n.unchanged, n.skipped, n.failed,
      coalesce(n.error, case when r.status = 'failed' then 'It broke off because of a fault of ours.' end) as error, n.remark, n.created_at, n.started_at, n.finished_at`)
    const from = sql`integration_runs n left join workflow_runs r on r.company_id = n.company_id and r.id = n.run_id`
    const found = (id: number, lock: boolean) => first(sql<RunAtWork>`
      select id, key, kind, dry_run, undoes, place, finished_at from integration_runs where ${inTenant} and id = ${id} ${sql.literal(lock ? "for update" : "")}`)

    return {
      page: (key: IntegrationKey, paging: Paging) =>
        page<IntegrationRun>(sql, {
          from: sql`(select ${columns} from ${from} where ${own} and n.key = ${key}) n`, columns: sql.literal("n.*"),
          where: [sql.literal("true")], order: { ...byId, descending: true }, paging
        }),
      get: (key: IntegrationKey, id: number) =>
        getOrFail("run of this integration")(first(sql<IntegrationRun>`select ${columns} from ${from} where ${own} and n.key = ${key} and n.id = ${id}`)),
      /** The latest one, if there is any. */
      latest: (key: IntegrationKey) => first(sql<IntegrationRun>`select ${columns} from ${from} where ${own} and n.key = ${key} order by n.id desc limit 1`),
      /** The latest one that changed anything for good. */
      latestReal: (key: IntegrationKey) =>
        first(sql<IntegrationRun>`select ${columns} from ${from} where ${own} and n.key = ${key} and n.kind = 'sync' and not n.dry_run order by n.id desc limit 1`),
      find: (id: number) => found(id, false),
      lock: (id: number) => found(id, true),
      create: Effect.fnUntraced(function*(key: IntegrationKey, kind: IntegrationRun["kind"], { dry_run = false, undoes = null }: { readonly dry_run?: boolean; readonly undoes?: number | null }) {
        const { company_id } = yield* Caller
        return (yield* one(sql<{ id: number }>`insert into integration_runs (company_id, key, kind, dry_run, undoes)
          values (${company_id}, ${key}, ${kind}, ${dry_run}, ${undoes}) returning id`)).id
      }),
      setRun: (id: number, run: RunId) => execute(sql`update integration_runs set run_id = ${run} where ${inTenant} and id = ${id}`),
      setUndone: (id: number, by: number) => execute(sql`update integration_runs set undone = ${by} where ${inTenant} and id = ${id}`),
      started: (id: number) => execute(sql`update integration_runs set started_at = coalesce(started_at, now()) where ${inTenant} and id = ${id}`),
      finish: (id: number, error: string | null, remark: string | null) =>
        execute(sql`update integration_runs set finished_at = now(), error = ${error}, remark = ${remark} where ${inTenant} and id = ${id}`),
      tally: (id: number, tally: Tally) => {
        const set = Object.entries(tally).flatMap(([name, more]) => more === 0 ? [] : [sql`${sql(name)} = ${sql(name)} + ${more}`])
        return set.length === 0 ? Effect.void : execute(sql`update integration_runs set ${sql.csv(set)} where ${inTenant} and id = ${id}`)
      },

      /** Where the next part begins: of the connection, or of a run that leaves nothing behind. */
      place: ({ dry_run, id, key }: RunAtWork) =>
        Effect.map(dry_run
          ? one(sql<{ place: Schema.Json }>`select place from integration_runs where ${inTenant} and id = ${id}`)
          : one(sql<{ place: Schema.Json }>`select (select place from integrations where ${inTenant} and key = ${key}) as place`), ({ place }) => place),
      setPlace: ({ dry_run, id, key }: RunAtWork, place: Schema.Json) =>
        execute(dry_run
          ? sql`update integration_runs set place = ${JSON.stringify(place)}::jsonb where ${inTenant} and id = ${id}`
          : sql`update integrations set place = ${JSON.stringify(place)}::jsonb where ${inTenant} and key = ${key}`),
      /** The next run looks at everything. */
      restart: (key: IntegrationKey) => execute(sql`update integrations set place = null where ${inTenant} and key = ${key}`),
      synced: (key: IntegrationKey) => execute(sql`update integrations set last_synced_at = now() where ${inTenant} and key = ${key}`),

      links: (key: IntegrationKey, object: string, remote_ids: ReadonlyArray<string>) =>
        Effect.map(Effect.orDie(sql<Link>`select object, remote_id, record_id, theirs, ours from integration_links
          where ${inTenant} and key = ${key} and object = ${object} and remote_id = any(${[...remote_ids]}::text[])`), (all) =>
          new Map(all.map((link) => [link.remote_id, link]))),
      linksTo: (key: IntegrationKey, object: string, record_ids: ReadonlyArray<number>) =>
        Effect.map(Effect.orDie(sql<Link>`select object, remote_id, record_id, theirs, ours from integration_links
          where ${inTenant} and key = ${key} and object = ${object} and record_id = any(${[...record_ids]}::bigint[])`), (all) =>
          new Map(all.map((link) => [link.record_id, link]))),
      setLinks: Effect.fnUntraced(function*(key: IntegrationKey, links: ReadonlyArray<Link>) {
        if (links.length === 0) return
        const { company_id } = yield* Caller
        /* A record that is another one there by now is no longer the one before. */
        yield* execute(sql`delete from integration_links k using json_to_recordset(${JSON.stringify(links)}::json) as l (object text, remote_id text, record_id bigint)
          where k.company_id = (select current_company()) and k.key = ${key} and k.object = l.object and k.record_id = l.record_id and k.remote_id <> l.remote_id`)
        yield* execute(sql`insert into integration_links (company_id, key, object, remote_id, record_id, theirs, ours)
          select ${company_id}::bigint, ${key}::text, l.object, l.remote_id, l.record_id, l.theirs, l.ours
          from json_to_recordset(${JSON.stringify(links)}::json) as l (object text, remote_id text, record_id bigint, theirs text, ours text)
          on conflict (company_id, key, object, remote_id) do update set record_id = excluded.record_id, theirs = excluded.theirs, ours = excluded.ours`)
      }),
      unlink: (key: IntegrationKey, object: string, remote_ids: ReadonlyArray<string>) =>
        execute(sql`delete from integration_links where ${inTenant} and key = ${key} and object = ${object} and remote_id = any(${[...remote_ids]}::text[])`),
      forget: (key: IntegrationKey) => execute(sql`delete from integration_links where ${inTenant} and key = ${key}`),

      touch: Effect.fnUntraced(function*(run: number, touches: ReadonlyArray<Touch>) {
        if (touches.length === 0) return
        const { company_id } = yield* Caller
        const rows = touches.map(({ after, before, ...touch }) => ({ ...touch, before: json(before), after: json(after) }))
        yield* execute(sql`insert into integration_objects (company_id, run, direction, object, remote_id, record_id, action, reason, before, after)
          select ${company_id}::bigint, ${run}::bigint, t.direction, t.object, t.remote_id, t.record_id, t.action, t.reason, t.before::jsonb, t.after::jsonb
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as t (direction text, object text, remote_id text, record_id bigint, action text, reason text, before text, after text)`)
      }),
      objects: (run: number, action: IntegrationObject["action"] | undefined, paging: Paging) =>
        page<IntegrationObject>(sql, {
          from: sql.literal("integration_objects"),
          columns: sql.literal("id, direction, object, remote_id, record_id, action, reason, before, after, undone, created_at"),
          where: [inTenant, sql`run = ${run}`, ...action === undefined ? [] : [sql`action = ${action}`]], order: byId, paging
        }),
      /** What a run changed of our own records that was not looked at yet, the last first. */
      toUndo: (run: number, most: number) =>
        Effect.orDie(sql<IntegrationObject>`select id, direction, object, remote_id, record_id, action, reason, before, after, undone, created_at from integration_objects
          where ${inTenant} and run = ${run} and undone is null and action in ('created', 'updated', 'linked') order by id desc limit ${most}`),
      setUndoneObjects: (all: ReadonlyArray<{ readonly id: number; readonly undone: string }>) =>
        execute(sql`update integration_objects o set undone = u.undone from json_to_recordset(${JSON.stringify(all)}::json) as u (id bigint, undone text)
          where o.company_id = (select current_company()) and o.id = u.id`)
    }
  })
}) {
  static readonly layer = Layer.effect(SyncRuns, SyncRuns.make)
}
