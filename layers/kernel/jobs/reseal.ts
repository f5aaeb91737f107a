import { Effect, Option, Schedule } from "effect"
import { SecretStore } from "../../auth/secret-store.ts"
import { sealed } from "../../categories.ts"
import { JobsSql } from "../../database/connections.ts"

const BATCH = 500
const EVERY = "1 hour"

type Row = Readonly<Record<string, number | string | null>>

/**
 * Seals what lies open, and what an older SECRET_KEY sealed with the newest, so that the old one can be taken away once a process has run
 * with both. What somebody changes meanwhile is left as they wrote it.
 */
export const secretsResealed = Effect.gen(function*() {
  const sql = yield* JobsSql
  const store = yield* SecretStore

  const walks = sealed.map(({ columns, key, renewed, table }) => {
    const names = Object.keys(key)
    const valueOf = (row: Row, name: string) => sql`${row[name]}::${sql.literal(key[name]!)}`
    const keyed = sql.csv(names.map((name) => sql`${sql(name)}`))
    const after = (last: Row | undefined) =>
      last === undefined ? sql.literal("true") : sql`(${keyed}) > (${sql.csv(names.map((name) => valueOf(last, name)))})`

    const batch = Effect.fnUntraced(function*(last: Row | undefined) {
      const rows = yield* sql<Row>`
        select ${keyed}, ${sql.csv(columns.map((column) => sql`${sql(column)}`))} from ${sql(table)}
        where ${after(last)} order by ${keyed} limit ${BATCH}`
      for (const row of rows) {
        const found = sql.and(names.map((name) => sql`${sql(name)} = ${valueOf(row, name)}`))
        for (const column of columns) {
          const kept = row[column]
          const text = typeof kept === "string" ? renewed(store, row as never, kept) : Option.none()
          if (Option.isNone(text)) continue
          yield* sql`update ${sql(table)} set ${sql(column)} = ${text.value} where ${found} and ${sql(column)} = ${kept}`
        }
      }
      return rows.at(-1)
    })
    return Effect.gen(function*() {
      for (let last = yield* batch(undefined); last !== undefined; last = yield* batch(last));
    })
  })

  yield* Effect.all(walks, { discard: true }).pipe(
    Effect.tapCause((cause) => Effect.logWarning(`secrets were not sealed anew; will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
}).pipe(Effect.provide(SecretStore.layer))
