import { Context, Effect, Fiber } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlConnection, SqlError } from "effect/sql"
import { currentCompany } from "./confined.ts"

type Connection = SqlConnection.Connection
type Statement = readonly [sql: string, params: ReadonlyArray<unknown>]

/** What a transaction begins and ends with, in the same writes as the work's first and last statement. */
export class Batches {
  /** The work's first statement names the company itself. */
  readonly named: boolean
  /** Inserts to send as one statement just before COMMIT. */
  readonly closing: Array<Statement> = []
  constructor(named: boolean) {
    this.named = named
  }
}

const shifted = new Map<string, string>()

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

/** The batches of the transaction about to begin. */
export const CurrentBatches = Context.Reference<Batches | undefined>("layers/transaction/CurrentBatches", {
  defaultValue: () => undefined
})

const run = (connection: Connection, [sql, params]: Statement) => Effect.asVoid(connection.execute(sql, params, undefined))

/** All leave in one socket write and are answered in order; the first failure is the result. */
const together = (connection: Connection, statements: ReadonlyArray<Statement>) =>
  statements.length === 1
    ? run(connection, statements[0]!)
    : Effect.forEach(statements, (statement) => run(connection, statement), { concurrency: "unbounded", discard: true })

/**
 * Transactions on connections that one holder has alone, where BEGIN and the company travel with the work's first
 * statement and COMMIT with its last. A failure of the opening fails what follows it, and is reported at the end.
 */
export const transactions = (
  transactionService: SqlClient.SqlClient["transactionService"],
  lease: Effect.Effect<Connection, SqlError.SqlError, Scope.Scope>
) => {
  const openings = new WeakMap<Connection, Fiber.Fiber<void, SqlError.SqlError>>()
  const rollback = (connection: Connection) => run(connection, ["rollback", []])

  return SqlClient.makeWithTransaction({
    transactionService,
    spanAttributes: [],
    acquireConnection: (restore) => restore(lease),
    begin: (connection) =>
      Effect.withFiber((fiber) => {
        const company = currentCompany(fiber.context)
        const opening = together(connection, fiber.getRef(CurrentBatches)?.named === true ? [["begin", []]] : [
          ["begin", []],
          ["select set_config('app.company_id', $1, true)", [company === undefined ? "" : String(company)]]
        ])
        return Effect.map(Effect.forkDetach(opening, { startImmediately: true }), (fiber) =>
          void openings.set(connection, fiber))
      }),
    commit: (connection) =>
      Effect.withFiber((fiber) => {
        const closing = fiber.getRef(CurrentBatches)?.closing ?? []
        return Effect.andThen(
          Fiber.join(openings.get(connection)!),
          together(connection, closing.length === 0 ? [["commit", []]] : [joined(closing), ["commit", []]])
        )
      }),
    onCommitFailure: rollback,
    rollback,
    savepoint: (connection, id) => run(connection, [`savepoint s${id}`, []]),
    rollbackSavepoint: (connection, id) => run(connection, [`rollback to savepoint s${id}`, []])
  })
}
