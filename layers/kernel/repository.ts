import { Effect, type Option, type Schema } from "effect"
import { SqlClient, Statement } from "effect/sql"
import type { Entity } from "#schemas/kernel/entity"
import type { NotFound, PreconditionFailed, ValidationError } from "#schemas/kernel/errors"
import type { EventKind, Facts } from "#schemas/kernel/events"
import type { Page, Paging } from "#schemas/kernel/paging"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { recordChange } from "./receipts/change-log.ts"
import { byId, type Order, orderOf, page } from "./page.ts"
import { getOrFail } from "./get-or-fail.ts"
import { checkIfMatch } from "./if-match.ts"
import { first, isJson, now, one, returned } from "./sql.ts"
import { uniquenessOf, type Uniques } from "./unique.ts"

const moment = (column: string): Order => ({ column, type: "timestamptz" })
const sorts = { id: byId, created_at: moment("created_at"), updated_at: moment("updated_at") }

type Sort<S> = keyof typeof sorts | (keyof S & string)

/**
 * A filter may be answered with the ids of the records that fit, from a function that uses an index which row level security
 * keeps from a condition: only operators that are leakproof reach an index under a policy.
 */
interface Hits {
  readonly hits: Statement.Fragment
}
/** Or with such ids where they are few, and with a condition where they are many: a page of those is soon found without an index. */
interface FewHits {
  readonly few: (most: number) => Statement.Fragment
  readonly condition: Statement.Fragment
}
/** More ids than these are not few. */
const MOST_OF_FEW = 5_000

type Filters = Readonly<Record<string, (value: never) => Statement.Fragment | Hits | FewHits>>
type Declared<E extends Entity> = E["list"]["filters"]

/** What a page can be asked for: the order, and filters that may be left out. */
type Query<E extends Entity, Equal extends keyof E["read"]["Type"], F extends Filters, S> =
  & Paging
  & { readonly sort: Sort<S> | `-${Sort<S>}` }
  & { readonly [K in Equal]?: NonNullable<E["read"]["Type"][K]> | undefined }
  & { readonly [K in Exclude<keyof Declared<E>, keyof F>]?: Declared<E>[K]["Type"] | undefined }
  & { readonly [K in keyof F]?: Parameters<F[K]>[0] | undefined }

/** Records that have a mode are seen by callers of that mode alone. */
type Needs<E extends Entity> = E["read"]["Type"] extends { readonly livemode: boolean } ? Caller : never

interface Options<Row, Equal, F extends Filters, S, U extends Uniques, R, I extends Schema.Struct.Fields> {
  /** The plural of the entity's `object` if left out. */
  readonly table?: string
  /** The column that says whose a record is; `company_id` if left out. */
  readonly companyColumn?: string
  /** What errors and people call a record; the entity's `object` if left out. */
  readonly noun?: string
  /** The condition that tells its records from other rows of the table, if there are any. */
  readonly only?: string
  /** Holds for the records that the caller sees; nothing where these are all of the company's in the caller's mode. */
  readonly visible?: Effect.Effect<Statement.Fragment | undefined, never, R>
  /** The table has `deleted_at`. */
  readonly softDelete?: boolean
  /** The table has the triggers of `keep_count`, or of `keep_counts_of_modes`, so that the total of a list without filters is known. */
  readonly counted?: boolean
  /**
   * Columns of whose values there are kept counts too, as `table.column/value`, with the mode behind that where there are modes: the total of a
   * list that only one of them filters is known.
   */
  readonly countedBy?: ReadonlyArray<Equal | keyof Row>
  /** Besides `id`, `created_at` and `updated_at`. */
  readonly sort?: S
  /** Filters that compare the column of the same name, besides those that the entity declares. */
  readonly equal?: ReadonlyArray<Equal>
  /** Conditions of filters that compare no column. */
  readonly filter?: F
  readonly unique?: U
  /** Fields that are not columns, each by the SQL expression that it is read with. */
  readonly computed?: { readonly [K in keyof Row]?: string }
  /** Columns that answers do not show. */
  readonly internal?: I
}

interface Lookup {
  /** Keeps others from changing it until the transaction ends. */
  readonly lock?: boolean
  /** Finds a soft-deleted record too. */
  readonly deleted?: boolean
}

export interface Written {
  readonly events?: ReadonlyArray<EventKind>
  /** The program notes the change itself. */
  readonly noted?: false
}

/** Any repository's table and how to find its records. */
export interface Records<R> {
  readonly entity: Entity
  readonly noun: string
  readonly table: string
  readonly find: (id: number, how?: Lookup) => Effect.Effect<Option.Option<{ readonly id: number }>, never, R>
  /** Those of these ids that there are, in the bin too, in no order. */
  readonly among: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<{ readonly id: number }>, never, R>
  /** So many at most that are not in the bin, the latest first. */
  readonly latest: (most: number) => Effect.Effect<ReadonlyArray<{ readonly id: number }>, never, R>
}

/** Values by column; one may be an expression. */
type Columns = Readonly<Record<string, unknown>>

/**
 * The reads and writes of one table of a company, as its entity declares it. Each write is noted for the receipt and, with
 * `events`, for subscribers. What PostgreSQL refuses is a defect, but for the constraints that have a meaning.
 */
export const repository = Effect.fnUntraced(function*<
  E extends Entity, Equal extends keyof E["read"]["Type"] & string = never, F extends Filters = {},
  S extends Readonly<Record<string, Order>> = {}, const U extends Uniques = {}, V = never, I extends Schema.Struct.Fields = {}
>(entity: E, options: Options<E["read"]["Type"], Equal, F, S, U, V, I> = {}) {
  type Row = E["read"]["Type"]
  type R = V | Needs<E>
  type Internal = Schema.Struct<I>["Type"]
  const { object } = entity
  const {
    companyColumn = "company_id", computed = {}, counted = false, countedBy = [], equal = [], filter, internal = {}, noun = object, only, softDelete: keeps = false,
    table: name = `${object}s`, visible
  } = options
  const sql = yield* SqlClient.SqlClient
  const table = sql(name)
  const expressions: { readonly [field: string]: string | undefined } = computed
  const columns = sql.literal(Object.keys(entity.read.fields).map((field) => {
    const expression = expressions[field]
    return expression === undefined ? field : `${expression} as ${field}`
  }).join(", "))
  const inTenant = sql.literal(`${companyColumn} = (select current_company())${only === undefined ? "" : ` and ${only}`}`)
  const notDeleted = sql.literal("deleted_at is null")
  const isVersioned = "version" in entity.read.fields
  const isOfMode = "livemode" in entity.read.fields
  const touched = sql.literal(isVersioned ? ", version = version + 1, updated_at = now()" : "")
  const orders = { ...sorts, ...options.sort } as Readonly<Record<Sort<S>, Order>>
  const kept = [inTenant, ...keeps ? [notDeleted] : []]
  const { checkFree, meant, onConflict } = uniquenessOf(sql, (options.unique ?? {}) as U, { noun, others: kept, table: sql`${table}` })
  const filters: Filters = {
    ...Object.fromEntries([...Object.keys(entity.list.filters), ...equal].map((column) =>
      [column, (value: unknown) => sql`${sql(column)} = ${value}`])),
    ...Object.fromEntries(Object.entries(entity.comparisons).map(([name, { column, operator }]) =>
      [name, (value: unknown) => sql`${sql(column)} ${sql.literal(operator)} ${value}`])),
    ...filter
  }
  const json = new Set(Object.entries(entity.read.fields).flatMap(([name, { ast }]) => isJson(ast) ? [name] : []))
  const valueOf = (name: string, value: unknown) =>
    Statement.isFragment(value) ? value : sql`${json.has(name) && value !== null ? JSON.stringify(value) : value}`

  const noted = (before: Row | null, after: Row | null, { events, noted }: Written) =>
    noted === false ? Effect.void : recordChange({
      object, id: (after ?? before)!.id, before: before as Facts | null, after: after as Facts | null, ...events !== undefined && { events }
    })

  const mode = isOfMode ? Effect.map(Caller, ({ mode }) => mode) : Effect.succeed(undefined)
  const seen = (visible ?? Effect.undefined) as Effect.Effect<Statement.Fragment | undefined, never, R>
  const scope = Effect.map(Effect.all([mode, seen]), ([mode, seen]) =>
    [inTenant, ...mode === undefined ? [] : [sql`livemode = ${mode === "live"}`], ...seen === undefined ? [] : [seen]]) as Effect.Effect<ReadonlyArray<Statement.Fragment>, never, R>
  const within = <A, E>(read: (scope: ReadonlyArray<Statement.Fragment>) => Effect.Effect<A, E>): Effect.Effect<A, E, R> =>
    isOfMode || visible !== undefined ? Effect.flatMap(scope, read) : read([inTenant])

  const find = (id: number, { deleted = false, lock = false }: Lookup = {}): Effect.Effect<Option.Option<Row>, never, R> =>
    within((scope) =>
      sql<Row>`select ${columns} from ${table} where ${sql.and([...scope, sql`id = ${id}`, ...keeps && !deleted ? [notDeleted] : []])}
        ${sql.literal(lock ? "for update" : "")}`.pipe(first)
    )

  const among = (ids: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Row>, never, R> =>
    within((scope) => Effect.orDie(sql<Row>`select ${columns} from ${table} where ${sql.and([...scope, sql`id = any(${ids}::bigint[])`])}`))

  const latest = (most: number): Effect.Effect<ReadonlyArray<Row>, never, R> =>
    within((scope) => Effect.orDie(sql<Row>`select ${columns} from ${table} where ${sql.and([...scope, ...keeps ? [notDeleted] : []])} order by id desc limit ${most}`))

  const get = (id: number, how?: Lookup): Effect.Effect<Row, NotFound, R> => getOrFail(noun)(find(id, how))

  const lockForUpdate = (id: number, how?: Lookup): Effect.Effect<Row, NotFound | PreconditionFailed, R> =>
    Effect.tap(get(id, { ...how, lock: true }), (row) => isVersioned ? checkIfMatch(row as never) : Effect.void)

  const conditionOf = ({ condition, few }: FewHits) =>
    Effect.map(Effect.orDie(sql<{ id: number }>`${few(MOST_OF_FEW + 1)}`), (rows) =>
      rows.length > MOST_OF_FEW ? condition : sql`id = any(${rows.map(({ id }) => id)}::bigint[])`)

  const set = (id: number, values: Columns) => {
    const assignments = sql.csv(Object.entries(values).map(([name, value]) => sql`${sql(name)} = ${valueOf(name, value)}`))
    return returned(sql<Row>`update ${table} set ${assignments} ${touched} where ${inTenant} and id = ${id} returning ${columns}`)
  }

  /** Without changes, nothing is written. */
  const update = Effect.fnUntraced(function*(before: Row, changes: Columns, written: Written = {}) {
    if (Object.keys(changes).length === 0) return before
    yield* checkFree(changes, before.id)
    const after = yield* meant(changes, set(before.id, changes))
    yield* noted(before, after, written)
    return after
  })

  /** Puts it into the bin, from where `restore` takes it. Events tell it as it was. */
  const softDelete = Effect.fnUntraced(function*(before: Row, written: Written = {}) {
    const after = yield* Effect.orDie(set(before.id, { deleted_at: now }))
    yield* noted(before, null, written)
    return after
  })

  return {
    /** A page, with the exact total. */
    page: Effect.fnUntraced(function*({ cursor, limit, offset, sort, ...query }: Query<E, Equal, F, S>): Effect.fn.Return<
      Page<Row>, ValidationError, R
    > {
      const asked = Object.entries(query).filter(([, value]) => value !== undefined)
      const wanted = yield* Effect.forEach(asked, ([key, value]) => {
        const filter = filters[key]!(value as never)
        return "few" in filter ? conditionOf(filter) : Effect.succeed(filter)
      })
      const lists = wanted.filter((one): one is Hits => "hits" in one).map(({ hits }) => hits)
      const where = [
        ...keeps ? [notDeleted] : [],
        ...wanted.filter((one) => !("hits" in one)) as ReadonlyArray<Statement.Fragment>,
        ...lists.length === 0 ? [] : [sql.literal("id in (select id from hits)")]
      ]
      const ofMode = yield* mode as Effect.Effect<Mode | undefined, never, R>
      const [filtered] = asked
      const part = filtered === undefined ? name
        : asked.length === 1 && (countedBy as ReadonlyArray<string>).includes(filtered[0]) ? `${name}.${filtered[0]}/${filtered[1]}` : undefined
      const keptCount = part === undefined || ofMode === undefined ? part : `${part}/${ofMode}`
      /* What is found by words is the company's, and not in the bin. */
      const isFound = lists.length > 0 && lists.length === wanted.length && !isOfMode && visible === undefined
      return yield* within((scope) =>
        page<Row>(sql, {
          from: sql`${table}`,
          columns,
          where: [...scope, ...where],
          hits: lists.reduce<Statement.Fragment | undefined>((all, one) => all === undefined ? one : sql`${all} intersect ${one}`, undefined),
          order: orderOf(orders, sort),
          paging: { limit, offset, ...cursor !== undefined && { cursor } },
          total: isFound ? sql.literal("(select count(*) from hits)") : undefined,
          /* Nothing holds but the company and the mode. */
          counted: counted && scope.length === (isOfMode ? 2 : 1) ? keptCount : undefined
        })
      )
    }),
    find,
    /** Fails with `NotFound` where there is no such record. */
    get,
    /** The record, locked until the transaction ends. Fails with `PreconditionFailed` where `If-Match` names another version. */
    lockForUpdate,
    /** The company and the mode are the caller's. */
    create: Effect.fnUntraced(function*(given: Columns, written: Written = {}) {
      const { company_id, mode } = yield* Caller
      const values: Columns = isOfMode ? { ...given, livemode: mode === "live" } : given
      const names = sql.csv(Object.keys(values).map((name) => sql`${sql(name)}`))
      const [row] = yield* meant(values, sql<Row>`
        insert into ${table} (company_id, ${names})
        values (${company_id}, ${sql.csv(Object.entries(values).map(([name, value]) => valueOf(name, value)))}) ${onConflict}
        returning ${columns}`)
      if (row === undefined) yield* checkFree(values, 0)
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
    /** Takes it out of the bin; `changes` are made with that. */
    restore: Effect.fnUntraced(function*(before: Row, { changes, ...written }: Written & { readonly changes?: Columns } = {}) {
      yield* checkFree(before, before.id)
      const after = yield* meant(before, set(before.id, { ...changes, deleted_at: null }))
      yield* noted(before, after, written)
      return after
    }),
    /** The columns that answers do not show. */
    internal: (id: Row["id"]): Effect.Effect<Internal> =>
      Effect.orDie(one(sql<Internal>`select ${sql.literal(Object.keys(internal).join())} from ${table} where ${inTenant} and id = ${id}`)),
    /** Writes those. It is no change of the record: its version stays, and nothing is noted. */
    setInternal: (id: Row["id"], values: Internal) =>
      Effect.orDie(Effect.asVoid(sql`update ${table} set ${sql.update(values)} where ${inTenant} and id = ${id}`)),
    /** What all repositories have. */
    records: Effect.succeed<Records<R>>({ among, entity, find, latest, noun, table: name }),
    /** For queries of the table's own. */
    sql: { columns, inTenant, notDeleted, table }
  }
})
