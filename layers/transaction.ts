import { Context, Effect, Fiber } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlConnection, SqlError } from "effect/sql"
import { currentCompany } from "./confined.ts"

type Connection = SqlConnection.Connection
type Statement = readonly [sql: string, params: ReadonlyArray<unknown>]

/** Statements to send just before COMMIT, in the same write, after the work's last. */
export class Batches {
  readonly closing: Array<Statement> = []
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
        const opening = together(connection, [
          ["begin", []],
          ["select set_config('app.company_id', $1, true)", [company === undefined ? "" : String(company)]]
        ])
        return Effect.map(Effect.forkDetach(opening, { startImmediately: true }), (fiber) =>
          void openings.set(connection, fiber))
      }),
    commit: (connection) =>
      Effect.withFiber((fiber) =>
        Effect.andThen(
          Fiber.join(openings.get(connection)!),
          together(connection, [...fiber.getRef(CurrentBatches)?.closing ?? [], ["commit", []]])
        )
      ),
    onCommitFailure: rollback,
    rollback,
    savepoint: (connection, id) => run(connection, [`savepoint s${id}`, []]),
    rollbackSavepoint: (connection, id) => run(connection, [`rollback to savepoint s${id}`, []])
  })
}
