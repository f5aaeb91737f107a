import { Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { type Meaning, meaningOf } from "./operation.ts"

export type Source = "params" | "query" | "payload"

/** One row of the catalogue: everything any surface needs to know about one endpoint. */
export interface Entry extends Meaning {
  readonly name: string
  readonly category: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** With `:name` for its parameters, as the router reads it. */
  readonly path: string
  readonly successStatus: number
  /** Where each field of the flat input travels. */
  readonly sources: Readonly<Record<string, Source>>
  /** Honours `Idempotency-Key`. */
  readonly keyed: boolean
  /** Honours `If-Match`. */
  readonly guarded: boolean
  /** Answers with the list envelope. */
  readonly list: boolean
  readonly endpoint: HttpApiEndpoint.Top
}

const signatures = (schema: Schema.Top | undefined) => {
  const ast = schema && SchemaAST.toEncoded(schema.ast)
  return ast && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

const keysOf = (schema: Schema.Top | undefined): ReadonlyArray<string> => signatures(schema).map(({ name }) => String(name))

export const payloadOf = (endpoint: HttpApiEndpoint.Top): Schema.Top | undefined =>
  [...endpoint.payload.values()][0]?.schemas[0]

/** Path, query and body side by side, as a tool call sends them; one name arrives one way. */
const sourcesOf = (endpoint: HttpApiEndpoint.Top) => {
  const sources: Record<string, Source> = {}
  const parts = { params: endpoint.params, query: endpoint.query, payload: payloadOf(endpoint) }
  for (const source of ["params", "query", "payload"] as const) {
    for (const key of keysOf(parts[source])) {
      if (key in sources) throw new Error(`${endpoint.identifier}: "${key}" arrives by both ${sources[key]} and ${source}`)
      sources[key] = source
    }
  }
  return sources
}

const entryOf = (
  category: string,
  endpoint: HttpApiEndpoint.Top,
  successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
): Entry => {
  const [[successStatus, [success]]] = [...successes] as [[number, [Schema.Top]]]
  const headers = keysOf(endpoint.headers)
  return {
    ...meaningOf(endpoint),
    name: endpoint.identifier,
    category,
    method: endpoint.method as Entry["method"],
    path: endpoint.path,
    successStatus,
    sources: sourcesOf(endpoint),
    keyed: headers.includes("idempotency-key"),
    guarded: headers.includes("if-match"),
    list: keysOf(success).includes("items") && keysOf(success).includes("has_more"),
    endpoint
  }
}

/** Reads the whole catalogue back out of the contract; throws on an endpoint nobody gave a meaning, and on two of a name. */
export const catalogOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Entry> => {
  const entries = new Map<string, Entry>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, successes }) => {
      if (entries.has(endpoint.identifier)) throw new Error(`two operations are called ${endpoint.identifier}`)
      entries.set(endpoint.identifier, entryOf(group.identifier, endpoint, successes))
    }
  })
  return [...entries.values()]
}

/** The flat, decoded input of an endpoint: path, query and body fields side by side. */
export type Input<E extends HttpApiEndpoint.Constraint> = Flat<
  & Part<HttpApiEndpoint.Params<E>>
  & Part<HttpApiEndpoint.Query<E>>
  & Part<HttpApiEndpoint.Payload<E>>
>
type Part<S> = [S] extends [never] ? {} : S extends Schema.Top ? S["Type"] : {}
type Flat<A> = { readonly [K in keyof A]: A[K] } & {}
