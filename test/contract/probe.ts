import { assert, expect } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import type { Operation } from "#schemas/kernel/catalog"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { OwnerSql } from "../support/database.ts"
import { companyIds, send, type Sent } from "../support/test-server.ts"
import { addressOf, catalog } from "./examples.ts"
import { faultsOfAnswer, faultsOfRefusal } from "./shape.ts"

let turn = 0

/**
 * Which operations each probe was passed by. `usual` tells of each probe from method, path and access alone whether an operation is
 * one for it; kept in golden files, one for each category, are the exceptions, so that a probe that was lost is a visible
 * difference, and a usual operation needs no line.
 */
export const coverage = <What extends string>(file: string, usual: Readonly<Record<What, (entry: Operation) => boolean>>) => {
  const passed = new Set<string>()
  const exceptions = (entry: Operation) => Object.entries<(entry: Operation) => boolean>(usual).flatMap(([what, isUsual]) => {
    const line = `${entry.name} ${what}`
    return passed.has(line) === isUsual(entry) ? [] : [`${isUsual(entry) ? "not" : "also"}: ${line}`]
  })
  return {
    passed: (entry: Operation, what: What) => void passed.add(`${entry.name} ${what}`),
    isAsEver: Effect.promise(async () => {
      for (const [category, entries] of Map.groupBy(catalog, ({ category }) => category)) {
        const found = entries.flatMap(exceptions).toSorted()
        await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(`golden-coverage/${file}/${category}.json`)
      }
    })
  }
}

/** From method and path alone, so that what is derived from a declaration is found out when it derives nothing any more. */
export const looks = {
  closed: ({ access }: Operation) => access !== "public",
  open: ({ access, visitors }: Operation) => access === "public" && visitors.length === 0,
  read: ({ method }: Operation) => method === "GET",
  list: ({ method, name }: Operation) => method === "GET" && name.startsWith("list_"),
  ofOne: ({ path }: Operation) => path.includes("/:"),
  withBody: ({ method, path }: Operation) => method === "PUT" || method === "PATCH" || method === "POST" && !path.includes("/:"),
  needingFields: ({ method, path }: Operation) => method === "PUT" || method === "POST" && !path.includes("/:"),
  creation: ({ method, successStatus }: Operation) => method === "POST" && successStatus === 201,
  change: ({ method }: Operation) => method === "PATCH"
}

/** A request id of our own, which every answer must give back. */
export const requestId = () => `probe-${turn++}`

const always: Readonly<Record<string, RegExp>> = {
  "x-ratelimit-limit": /^\d+$/,
  "x-ratelimit-remaining": /^\d+$/,
  "x-ratelimit-reset": /^\d{10}$/,
  "ratelimit-policy": /^"minute";q=\d+;w=60$/,
  "ratelimit": /^"minute";r=\d+;t=\d+$/,
  "x-content-type-options": /^nosniff$/,
  "content-security-policy": /default-src 'none'.*frame-ancestors 'none'/,
  "cache-control": /./
}

/** What every answer carries, whatever it says. */
export const isProper = ({ headers, status, text }: Sent, id: string) => {
  assert.strictEqual(headers.get("x-request-id"), id)
  for (const [name, pattern] of Object.entries(always)) assert.match(headers.get(name) ?? "", pattern, name)
  assert.notInclude(text, "node_modules")
  assert.strictEqual(headers.get("www-authenticate") !== null, status === 401, "WWW-Authenticate comes with 401 and only then")
  assert.strictEqual(headers.get("retry-after") !== null, status === 429 || status === 503, "Retry-After")
}

/** A refusal with this code: its status, its envelope to the key, and what every answer carries. */
export const isRefusal = (sent: Sent, id: string, code: Code) => {
  assert.strictEqual(sent.json?.code, code, `${sent.status} ${sent.text}`)
  assert.strictEqual(sent.status, statusOf[code])
  assert.strictEqual(sent.headers.get("content-type"), "application/json")
  assert.deepStrictEqual(faultsOfRefusal(sent.status, sent.json), [])
  assert.strictEqual(sent.json.request_id, id)
  isProper(sent, id)
}

/** The same of an operation that must have declared it. */
export const isDeclaredRefusal = (entry: Operation, sent: Sent, id: string, code: Code) => {
  isRefusal(sent, id, code)
  assert.deepStrictEqual(faultsOfAnswer(entry, sent.status, sent.json), [])
}

/** Calls an operation with nothing right but the address. */
export const sendMinimal = (entry: Operation, init: Parameters<typeof send>[1] = {}) =>
  send(addressOf(entry, { params: {}, query: {} }), {
    method: entry.method,
    ...entry.method !== "GET" && { body: "{}" },
    ...init
  })

/** Changed by chores and by the engine, at times of their own. */
const busy = [
  "analytics_alerts", "chain_heads", "event_day_queue", "event_heads", "kb_queries", "row_counts", "score_queue", "scoring", "webhook_days", "webhook_deliveries", "webhook_replays", "workflow_runs", "workflow_signals",
  "workflow_writes", "workflow_run_attributes", "workflow_run_states", "workflow_step_progress", "workflow_rates", "workflow_turns", "workflow_contents", "workflow_batches", "workflow_batch_runs", "media_objects", "visit_cells", "visit_days", "visit_hours", "upload_pieces", "test_clocks", "test_timers"
]

/** Rows that a job writes at times of its own: people are told by e-mail of what waits for them. */
const byJobs: Readonly<Record<string, string>> = {
  emails: "and template <> 'consents-waiting'",
  receipts: "and verb not in ('tell_of_consents', 'send_email')"
}

/** What a table may take in a comparison before a hash stands for it: a difference of the usual tables can be read. */
const READABLE = 4_000

/**
 * What tells of each table of a database whether versions of its rows came or went. It is a function, as PostgreSQL takes longer to plan a
 * query over all tables than to run it.
 */
const madeVersions = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const tables = yield* sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')
    order by 1`
  const versions = tables.filter(({ name }) => !busy.includes(name)).map(({ name }) => `
    select '${name}', count(*) || ' ' || coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0) from "${name}" where company_id = company`)
  yield* sql`create schema if not exists comparing`
  yield* sql.unsafe(`create or replace function comparing.versions(company bigint) returns table (name text, versions text) language plpgsql
    set plan_cache_mode = force_generic_plan as $$ begin return query ${versions.join(" union all ")}; end $$`)
})

/** What was read of the tables of a database, by table, company and length: to read all of them again takes longer than most requests. */
const readings = new WeakMap<SqlClient.SqlClient, Map<string, { readonly versions: string; readonly text: string }>>()

/**
 * All rows of a company, as one text for each table, once no run is at work: equal before and after if nothing was changed.
 * Left out is what happens by itself, and `but` these tables. A table is read again only when versions of its rows came or went.
 */
export const rowsOf = Effect.fnUntraced(function*(company: keyof typeof companyIds, but: ReadonlyArray<string> = [], most = READABLE) {
  const sql = yield* OwnerSql
  const id = companyIds[company]
  yield* sql<{ n: number }>`select count(*) as n from workflow_runs where status in ('queued', 'running')`.pipe(
    Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("90 seconds")
  )
  if (!readings.has(sql)) yield* madeVersions(sql)
  const read = readings.get(sql) ?? new Map<string, { readonly versions: string; readonly text: string }>()
  readings.set(sql, read)
  const found = yield* sql<{ name: string; versions: string }>`select name, versions from comparing.versions(${id})`
  const texts: Record<string, string> = {}
  for (const { name, versions } of found.filter(({ name }) => !but.includes(name))) {
    const key = `${name} ${id} ${most}`
    if (read.get(key)?.versions !== versions) {
      const [row] = yield* sql.unsafe<{ text: string }>(`
        select case when length(text) > ${Math.min(most, 1e9)} then md5(text) else text end as text from (
          select coalesce(string_agg(row, ' ' order by row), '') as text from (
            select (to_jsonb(t) - 'sequence' - 'hash' - 'previous_hash' - 'salts' - 'last_used_at' - 'last_seen_at' - 'analyzed_at' - 'failing_since' - 'score' - 'told_at')::text as row
            from "${name}" t where company_id = ${id} ${byJobs[name] ?? ""}) rows) texts`)
      read.set(key, { versions, text: row!.text })
    }
    texts[name] = read.get(key)!.text
  }
  return texts
}, Effect.orDie)

/**
 * What comes of work that must leave these rows as they are. What was asked before may leave a receipt meanwhile, by a run or a job in the
 * background: where nothing but receipts differs, the work is done again, twice at most.
 */
export const leaving = <A, E, R, E2, R2>(rows: Effect.Effect<Readonly<Record<string, string>>, E2, R2>, work: Effect.Effect<A, E, R>, what?: string) =>
  Effect.gen(function*() {
    for (let turn = 0;; turn++) {
      const before = yield* rows
      const found = yield* work
      const after = yield* rows
      const differing = Object.keys(after).filter((table) => after[table] !== before[table])
      if (turn < 2 && differing.length > 0 && differing.every((table) => table.endsWith("receipts"))) continue
      assert.deepStrictEqual(after, before, what)
      return found
    }
  })

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
