import { Schema, SchemaAST } from "effect"
import { memoize } from "effect/Function"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { type BodyKind, bodyKindOf, bodySchemaOf, type FileParts, filesOf, type GivenBy, type RawPart, rawOf, uploadOf } from "./bodies.ts"
import { type OperationMeta, operationMetaOf } from "./operation.ts"
import { type Download, downloadOf, type Given, type Streamed, type Upload } from "./streams.ts"

export type Source = "params" | "query" | "payload"

/** One row of the catalogue: everything any surface needs to know about one endpoint. */
export interface Operation extends OperationMeta {
  readonly name: string
  readonly category: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** With `:name` for its parameters, as the router reads it. */
  readonly path: string
  readonly successStatus: number
  /** Of an operation that creates: the path of what was made, with its `:id` last; nothing where no operation reads that. */
  readonly location: string | undefined
  /** Where each field of the flat input travels. */
  readonly sources: Readonly<Record<string, Source>>
  /** Honours `Idempotency-Key`. */
  readonly acceptsIdempotencyKey: boolean
  /** Honours `If-Match`. */
  readonly acceptsIfMatch: boolean
  /** Live and test keys share the records that it changes: it has no mode of its own in what it answers. */
  readonly sharesRecords: boolean
  /** Answers with the list envelope. */
  readonly list: boolean
  /** What a list has items of. */
  readonly item: SchemaAST.AST | undefined
  /** How the body is written; nothing where there is none. */
  readonly body: BodyKind | undefined
  /** Of a multipart body: its files, by name. */
  readonly files: FileParts
  /** Of a body that is given to the program as it was sent, as `body`: what it is. */
  readonly raw: RawPart | undefined
  /** Takes a file, which programs and tool calls know as the field `body`. */
  readonly upload: Streamed | undefined
  /** Answers with a file. */
  readonly download: Given | undefined
  readonly endpoint: HttpApiEndpoint.Top
}

const signatures = (schema: Schema.Top | undefined) => {
  const ast = schema && SchemaAST.toEncoded(schema.ast)
  return ast && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

const keysOf = (schema: Schema.Top | undefined): ReadonlyArray<string> => signatures(schema).map(({ name }) => String(name))

const textual = memoize((schema: Schema.Top): Schema.Top => Schema.toCodecStringTree(schema))

/** The schema of the fields of a body, as they are sent; nothing where there is no body, or one without fields. */
export const payloadOf = (endpoint: HttpApiEndpoint.Top): Schema.Top | undefined => {
  const kind = bodyKindOf(endpoint)
  if (kind === undefined || kind === "file" || kind === "raw") return undefined
  const schema = bodySchemaOf(endpoint)!
  return kind === "multipart" ? textual(schema) : schema
}

const repeated = memoize((schema: Schema.Top): Schema.Top => Schema.toCodecArrayFromSingle(schema))

/** The same, as it decodes a body: in a form, a list of one is written as that one. */
export const decodingOf = (endpoint: HttpApiEndpoint.Top): Schema.Top | undefined => {
  const schema = payloadOf(endpoint)
  return schema === undefined || bodyKindOf(endpoint) === "json" ? schema : repeated(schema)
}

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
  const kind = bodyKindOf(endpoint)
  for (const name of kind === "file" || kind === "raw" ? ["body"] : Object.keys(filesOf(endpoint))) {
    if (name in sources) throw new Error(`${endpoint.identifier}: "${name}" is a file, and cannot arrive by ${sources[name]} too`)
    sources[name] = "payload"
  }
  return sources
}

/** What the array of a list's answer holds. */
const itemOf = (success: Schema.Top | undefined): SchemaAST.AST | undefined => {
  const items = signatures(success).find(({ name }) => name === "items")?.type
  return items !== undefined && SchemaAST.isArrays(items) && keysOf(success).includes("has_more") ? items.rest[0] : undefined
}

/** Whether a record, or each of the records that it holds, says if it is of live or of test mode. */
const tellsMode = (success: Schema.Top): boolean =>
  signatures(success).some(({ name, type }) =>
    name === "livemode" || SchemaAST.isArrays(type) && type.rest.some((one) => SchemaAST.isObjects(one) && one.propertySignatures.some(({ name }) => name === "livemode")))

const entryOf = (
  category: string,
  endpoint: HttpApiEndpoint.Top,
  successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
): Omit<Operation, "location"> => {
  const meaning = operationMetaOf(endpoint, category)
  const kind = bodyKindOf(endpoint)
  if (meaning.requiresConsent && kind !== undefined && kind !== "json" && kind !== "form") {
    throw new Error(`${endpoint.identifier}: a ${kind} body is not kept for a person to agree to`)
  }
  if (meaning.events !== undefined && (meaning.requiresConsent || meaning.readOnly || meaning.access === "public" && meaning.visitors.length === 0)) {
    throw new Error(`${endpoint.identifier}: only a write of a known caller that needs no consent is sent piece by piece`)
  }
  if (downloadOf(endpoint)?.cache?.public && meaning.access !== "public") {
    throw new Error(`${endpoint.identifier}: what not everybody may have is not cached for everybody`)
  }
  /* The framework tells no status of a success that is a stream. */
  const [successStatus, [success]] = [...successes][0] ?? [200, [Schema.Unknown]] as const
  const headers = keysOf(endpoint.headers)
  const item = itemOf(success)
  return {
    ...meaning,
    name: endpoint.identifier,
    category,
    method: endpoint.method as Operation["method"],
    path: endpoint.path,
    successStatus,
    sources: sourcesOf(endpoint),
    acceptsIdempotencyKey: headers.includes("idempotency-key"),
    acceptsIfMatch: headers.includes("if-match"),
    sharesRecords: !meaning.readOnly && meaning.access !== "public" && meaning.access !== "session" && !tellsMode(success),
    list: item !== undefined,
    item,
    body: kind,
    files: filesOf(endpoint),
    raw: rawOf(endpoint),
    upload: uploadOf(endpoint),
    download: downloadOf(endpoint),
    endpoint
  }
}

/** A path whose parameters have no names, so that two that differ in these only are equal. */
const shapeOf = (path: string) => path.replace(/:[^/]+/g, ":")

/**
 * Reads the whole catalogue back out of a contract, once; throws on an endpoint nobody gave a meaning, and on two of a name.
 */
export const catalogOf = memoize(<Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> => {
  const entries = new Map<string, Omit<Operation, "location">>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, successes }) => {
      if (entries.has(endpoint.identifier)) throw new Error(`two operations are called ${endpoint.identifier}`)
      entries.set(endpoint.identifier, entryOf(group.identifier, endpoint, successes))
    }
  })
  const readable = new Set([...entries.values()].flatMap(({ method, path }) => method === "GET" ? [shapeOf(path)] : []))
  return [...entries.values()].map((entry) => {
    const location = `${entry.path.replace(/\/$/, "")}/:id`
    return { ...entry, location: entry.successStatus === 201 && readable.has(shapeOf(location)) ? location : undefined }
  })
})

/** The flat, decoded input of an endpoint: path, query and body fields side by side. */
export type Input<E extends HttpApiEndpoint.Constraint> = Flat<
  & Part<HttpApiEndpoint.Params<E>>
  & Part<HttpApiEndpoint.Query<E>>
  & Part<HttpApiEndpoint.Payload<E>>
>
type Part<S> = [S] extends [never] ? {}
  : [GivenBy<S>] extends [never] ? PlainPart<S> : GivenBy<S>
type PlainPart<S> = S extends HttpApiSchema.StreamUint8Array ? { readonly body: Upload }
  : S extends Schema.Top ? S["Type"]
  : {}
type Flat<A> = { readonly [K in keyof A]: A[K] } & {}

/** What a program answers with. */
export type Output<E extends HttpApiEndpoint.Constraint> = HttpApiEndpoint.Success<E> extends infer S
  ? S extends HttpApiSchema.StreamUint8Array ? Download : S extends Schema.Top ? S["Type"] : never
  : never
