import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { one } from "./sql.ts"

/**
 * Of the transactions of the caller's company that take the lock of this name, one goes on at a time: the others wait until
 * it has ended. Different companies do not wait for each other.
 */
export const companyLock = (sql: SqlClient.SqlClient, name: string): Effect.Effect<void, SqlError.SqlError> =>
  Effect.asVoid(sql`select pg_advisory_xact_lock(hashtextextended(${name}::text || ' ' || current_company(), 0))`)

/**
 * How many rows there are of something whose number is limited, read under the company's lock of this name: until the
 * transaction ends nobody else adds one who counts them in the same way. `rows` is a table with its WHERE clause.
 *
 * The count is a statement of its own, because one that waited for a lock still sees the rows of before.
 */
export const countForLimit = (
  sql: SqlClient.SqlClient, name: string, rows: Statement.Fragment
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.andThen(companyLock(sql, name), Effect.map(one(sql<{ n: number }>`select count(*) as n from ${rows}`), ({ n }) => n))

/** Fails where there are as many as there may be. `count` is one of `countForLimit`, or of rows under a lock of their own. */
export const requireRoom = <E, R>(count: Effect.Effect<number, E, R>, most: number, what: string): Effect.Effect<void, E | Conflict, R> =>
  Effect.flatMap(count, (had) => had < most ? Effect.void : Effect.fail(new Conflict({ message: `There are ${had} ${what}; there may be ${most}.` })))
