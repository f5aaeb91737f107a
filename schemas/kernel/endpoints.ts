import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "./defaulted.ts"
import { NotFound, PreconditionFailed, RangeNotSatisfiable } from "./errors.ts"
import { idempotent, ifMatchHeader } from "./headers.ts"
import { type Given, operation as meaning } from "./operation.ts"
import { ListOf, paging } from "./paging.ts"
import { download as downloaded, type Given as GivenFile, type Streamed, upload as uploaded } from "./streams.ts"

type Top = Schema.Top
type Fields = Schema.Struct.Fields
type Path = `/${string}`
type Nothing = {}

type Opposite<Name extends string> = Name extends `-${infer Column}` ? Column : `-${Name}`
/** What `sort` takes: the names and their opposites. */
export type SortOf<Name extends string> = Name | Opposite<Name>

const sortsOf = <Name extends string>(names: ReadonlyArray<Name>) =>
  names.flatMap((name): Array<string> => [name, name.startsWith("-") ? name.slice(1) : `-${name}`]) as never as ReadonlyArray<SortOf<Name>>

type Options<Params extends Fields, E extends Top> = Given & {
  /**
   * The parameters of the path. An operation that has some answers 404 where there is no such record. Operations that answer
   * with the record that they name need not say them.
   */
  readonly params?: Params
  /** Refusals besides those that follow from the constructor and from `access`. */
  readonly errors?: ReadonlyArray<E>
}

/** Where a path names a record by `:id` and the answer is a record, the parameter is that record's id. */
type ParamsOf<P extends Path, S extends Top> = P extends `${string}/:id${string}`
  ? S extends { readonly fields: { readonly id: infer Id extends Top } } ? { readonly id: Id } : never
  : never
const paramsOf = (path: Path, success: Top): Fields | undefined => {
  const id = "fields" in success ? (success.fields as Fields)["id"] : undefined
  return id !== undefined && /\/:id(\/|$)/.test(path) ? { id } : undefined
}

type Body<In extends Top> = { readonly payload?: In }
type Asked<Params extends Fields, Query extends Fields, E extends Top> = Options<Params, E> & { readonly query?: Query }

type Missing<Params extends Fields, E extends Top> = ReadonlyArray<E | ([Params] extends [never] ? never : typeof NotFound)>
type Changing<E extends Top> = ReadonlyArray<E | typeof NotFound | typeof PreconditionFailed>
/** What is told of a record that counts its changes. */
type Versioned = { readonly fields: { readonly version: Top } }
type GuardOf<S extends Top> = S extends Versioned ? typeof ifMatchHeader : never
type ChangingOf<S extends Top, Params extends Fields, E extends Top> = S extends Versioned ? Changing<E> : Missing<Params, E>

/* The framework's type for errors cannot be resolved for a parameter, so the lists below are passed as `never`. */
const missing = (params: Fields | undefined, errors: ReadonlyArray<Top>) => (params === undefined ? errors : [NotFound, ...errors]) as never
const changing = (errors: ReadonlyArray<Top>) => [NotFound, PreconditionFailed, ...errors] as never

/** `If-Match` and the refusal for it, where the answer tells a version. */
const isVersioned = (success: Top) => "version" in ((success as { readonly fields?: Fields }).fields ?? {})
const changeOf = (success: Top, params: Fields | undefined, errors: ReadonlyArray<Top>) =>
  isVersioned(success) ? { headers: ifMatchHeader as never, error: changing(errors) } : { error: missing(params, errors) }

type ListQuery<Filters extends Fields, Query extends Fields, Sort extends string> =
  & typeof paging
  & { readonly [K in keyof Filters]: Schema.optionalKey<Filters[K]> }
  & Query
  & ([Sort] extends [never] ? Nothing : { readonly sort: ReturnType<typeof defaulted<Schema.Literals<ReadonlyArray<SortOf<Sort>>>>> })

/** `GET` of a page of records, with `limit`, `offset` or `cursor`, `sort` and the filters, each of which may be left out. */
const list = <
  const Name extends string, const P extends Path, Item extends Top, const Sort extends string = never,
  Filters extends Fields = Nothing, Query extends Fields = Nothing, Params extends Fields = never, E extends Top = never
>(name: Name, path: P, item: Item, { by, errors = [], filters, params, query, sort, ...given }: Options<Params, E> & {
  readonly filters?: Filters
  /** Parameters that are declared whole: those with a default, say. */
  readonly query?: Query
  /** Columns to sort by; each stands for both directions. Without any, the order is fixed. */
  readonly sort?: ReadonlyArray<Sort>
  /** The order where none is asked for; the first of `sort` if left out. */
  readonly by?: NoInfer<SortOf<Sort>>
}) =>
  HttpApiEndpoint.get<Name, P, Params, ListQuery<Filters, Query, Sort>, never, never, ReturnType<typeof ListOf<Item>>, Missing<Params, E>>(name, path, {
    params,
    query: {
      ...paging,
      ...Struct.map(filters ?? {} as Filters, Schema.optionalKey),
      ...query,
      ...sort !== undefined && { sort: defaulted(Schema.Literals(sortsOf(sort)), by ?? sort[0]!) }
    } as never as ListQuery<Filters, Query, Sort>,
    success: ListOf(item),
    error: missing(params, errors)
  }).annotateMerge(meaning({ readOnly: true, ...given }))

/** `GET` of one record. */
const get = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields = ParamsOf<P, S>, Query extends Fields = never,
  E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params = paramsOf(path, success) as Params, query, ...given }: Options<Params, E> & { readonly query?: Query }) =>
  HttpApiEndpoint.get<Name, P, Params, Query, never, never, S, Missing<Params, E>>(name, path, {
    params, query, success, error: missing(params, errors)
  }).annotateMerge(meaning({ readOnly: true, ...given }))

/** `POST` that makes a record: 201 unless told otherwise, and once only for each `Idempotency-Key`. */
const create = <
  const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields = never, Query extends Fields = never,
  E extends Top = never
>(name: Name, path: P, payload: In, success: S, { errors = [], params, query, status = 201, ...given }: Asked<Params, Query, E> & {
  /** 202 where the work goes on after the answer; 200 where it makes nothing, and is yet to be done once only. */
  readonly status?: 200 | 201 | 202
}) =>
  HttpApiEndpoint.post<Name, P, Params, Query, In, typeof idempotent, S["Rebuild"], Missing<Params, E>>(name, path, {
    params, query, headers: idempotent, payload, success: success.pipe(HttpApiSchema.status(status)), error: missing(params, errors)
  }).annotateMerge(meaning(given))

const conditional = "With `If-Match`, only if nobody changed it since."

/**
 * `PATCH` of the fields that are sent; of a record with a version, with `If-Match` only where it is as the caller knows it, which
 * the description says by itself. It may be left out where there is nothing else to say.
 */
const update = <
  const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields = ParamsOf<P, S>, E extends Top = never
>(name: Name, path: P, payload: In, success: S, {
  description = "Changes the fields that are sent and leaves the others.", errors = [], params = paramsOf(path, success) as Params, ...given
}: Omit<Options<Params, E>, "description"> & { readonly description?: string }) =>
  HttpApiEndpoint.patch<Name, P, Params, never, In, GuardOf<S>, S, ChangingOf<S, Params, E>>(name, path, {
    params, payload, success, ...changeOf(success, params, errors)
  }).annotateMerge(meaning({
    idempotent: true,
    description: description.includes(conditional) || !isVersioned(success) ? description : `${description} ${conditional}`,
    ...given
  }))

/** `PUT` of a whole record, with `If-Match` as in `update`. */
const replace = <
  const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields = ParamsOf<P, S>, E extends Top = never
>(name: Name, path: P, payload: In, success: S, { errors = [], params = paramsOf(path, success) as Params, ...given }: Options<Params, E>) =>
  HttpApiEndpoint.put<Name, P, Params, never, In, GuardOf<S>, S, ChangingOf<S, Params, E>>(name, path, {
    params, payload, success, ...changeOf(success, params, errors)
  }).annotateMerge(meaning({ idempotent: true, ...given }))

/** `PUT` of what the company has one of, as a whole. */
const set = <const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields = never, E extends Top = never>(
  name: Name, path: P, payload: In, success: S, { errors = [], params, ...given }: Options<Params, E>
) =>
  HttpApiEndpoint.put<Name, P, Params, never, In, never, S, Missing<Params, E>>(name, path, {
    params, payload, success, error: missing(params, errors)
  }).annotateMerge(meaning({ idempotent: true, ...given }))

/** `DELETE` of a record, which it answers with. */
const remove = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields = ParamsOf<P, S>, Query extends Fields = never,
  E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params = paramsOf(path, success) as Params, query, ...given }: Asked<Params, Query, E>) =>
  HttpApiEndpoint.delete<Name, P, Params, Query, never, never, S, Missing<Params, E>>(name, path, {
    params, query, success, error: missing(params, errors)
  })
    .annotateMerge(meaning({ destructive: true, idempotent: true, ...given }))

/** `POST` that takes a record out of the bin and answers with it. */
const restore = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields = ParamsOf<P, S>, E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params = paramsOf(path, success) as Params, ...given }: Options<Params, E>) =>
  HttpApiEndpoint.post<Name, P, Params, never, never, never, S, Missing<Params, E>>(name, path, { params, success, error: missing(params, errors) })
    .annotateMerge(meaning({ idempotent: true, ...given }))

/** `POST` that does something to a record. `payload` is left out where there is nothing to say. */
const act = <
  const Name extends string, const P extends Path, S extends Top, In extends Top = never, Params extends Fields = never, E extends Top = never,
  Query extends Fields = never
>(name: Name, path: P, success: S, { errors = [], params, payload, query, ...given }: Asked<Params, Query, E> & Body<In>) =>
  HttpApiEndpoint.post<Name, P, Params, Query, In, never, S, Missing<Params, E>>(name, path, { params, query, payload, success, error: missing(params, errors) })
    .annotateMerge(meaning(given))

/** `act` that changes the record that it names and answers with it: with `If-Match` as in `update`. */
const transition = <
  const Name extends string, const P extends Path, S extends Top, In extends Top = never, Params extends Fields = ParamsOf<P, S>,
  E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params = paramsOf(path, success) as Params, payload, ...given }: Options<Params, E> & Body<In>) =>
  HttpApiEndpoint.post<Name, P, Params, never, In, typeof ifMatchHeader, S, Changing<E>>(name, path, {
    params, headers: ifMatchHeader, payload, success, error: changing(errors)
  }).annotateMerge(meaning(given))

/**
 * `POST` of a file, once only for each `Idempotency-Key`: 202, where the work on it goes on after the answer, unless told otherwise. Its
 * program is given the file as `body`.
 */
const upload = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields = never, Query extends Fields = never,
  E extends Top = never
>(name: Name, path: P, file: Streamed, success: S, { errors = [], params, query, status = 202, ...given }: Asked<Params, Query, E> & {
  readonly status?: 201 | 202
}) =>
  HttpApiEndpoint.post<Name, P, Params, Query, ReturnType<typeof uploaded>, typeof idempotent, S["Rebuild"], Missing<Params, E>>(name, path, {
    params, query, headers: idempotent, payload: uploaded(file), success: success.pipe(HttpApiSchema.status(status)), error: missing(params, errors)
  }).annotateMerge(meaning(given))

/** `GET` of a file or a page, which may be sent while it is made. Its program answers with a `Download`. */
const download = <
  const Name extends string, const P extends Path, Params extends Fields = never, Query extends Fields = never, E extends Top = never
>(name: Name, path: P, file: GivenFile, { errors = [], params, query, ...given }: Asked<Params, Query, E>) =>
  HttpApiEndpoint.get<Name, P, Params, Query, never, never, ReturnType<typeof downloaded>, Missing<Params, E>>(name, path, {
    params, query, success: downloaded(file), error: missing(params, file.ranges === true ? [RangeNotSatisfiable, ...errors] : errors)
  }).annotateMerge(meaning({ readOnly: true, ...given }))

/**
 * The kinds of operations. Each derives method, status, headers, paging and the refusals that go without saying; what is
 * passed is what differs.
 */
export const operation = { list, get, create, update, replace, set, remove, restore, act, transition, upload, download }
