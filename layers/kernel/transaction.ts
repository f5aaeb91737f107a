import type { PgPool } from "@effect/sql-pg"
import { Effect, Exit, Fiber } from "effect"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import { LRUCache } from "lru-cache"
import { currentCompany, plain } from "../database/tenant-connection.ts"

type Connection = SqlConnection.Connection
export type Statement = readonly [sql: string, params: ReadonlyArray<unknown>]

/** What a transaction begins and ends with, in the same writes as the work's first and last statement. */
export class TransactionEnvelope {
  /** The work's first statement names the company itself. */
  readonly namesCompany: boolean
  /** Inserts to send as one statement just before COMMIT. */
  readonly closing: Array<Statement> = []
  constructor(namesCompany: boolean) {
    this.namesCompany = namesCompany
  }
}

/** Statements whose parameters were numbered anew: programs repeat a few, but one with a list of values has a text for each length. */
const MOST_SHIFTED = 2_000
const shifted = new LRUCache<string, string>({ max: MOST_SHIFTED })

/** The statement with its parameters numbered from `offset + 1`. */
const shift = (sql: string, offset: number) => {
  if (offset === 0) return sql
  const key = `${offset} ${sql}`
  const known = shifted.get(key)
  if (known !== undefined) return known
  const text = sql.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)
  shifted.set(key, text)
  return text
}

/** Several inserts as one statement: each answer that PostgreSQL sends wakes us up, and costs more than the insert. */
export const joined = (statements: ReadonlyArray<Statement>): Statement => {
  const [sql, params] = statements.at(-1)!
  let before = ""
  const all: Array<unknown> = []
  for (const [index, [part, values]] of statements.slice(0, -1).entries()) {
    before += `${index === 0 ? "with" : ","} s${index} as (${shift(part, all.length)})`
    all.push(...values)
  }
  return [`${before} ${shift(sql, all.length)}`, [...all, ...params]]
}

const run = (connection: Connection, [sql, params]: Statement) => Effect.asVoid(connection.execute(sql, params, undefined))

const begin: Statement = ["begin", []]
const commit: Statement = ["commit", []]
const rollback: Statement = ["rollback", []]

/** Sends a statement now and hands back the wait for its answer. */
const sent = (connection: Connection, statement: Statement) =>
  Effect.map(Effect.forkDetach(run(connection, statement), { startImmediately: true }), Fiber.join)

const opened = (connection: Connection, company: number | undefined, namesCompany: boolean) =>
  Effect.flatMap(sent(connection, begin), (begun) =>
    namesCompany ? Effect.succeed(begun) : Effect.map(
      sent(connection, ["select set_config('app.company_id', $1, true)", [company === undefined ? "" : String(company)]]),
      (set) => Effect.andThen(begun, set)
    ))

/** The closing statement and COMMIT leave together. If the first fails, PostgreSQL turns the second into a rollback. */
const closed = (connection: Connection, closing: ReadonlyArray<Statement>) =>
  closing.length === 0
    ? run(connection, commit)
    : Effect.flatMap(sent(connection, joined(closing)), (written) =>
      Effect.flatMap(Effect.exit(run(connection, commit)), (committed) => Effect.andThen(written, committed)))

/**
 * Transactions on connections that one holder has alone, where BEGIN and the company travel with the work's first
 * statement and COMMIT with its last. A failure of the opening fails what follows it.
 *
 * Not `makeWithTransaction`: its span, scope, semaphore and hooks cost as much as the statements of a small write. What
 * runs inside must not open a transaction of its own.
 */
export const transactions = (transactionService: SqlClient.SqlClient["transactionService"], pool: PgPool.PgPool) =>
<A, E, R>(effect: Effect.Effect<A, E, R>, batches: TransactionEnvelope): Effect.Effect<A, E | SqlError.SqlError, R> =>
  pool.use((pg) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.withFiber((fiber) => {
        const connection = plain(pg)
        const work = Effect.provideService(effect, transactionService, [connection, 0])
        const undone = Effect.exit(run(connection, rollback))
        return Effect.flatMap(opened(connection, currentCompany(fiber.context), batches.namesCompany), (opening) =>
          Effect.flatMap(Effect.exit(restore(work)), (outcome) =>
            Exit.isSuccess(outcome)
              ? Effect.andThen(Effect.tapCause(Effect.andThen(opening, closed(connection, batches.closing)), () => undone), outcome)
              : Effect.andThen(undone, outcome)))
      }))
  ) as Effect.Effect<A, E | SqlError.SqlError, R>
