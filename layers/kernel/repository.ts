import { Effect, Option } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import type { Entity } from "#schemas/kernel/entity"
import { NotFound, type PreconditionFailed, type ValidationError } from "#schemas/kernel/errors"
import type { EventKind, Facts } from "#schemas/kernel/events"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { recordChange } from "../journal.ts"
import { byId, type Order, orderOf, page } from "../page.ts"
import { checkIfMatch } from "./if-match.ts"

const moment = (column: string): Order => ({ column, type: "timestamptz", descending: false })
const sorts = { id: byId, created_at: moment("created_at"), updated_at: moment("updated_at") }

type Columns = Readonly<Record<string, unknown>>

type Sort<S> = keyof typeof sorts | (keyof S & string)
type Filters = Readonly<Record<string, (value: any) => Statement.Fragment>>

/** What a page can be asked for: the order, and filters that may be left out. */
type Query<Row, Equal extends keyof Row, F extends Filters, S> =
  & Paging
  & { readonly sort: Sort<S> | `-${Sort<S>}` }
  & { readonly [K in Equal]?: NonNullable<Row[K]> }
  & { readonly [K in keyof F]?: Parameters<F[K]>[0] }

interface Options<Row, Equal extends keyof Row, F extends Filters, S, Taken> {
  readonly table: string
  /** What receipts and events call a record. */
  readonly object: string
  /** What refusals call a record; the object if left out. */
  readonly label?: string
  /** The table has `deleted_at`. */
  readonly softDelete?: boolean
  /** The table has the triggers of `keep_count`, so that the total of a list without filters is known. */
  readonly counted?: boolean
  /** Besides `id`, `created_at` and `updated_at`. */
  readonly sort?: S
  /** Filters that compare the column of the same name. */
  readonly equal?: ReadonlyArray<Equal>
  readonly filter?: F
  /** Fields that are not columns, each by the SQL expression that it is read with. */
  readonly computed?: { readonly [K in keyof Row]?: string }
  /** The error that a violation of a unique constraint means for what was written, by the name of the constraint. */
  readonly unique?: Readonly<Record<string, (written: Columns) => Taken>>
}

interface Lookup {
  /** Keeps others from changing it until the transaction ends. */
  readonly lock?: boolean
  /** Finds a soft-deleted record too. */
  readonly deleted?: boolean
}

interface Written {
  readonly events?: ReadonlyArray<EventKind>
}

/**
 * The reads and writes of one table of a company, as its entity declares it. Each write is noted for the receipt and, with
 * `events`, for subscribers. What PostgreSQL refuses is a defect, but for the constraints that have a meaning.
 */
export const repository = Effect.fnUntraced(function*<
  E extends Entity, Equal extends keyof E["read"]["Type"] & string = never, F extends Filters = {},
  S extends Readonly<Record<string, Order>> = {}, Taken = never
>(entity: E, options: Options<E["read"]["Type"], Equal, F, S, Taken>) {
  type Row = E["read"]["Type"]
  const {
    computed = {}, counted = false, equal = [], filter, object, label = object, softDelete: keeps = false, table: name, unique = {}
  } = options
  const sql = yield* SqlClient.SqlClient
  const table = sql(name)
  const expressions: { readonly [field: string]: string | undefined } = computed
  const columns = sql.literal(Object.keys(entity.read.fields).map((field) => {
    const expression = expressions[field]
    return expression === undefined ? field : `${expression} as ${field}`
  }).join(", "))
  const inTenant = sql.literal("company_id = (select current_company())")
  const notDeleted = sql.literal("deleted_at is null")
  const isVersioned = "version" in entity.read.fields
  const touched = sql.literal(isVersioned ? ", version = version + 1, updated_at = now()" : "")
  const orders = { ...sorts, ...options.sort } as Readonly<Record<Sort<S>, Order>>
  const filters: Filters = {
    ...Object.fromEntries(equal.map((column) => [column, (value: unknown) => sql`${sql(column)} = ${value}`])),
    ...filter
  }

  const meant = <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>, written: Columns = {}): Effect.Effect<A, Taken, R> =>
    Effect.catch(effect, ({ reason, ...error }) => {
      const meaning = reason._tag === "UniqueViolation" ? unique[reason.constraint ?? ""] : undefined
      return meaning === undefined ? Effect.die(error) : Effect.fail(meaning(written))
    })

  const noted = (before: Row | null, after: Row | null, { events }: Written) =>
    recordChange({
      object, id: (after ?? before)!.id, before: before as Facts | null, after: after as Facts | null, ...events !== undefined && { events }
    })

  const find = (id: number, { deleted = false, lock = false }: Lookup = {}): Effect.Effect<Option.Option<Row>> =>
    sql<Row>`select ${columns} from ${table} where ${inTenant} and id = ${id}
      ${keeps && !deleted ? sql`and ${notDeleted}` : sql.literal("")} ${sql.literal(lock ? "for update" : "")}`.pipe(
      Effect.map((rows) => Option.fromNullishOr(rows[0])),
      Effect.orDie
    )

  const get = (id: number, how?: Lookup): Effect.Effect<Row, NotFound> =>
    Effect.flatMap(find(id, how), Option.match({
      onNone: () => Effect.fail(new NotFound({ message: `There is no such ${label}.` })),
      onSome: Effect.succeed
    }))

  const lockForUpdate = (id: number, how?: Lookup): Effect.Effect<Row, NotFound | PreconditionFailed> =>
    Effect.tap(get(id, { ...how, lock: true }), (row) => isVersioned ? checkIfMatch(row as never) : Effect.void)

  const set = (id: number, assignments: Statement.Fragment, written?: Columns) =>
    Effect.map(
      meant(sql<Row>`update ${table} set ${assignments} ${touched} where ${inTenant} and id = ${id} returning ${columns}`, written),
      (rows) => rows[0]!
    )

  /** Sets the columns of `changes` and of `more`; without any, nothing is written. */
  const update = Effect.fnUntraced(function*(before: Row, changes: Columns, written: Written & { readonly more?: Statement.Fragment } = {}) {
    const { more } = written
    const values = Object.keys(changes).length === 0 ? [] : [sql`${sql.update({ ...changes })}`]
    const assignments = more === undefined ? values : [...values, more]
    if (assignments.length === 0) return before
    const after = yield* set(before.id, sql.csv(assignments), changes)
    yield* noted(before, after, written)
    return after
  })

  /** Puts it into the bin, from where `restore` takes it. Events tell it as it was. */
  const softDelete = Effect.fnUntraced(function*(before: Row, written: Written = {}) {
    const after = yield* set(before.id, sql`deleted_at = now()`)
    yield* noted(before, null, written)
    return after
  })

  return {
    /** A page, with the exact total. */
    page: ({ cursor, limit, offset, sort, ...query }: Query<E["read"]["Type"], Equal, F, S>): Effect.Effect<Listed<Row>, ValidationError> => {
      const where = Object.entries(query).flatMap(([key, value]) => value === undefined ? [] : [filters[key]!(value)])
      return page<Row>(sql, {
        from: sql`${table}`,
        columns,
        where: [inTenant, ...keeps ? [notDeleted] : [], ...where],
        order: orderOf(orders, sort),
        paging: { limit, offset, ...cursor !== undefined && { cursor } },
        counted: counted && where.length === 0 ? name : undefined
      }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
    },
    find,
    /** Fails with `NotFound` where there is no such record. */
    get,
    /** The record, locked until the transaction ends. Fails with `PreconditionFailed` where `If-Match` names another version. */
    lockForUpdate,
    create: Effect.fnUntraced(function*(values: Columns, written: Written = {}) {
      const { company_id } = yield* Caller
      const [row] = yield* meant(sql<Row>`insert into ${table} ${sql.insert({ company_id, ...values })} returning ${columns}`, values)
      yield* noted(null, row!, written)
      return row!
    }),
    update,
    /** `update` of the record of this id, as `lockForUpdate` finds it. */
    change: (id: Row["id"], changes: Columns, written?: Written) =>
      Effect.flatMap(lockForUpdate(id), (before) => update(before, changes, written)),
    softDelete,
    /** `softDelete` of the record of this id. */
    remove: (id: Row["id"], written?: Written) => Effect.flatMap(get(id, { lock: true }), (before) => softDelete(before, written)),
    restore: Effect.fnUntraced(function*(before: Row, written: Written = {}) {
      const after = yield* set(before.id, sql`deleted_at = null`)
      yield* noted(before, after, written)
      return after
    }),
    /** For queries of the table's own. */
    sql: { columns, inTenant, notDeleted, table }
  }
})
