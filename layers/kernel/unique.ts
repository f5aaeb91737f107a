import { Effect } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"

type Columns = Readonly<Record<string, unknown>>

/** A value that one record has at a time. `by` is the record that has it, where that is known. */
interface ExclusiveValue {
  readonly column: string
  readonly error: (value: never, by?: number) => unknown
}

/**
 * What a violation of a unique constraint means, by the name of the constraint: the field, where the usual words do; the error;
 * or the error that can name who has the value, which costs a query before each update of it.
 */
export type Uniques = Readonly<Record<string, string | ((values: Columns) => unknown) | ExclusiveValue>>

export type UniqueViolation<U extends Uniques> = {
  [K in keyof U]: U[K] extends string ? Conflict
    : U[K] extends (values: never) => infer E ? E
    : U[K] extends { readonly error: (...values: never) => infer E } ? E : never
}[keyof U]

/** What people call a field, where that is not its name. */
const nouns: Readonly<Record<string, string>> = { email: "e-mail address" }

/** The usual words for a value that another record has. */
export const alreadyTaken = (noun: string, field: string, received: unknown, by?: number) => {
  const called = nouns[field] ?? field.replaceAll("_", " ")
  const holder = `${noun} ${by}`
  return new Conflict({
    message: by === undefined
      ? `Another ${noun} has this ${called}.`
      : `${holder.charAt(0).toUpperCase()}${holder.slice(1)} has this ${called}.`,
    details: [detail(field, by === undefined ? "already taken" : `already taken by ${holder}`, received)]
  })
}

/** Turns violations of unique constraints into their errors. `others` finds the records that count: not the deleted ones. */
export const uniquenessOf = <const U extends Uniques>(
  sql: SqlClient.SqlClient, unique: U, { noun, others, table }: {
    readonly noun: string
    readonly others: ReadonlyArray<Statement.Fragment>
    readonly table: Statement.Fragment
  }
) => {
  const exclusive = Object.values(unique).filter((one): one is ExclusiveValue => typeof one === "object")
  return {
    /** A violation ends what a transaction can do, so an insert does nothing instead, and who has the value is asked then. */
    onConflict: sql.literal(exclusive.length === 0 ? "" : "on conflict do nothing"),
    /** Fails where another record than `except` has one of the values. */
    checkFree: Effect.fnUntraced(function*(values: Columns, except: number): Effect.fn.Return<void, UniqueViolation<U>> {
      for (const { column, error } of exclusive) {
        const value = values[column]
        if (value === undefined || value === null) continue
        const [holder] = yield* Effect.orDie(sql<{ id: number }>`
          select id from ${table} where ${sql.and(others)} and ${sql(column)} = ${value} and id <> ${except}`)
        if (holder !== undefined) return yield* Effect.fail(error(value as never, holder.id) as UniqueViolation<U>)
      }
    }),
    /** What PostgreSQL refuses is a defect, but for the constraints that have a meaning. */
    meant: <A, R>(values: Columns, effect: Effect.Effect<A, SqlError.SqlError, R>): Effect.Effect<A, UniqueViolation<U>, R> =>
      Effect.catch(effect, (error) => {
        const { reason } = error
        const meaning = reason._tag === "UniqueViolation" ? unique[reason.constraint ?? ""] : undefined
        if (meaning === undefined) return Effect.die(error)
        return Effect.fail((
          typeof meaning === "string" ? alreadyTaken(noun, meaning, values[meaning])
            : typeof meaning === "function" ? meaning(values)
            : meaning.error(values[meaning.column] as never)
        ) as UniqueViolation<U>)
      })
  }
}
