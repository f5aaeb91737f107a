import { Effect } from "effect"
import { SqlError } from "effect/sql"

/** The SQLSTATE with which PostgreSQL refuses something; "done" where it does not. */
export const refusalOf = <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<string, never, R> =>
  Effect.match(statement, {
    onFailure: (error) => SqlError.isSqlError(error) ? (error.reason.cause as { readonly code?: string }).code ?? "" : "done",
    onSuccess: () => "done"
  })
