import { Effect, Option, SchemaAST } from "effect"
import { type SqlClient, SqlError, Statement } from "effect/sql"

/** The time of the transaction, as a value to write. */
export const now = Statement.fragment([Statement.literal("now()")])

/** Holds for rows of the caller's company. `alias` is the table's, where a query reads several. */
export const inTenant = (sql: SqlClient.SqlClient, alias?: string): Statement.Fragment =>
  sql.literal(`${alias === undefined ? "" : `${alias}.`}company_id = (select current_company())`)

/** Makes a defect of what PostgreSQL refuses, and leaves all other errors. */
export const orDieSql = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catchIf(effect, SqlError.isSqlError, Effect.die) as Effect.Effect<A, Exclude<E, SqlError.SqlError>, R>

/**
 * The conditions of the filters that are given; `undefined` is none. A filter's column has its name and equals its value, but
 * for those that `compare` names.
 */
export const where = <Values extends object>(
  sql: SqlClient.SqlClient,
  values: Values,
  compare: { readonly [K in keyof Values]?: (value: NonNullable<Values[K]>) => Statement.Fragment } = {}
): ReadonlyArray<Statement.Fragment> => {
  const comparisons = compare as Readonly<Record<string, ((value: unknown) => Statement.Fragment) | undefined>>
  return Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [comparisons[column]?.(value) ?? sql`${sql(column)} = ${value}`])
}

/** The first row that a query gives, if any. What PostgreSQL refuses is a defect. */
export const first = <Row>(rows: Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>): Effect.Effect<Option.Option<Row>> =>
  Effect.orDie(Effect.map(rows, ([row]) => Option.fromNullishOr(row)))

/** A column of such values holds JSON, and not a value or an array of values. */
export const isJson = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isObjects(ast) || SchemaAST.isSuspend(ast) || (SchemaAST.isUnion(ast) && ast.types.some(isJson)) ||
  (SchemaAST.isArrays(ast) && [...ast.elements, ...ast.rest].some(isJson))

/** The row of a statement that always gives one; what PostgreSQL refuses stays an error that can mean something. */
export const returned = <Row, E>(rows: Effect.Effect<ReadonlyArray<Row>, E>): Effect.Effect<Row, E> =>
  Effect.flatMap(rows, ([row]) => row === undefined ? Effect.die(new Error("the statement gave no row")) : Effect.succeed(row))

/** The row of a statement that always gives one. What PostgreSQL refuses is a defect. */
export const one = <Row>(rows: Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>): Effect.Effect<Row> => Effect.orDie(returned(rows))

/** Whether a statement gives any row. */
export const exists = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>): Effect.Effect<boolean> =>
  Effect.orDie(Effect.map(rows, ({ length }) => length > 0))

/** Runs a statement for what it does. */
export const execute = (statement: Effect.Effect<unknown, SqlError.SqlError>): Effect.Effect<void> => Effect.asVoid(Effect.orDie(statement))
