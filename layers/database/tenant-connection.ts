import type { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { LRUCache } from "lru-cache"
import { Caller } from "#schemas/kernel/tenancy"

type Connection = SqlConnection.Connection

/** Whose rows statements may see; without one, row level security shows none. A request's caller decides by default. */
export const Company = Context.Reference<number | undefined>("layers/tenant-connection/Company", { defaultValue: () => undefined })

export const currentCompany = (context: Context.Context<never>): number | undefined =>
  Context.get(context, Company) ?? Context.getOrUndefined(context as Context.Context<Caller>, Caller)?.company_id

/** A session's statements as they are: inside a transaction, whose opening has named the company. */
export const plain = (pg: PgConnection.PgConnection): Connection => {
  const rows = (prepare: boolean): Connection["execute"] => (sql, params, transform) =>
    Effect.map(pg.query(sql, params, prepare), ({ rows }) => transform ? transform(rows) : rows)
  return {
    execute: rows(true),
    executeUnprepared: rows(false),
    executeRaw: pg.query,
    executeValues: pg.queryValues,
    executeValuesUnprepared: (sql, params) => pg.queryValues(sql, params, false),
    executeStream: (sql, params, transform) =>
      transform ? Stream.mapArray(pg.stream(sql, params), (rows) => transform(rows) as typeof rows) : pg.stream(sql, params)
  }
}

const MOST_TEXTS = 2_000
const texts = new LRUCache<string, string>({ max: MOST_TEXTS })

/**
 * One statement that names the company and reads as it: no transaction, one round trip, shareable connection. Both
 * `offset 0` keep the planner from moving the read before the setting, which ends with the statement.
 */
const tenantText = (sql: string, position: number) => {
  const key = `${position} ${sql}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = `select r.* from (select set_config('app.company_id', $${position}, true) as s offset 0) t ` +
    `cross join lateral (select q.* from (${sql}) q where t.s is not null offset 0) r`
  texts.set(key, text)
  return text
}

/** Runs `run`, which sends the statement `sql` of a company, on one of the connections that its reads may use. */
type Reads = <A>(
  company: number,
  sql: string,
  run: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
) => Effect.Effect<A, SqlError.SqlError>

/** Stands for the company of statements that have none, and to which row level security shows nothing. */
export const NO_COMPANY = 0

/** Connections shared by many requests, as one: each statement by itself is confined to the company that sends it. */
export const tenantConnection = (reads: Reads): Connection => {
  const sent = <A>(
    sql: string,
    params: ReadonlyArray<unknown>,
    send: (connection: PgConnection.PgConnection, sql: string, params: ReadonlyArray<unknown>) => Effect.Effect<A, SqlError.SqlError>
  ) =>
    Effect.withFiber<A, SqlError.SqlError>((fiber) => {
      const company = currentCompany(fiber.context)
      if (company === undefined) return reads(NO_COMPANY, sql, (connection) => send(connection, sql, params))
      const text = tenantText(sql, params.length + 1)
      return reads(company, text, (connection) => send(connection, text, [...params, String(company)]))
    })
  const rows = (prepare: boolean): Connection["execute"] => (sql, params, transform) =>
    Effect.map(
      sent(sql, params, (connection, sql, params) => connection.query(sql, params, prepare)),
      ({ rows }) => transform ? transform(rows) : rows
    )
  const values = (prepare: boolean): Connection["executeValues"] => (sql, params) =>
    sent(sql, params, (connection, sql, params) => connection.queryValues(sql, params, prepare))
  return {
    execute: rows(true),
    executeUnprepared: rows(false),
    executeRaw: (sql, params) => sent(sql, params, (connection, sql, params) => connection.query(sql, params)),
    executeValues: values(true),
    executeValuesUnprepared: values(false),
    executeStream: () => Stream.die(new Error("Reads are not streamed: read page by page."))
  }
}
