import { Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { SystemSql } from "./database.ts"

/** Whether the service takes work: from the end of its start to the beginning of its stop. */
export class Health extends Context.Service<Health, {
  readonly setAccepting: (accepting: boolean) => void
  readonly accepting: () => boolean
  /** Waits for an answer of the database, or for its refusal. */
  readonly reach: Effect.Effect<void, SqlError.SqlError>
  /** The database answers within two seconds. */
  readonly database: Effect.Effect<boolean>
}>()("layers/Health") {
  static readonly layer = Layer.effect(Health, Effect.gen(function*() {
    const sql = yield* SystemSql
    let accepting = false
    return Health.of({
      setAccepting: (now) => void (accepting = now),
      accepting: () => accepting,
      reach: Effect.asVoid(sql`select 1`),
      database: sql`select 1`.pipe(Effect.timeout("2 seconds"), Effect.isSuccess)
    })
  }))
}
