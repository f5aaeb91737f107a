import { Effect, Schedule } from "effect"
import { OwnerSql } from "./database.ts"

/** The number `n` that a query answers with. */
export const number = Effect.fnUntraced(function*(query: string) {
  const sql = yield* OwnerSql
  const [row] = yield* sql.unsafe<{ n: number }>(query)
  return Number(row!.n)
}, Effect.orDie)

/** Waits until the number is such a one. */
export const until = (query: string, is: (n: number) => boolean) =>
  number(query).pipe(Effect.repeat({ until: is, schedule: Schedule.spaced("5 millis") }), Effect.timeout("60 seconds"), Effect.orDie)
