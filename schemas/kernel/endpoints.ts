import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "./defaulted.ts"
import { NotFound, PreconditionFailed } from "./errors.ts"
import { guarded, idempotent } from "./headers.ts"
import { type Given, operation as meaning } from "./operation.ts"
import { ListOf, paging } from "./paging.ts"
import { download as downloaded, type Streamed, upload as uploaded } from "./streams.ts"

type Top = Schema.Top
type Fields = Schema.Struct.Fields
type Path = `/${string}`
type Nothing = {}

type Opposite<Name extends string> = Name extends `-${infer Column}` ? Column : `-${Name}`
/** What `sort` takes: the names and their opposites. */
export type SortOf<Name extends string> = Name | Opposite<Name>

const sortsOf = <Name extends string>(names: ReadonlyArray<Name>) =>
  names.flatMap((name): Array<string> => [name, name.startsWith("-") ? name.slice(1) : `-${name}`]) as ReadonlyArray<any> as ReadonlyArray<SortOf<Name>>

type Options<Params extends Fields, E extends Top> = Given & {
  /** The parameters of the path. An operation that has some answers 404 where there is no such record. */
  readonly params?: Params
  /** Refusals besides those that follow from the constructor and from `access`. */
  readonly errors?: ReadonlyArray<E>
}
type OnRecord<Params extends Fields, E extends Top> = Options<Params, E> & { readonly params: Params }
type Body<In extends Top> = { readonly payload?: In }

type Missing<E extends Top> = ReadonlyArray<E | typeof NotFound>
type Changing<E extends Top> = ReadonlyArray<E | typeof NotFound | typeof PreconditionFailed>

/* The framework's type for errors cannot be resolved for a parameter, so the lists below are passed as `never`. */
const missing = (params: Fields | undefined, errors: ReadonlyArray<Top>) => (params === undefined ? errors : [NotFound, ...errors]) as never
const changing = (errors: ReadonlyArray<Top>) => [NotFound, PreconditionFailed, ...errors] as never

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
  /** Columns to sort by; each stands for both directions. Left out where a list has one order only. */
  readonly sort?: ReadonlyArray<Sort>
  /** The order where none is asked for; the first of `sort` if left out. */
  readonly by?: NoInfer<SortOf<Sort>>
}) =>
  HttpApiEndpoint.get<Name, P, Params, ListQuery<Filters, Query, Sort>, never, never, ReturnType<typeof ListOf<Item>>, Missing<E>>(name, path, {
    params,
    query: {
      ...paging,
      ...Struct.map(filters ?? {} as Filters, Schema.optionalKey),
      ...query,
      ...sort && { sort: defaulted(Schema.Literals(sortsOf(sort)), by ?? sort[0]!) }
    } as never as ListQuery<Filters, Query, Sort>,
    success: ListOf(item),
    error: missing(params, errors)
  }).annotateMerge(meaning({ readOnly: true, ...given }))

/** `GET` of one record. */
const get = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields = never, Query extends Fields = never,
  E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params, query, ...given }: Options<Params, E> & { readonly query?: Query }) =>
  HttpApiEndpoint.get<Name, P, Params, Query, never, never, S, Missing<E>>(name, path, {
    params, query, success, error: missing(params, errors)
  }).annotateMerge(meaning({ readOnly: true, ...given }))

/** `POST` that makes a record: 201, and once only for each `Idempotency-Key`. */
const create = <
  const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields = never, E extends Top = never
>(name: Name, path: P, payload: In, success: S, { errors = [], params, ...given }: Options<Params, E>) =>
  HttpApiEndpoint.post<Name, P, Params, never, In, typeof idempotent, S["Rebuild"], Missing<E>>(name, path, {
    params, headers: idempotent, payload, success: success.pipe(HttpApiSchema.status(201)), error: missing(params, errors)
  }).annotateMerge(meaning(given))

/** `PATCH` of the fields that are sent; with `If-Match` only where the record is as the caller knows it. */
const update = <
  const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields, E extends Top = never
>(name: Name, path: P, payload: In, success: S, { errors = [], params, ...given }: OnRecord<Params, E>) =>
  HttpApiEndpoint.patch<Name, P, Params, never, In, typeof guarded, S, Changing<E>>(name, path, {
    params, headers: guarded, payload, success, error: changing(errors)
  }).annotateMerge(meaning({ idempotent: true, ...given }))

/** `PUT` of a whole record, with `If-Match` as in `update`. */
const replace = <
  const Name extends string, const P extends Path, In extends Top, S extends Top, Params extends Fields, E extends Top = never
>(name: Name, path: P, payload: In, success: S, { errors = [], params, ...given }: OnRecord<Params, E>) =>
  HttpApiEndpoint.put<Name, P, Params, never, In, typeof guarded, S, Changing<E>>(name, path, {
    params, headers: guarded, payload, success, error: changing(errors)
  }).annotateMerge(meaning({ idempotent: true, ...given }))

/** `DELETE` of a record, which it answers with. */
const remove = <const Name extends string, const P extends Path, S extends Top, Params extends Fields, E extends Top = never>(
  name: Name, path: P, success: S, { errors = [], params, ...given }: OnRecord<Params, E>
) =>
  HttpApiEndpoint.delete<Name, P, Params, never, never, never, S, Missing<E>>(name, path, { params, success, error: missing(params, errors) })
    .annotateMerge(meaning({ destructive: true, idempotent: true, ...given }))

/** `POST` that does something to a record. `payload` is left out where there is nothing to say. */
const act = <
  const Name extends string, const P extends Path, S extends Top, In extends Top = never, Params extends Fields = never, E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params, payload, ...given }: Options<Params, E> & Body<In>) =>
  HttpApiEndpoint.post<Name, P, Params, never, In, never, S, Missing<E>>(name, path, { params, payload, success, error: missing(params, errors) })
    .annotateMerge(meaning(given))

/** `act` that changes the record that it names and answers with it: with `If-Match` as in `update`. */
const transition = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields, In extends Top = never, E extends Top = never
>(name: Name, path: P, success: S, { errors = [], params, payload, ...given }: OnRecord<Params, E> & Body<In>) =>
  HttpApiEndpoint.post<Name, P, Params, never, In, typeof guarded, S, Changing<E>>(name, path, {
    params, headers: guarded, payload, success, error: changing(errors)
  }).annotateMerge(meaning(given))

type OnFile<Params extends Fields, Query extends Fields, E extends Top> = Options<Params, E> & { readonly query?: Query }

/**
 * `POST` of a file, once only for each `Idempotency-Key`: 202, since the work on it goes on after the answer. Its program is
 * given the file as `body`.
 */
const upload = <
  const Name extends string, const P extends Path, S extends Top, Params extends Fields = never, Query extends Fields = never,
  E extends Top = never
>(name: Name, path: P, file: Streamed, success: S, { errors = [], params, query, ...given }: OnFile<Params, Query, E>) =>
  HttpApiEndpoint.post<Name, P, Params, Query, ReturnType<typeof uploaded>, typeof idempotent, S["Rebuild"], Missing<E>>(name, path, {
    params, query, headers: idempotent, payload: uploaded(file), success: success.pipe(HttpApiSchema.status(202)), error: missing(params, errors)
  }).annotateMerge(meaning(given))

/** `GET` of a file that is sent while it is made. Its program answers with a `Download`. */
const download = <
  const Name extends string, const P extends Path, Params extends Fields = never, Query extends Fields = never, E extends Top = never
>(name: Name, path: P, file: Streamed, { errors = [], params, query, ...given }: OnFile<Params, Query, E>) =>
  HttpApiEndpoint.get<Name, P, Params, Query, never, never, ReturnType<typeof downloaded>, Missing<E>>(name, path, {
    params, query, success: downloaded(file), error: missing(params, errors)
  }).annotateMerge(meaning({ readOnly: true, ...given }))

/**
 * The kinds of operations. Each derives method, status, headers, paging and the refusals that go without saying; what is
 * passed is what differs.
 */
export const operation = { list, get, create, update, replace, remove, act, transition, upload, download }
