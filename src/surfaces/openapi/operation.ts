import type { OpenApi } from "effect/http-api"
import type { Operation } from "#schemas/kernel/catalog"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { eventsOf, filesOf, requestContentOf } from "./files.ts"
import { attribution, everywhere, type HeaderName, headers, type ParameterName, parameters } from "./headers.ts"
import { type Json, type Media, type OperationObject, type Parameter, type Ref, refTo, type Response } from "./json.ts"
import { listFilesOf } from "./list-files.ts"
import { effectsOf } from "#schemas/kernel/manifest"
import type { Given } from "#schemas/kernel/streams"
import { parameterDescription } from "./parameter-descriptions.ts"
import type { RefusalResponses } from "./refusals.ts"

/** What one operation's part of the document is made with. */
export interface Workshop {
  readonly publish: (schema: JsonSchema) => JsonSchema
  readonly examples: { readonly answer: (schema: JsonSchema) => Json; readonly request: (schema: JsonSchema) => Json }
  readonly refusals: RefusalResponses
  readonly schemas: { readonly [name: string]: JsonSchema }
}

const JSON_TYPE = "application/json"

const lookUp = ({ schemas }: Workshop, schema: JsonSchema): JsonSchema =>
  typeof schema["$ref"] === "string" ? schemas[schema["$ref"].split("/").at(-1)!]! : schema

const bodyOf = (shape: OpenApi.OpenAPISpecOperation, status: number, { publish }: Workshop): JsonSchema =>
  publish(shape.responses[status]!.content![JSON_TYPE]!.schema as JsonSchema)

/** Its answer is a record with a version, which is its ETag. */
const isVersioned = (body: JsonSchema, workshop: Workshop) => {
  const { properties } = lookUp(workshop, body)
  return typeof properties === "object" && properties !== null && "version" in properties
}

const property = (schema: JsonSchema, name: string): JsonSchema | undefined =>
  (schema["properties"] as { readonly [name: string]: JsonSchema } | undefined)?.[name]

const codesOf = (workshop: Workshop, schema: JsonSchema): ReadonlyArray<Code> =>
  Array.isArray(schema["anyOf"])
    ? (schema["anyOf"] as ReadonlyArray<JsonSchema>).flatMap((one) => codesOf(workshop, one))
    : property(lookUp(workshop, schema), "code")!["enum"] as unknown as ReadonlyArray<Code>

/** What the endpoint declares for itself, short of what its gates declare for every endpoint behind them. */
const ownCodes = ({ endpoint }: Operation): ReadonlyArray<Code> =>
  [...endpoint.error].flatMap((schema) => property(inputSchema(schema), "code")!["enum"] as unknown as ReadonlyArray<Code>)

/** Gates declare all they may ever say; this operation can be told only some of it. */
const canBeTold = (entry: Operation, own: ReadonlyArray<Code>) => {
  const { access, acceptsIdempotencyKey, destructive, endpoint, requiresConsent, sharesRecords, sources, visitors } = entry
  const hasBody = endpoint.payload.size > 0
  const hasInput = Object.keys(sources).length > 0 || endpoint.headers !== undefined
  const isKeyed = access !== "public" || visitors.includes("publishable_key")
  const sometimes: Partial<Record<Code, boolean>> = {
    unauthorized: isKeyed,
    forbidden: isKeyed,
    validation_error: hasInput,
    query_too_expensive: hasInput && (access !== "public" || visitors.length > 0),
    payload_too_large: hasBody,
    unsupported_media_type: hasBody,
    not_found: visitors.some((way) => way !== "publishable_key"),
    conflict: acceptsIdempotencyKey || requiresConsent,
    idempotency_in_flight: acceptsIdempotencyKey,
    shared_records_protected: destructive && sharesRecords,
    confirmation_required: requiresConsent
  }
  return (code: Code) => own.includes(code) || (sometimes[code] ?? true)
}

const described = (name: string, place: Parameter["in"], required: boolean, schema: JsonSchema): Parameter => {
  const { description, ...rest } = schema
  return { name, in: place, required, ...typeof description === "string" && { description }, schema: rest }
}

const fieldsOf = (entry: Operation, place: "path" | "query"): ReadonlyArray<Parameter> => {
  const part = place === "path" ? entry.endpoint.params : entry.endpoint.query
  if (part === undefined) return []
  const schema = inputSchema(part)
  const required = schema["required"] as ReadonlyArray<string> | undefined ?? []
  return Object.entries(schema["properties"] ?? {}).map(([name, one]) => {
    const parameter = described(name, place, place === "path" || required.includes(name), one as JsonSchema)
    return { ...parameter, description: parameter.description ?? parameterDescription(entry, parameter) }
  })
}

const known: Readonly<Record<string, ParameterName>> = Object.fromEntries(
  Object.entries(parameters).map(([component, { name }]) => [name.toLowerCase(), component as ParameterName])
)

/** Who is let in: keys with the scope, publishable keys, or anybody who comes by the host or has the link. */
const securityOf = ({ access, visitors }: Operation): OperationObject["security"] => {
  const byKey = access === "public" ? [] : [{ apiKey: access === "any" || access === "session" ? [] : [access] }]
  return [
    ...byKey,
    ...visitors.includes("publishable_key") ? [{ publishableKey: [] }] : [],
    ...visitors.some((way) => way !== "publishable_key") ? [{}] : []
  ]
}

/** Visitors are told apart by the path where that holds a token, and else by a header. */
const tellsVisitors = ({ visitors }: Operation) => visitors.length > 0 && !visitors.includes("token")

const headersOf = (shape: OpenApi.OpenAPISpecOperation, { download, events, raw, requiresConsent }: Operation, versioned: boolean): ReadonlyArray<Parameter | Ref> => [
  ...shape.parameters.filter((parameter) => parameter.in === "header").map(({ name, required, schema }) => {
    const component = known[name]
    return component === undefined
      ? described(name, "header", required, schema as JsonSchema)
      : refTo("parameters", component)
  }),
  ...(raw?.headers ?? []).map((name) => described(name, "header", false, { type: "string", description: "Read by the program, with the body." })),
  ...events === undefined ? [] : [refTo("parameters", "LastEventId")],
  ...download?.ranges === true ? [refTo("parameters", "Range"), refTo("parameters", "IfRange")] : [],
  ...versioned ? [refTo("parameters", "IfNoneMatch")] : [],
  ...requiresConsent ? [refTo("parameters", "Confirmation")] : [],
  ...attribution.map((component) => refTo("parameters", component))
]

const sent = (names: ReadonlyArray<HeaderName>) => Object.fromEntries(names.map((name) => [name, refTo("headers", name)]))

const meanings: Readonly<Record<number, string>> = { 201: "Created.", 202: "Accepted; it goes on by itself." }

const contentOf = (entry: Operation, schema: JsonSchema, { answer }: Workshop["examples"]): { readonly [type: string]: Media } => {
  const example = answer(schema)
  return { [JSON_TYPE]: { schema, example }, ...entry.list && listFilesOf(entry, example), ...eventsOf(entry) }
}

const successOf = (entry: Operation, body: JsonSchema | undefined, versioned: boolean, { examples }: Workshop): Response => {
  const { acceptsIdempotencyKey, deprecated, download, list, location, successStatus } = entry
  const names: ReadonlyArray<HeaderName> = [
    ...everywhere,
    ...versioned ? ["ETag"] as const : [],
    ...location !== undefined ? ["Location"] as const : [],
    ...acceptsIdempotencyKey ? ["Idempotent-Replayed"] as const : [],
    ...tellsVisitors(entry) ? ["X-Service-Visitor"] as const : [],
    ...download === undefined && !list ? [] : ["Content-Disposition"] as const,
    ...download?.cache === undefined ? [] : ["Cache-Control"] as const,
    ...download?.ranges === true ? ["Accept-Ranges", "ETag"] as const : [],
    ...deprecated === undefined ? [] : ["Deprecation", "Sunset", "Link"] as const
  ]
  return {
    description: meanings[successStatus] ?? "Done.",
    headers: sent(names.filter((name) => name in headers)),
    content: download === undefined ? contentOf(entry, body!, examples) : filesOf(download)
  }
}

/** A part of a file. */
const partOf = (download: Given): Response => ({
  description: "The part that was asked for.",
  headers: sent([...everywhere, "Content-Disposition", "Content-Range", "ETag"]),
  content: filesOf(download)
})

const unchanged: Response = {
  description: "Unchanged since the `ETag` in `If-None-Match`.",
  headers: sent([...everywhere, "ETag"])
}

const refusalsOf = (entry: Operation, shape: OpenApi.OpenAPISpecOperation, workshop: Workshop) => {
  const can = canBeTold(entry, ownCodes(entry))
  const declared = new Set(
    Object.keys(shape.responses).filter((status) => Number(status) >= 400)
      .flatMap((status) => codesOf(workshop, bodyOf(shape, Number(status), workshop)))
  )
  const codes = (Object.keys(statusOf) as ReadonlyArray<Code>).filter((code) => declared.has(code) && can(code))
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => statusOf[code])].map(([status, codes]) => [status, workshop.refusals.refTo(codes)])
  )
}

const describedAs = ({ deprecated, description, destructive, requiresConsent, sharesRecords }: Operation): string => [
  description,
  ...sharesRecords && (destructive || requiresConsent) ? ["Live and test keys share what it changes."] : [],
  ...deprecated === undefined ? [] : [`Goes away on ${deprecated.sunset}; \`${deprecated.successor}\` replaces it.`]
].join(" ")

/** One operation of the document: its shape as the framework tells it, completed with what the catalogue knows. */
export const operationOf = (entry: Operation, shape: OpenApi.OpenAPISpecOperation, workshop: Workshop): OperationObject => {
  const { deprecated, method, name } = entry
  const body = entry.download === undefined ? bodyOf(shape, entry.successStatus, workshop) : undefined
  const versioned = body !== undefined && isVersioned(body, workshop)
  const ranged = entry.download?.ranges === true
  const conditional = ranged || versioned && method === "GET" && !entry.noConditionalGet
  const content = requestContentOf(entry, shape, workshop)
  return {
    operationId: name,
    tags: shape.tags,
    summary: entry.summary,
    description: describedAs(entry),
    ...deprecated !== undefined && { deprecated: true },
    security: securityOf(entry),
    parameters: [
      ...fieldsOf(entry, "path"),
      ...fieldsOf(entry, "query").map((parameter) =>
        parameter.name in entry.exampleQuery ? { ...parameter, example: entry.exampleQuery[parameter.name]! } : parameter),
      ...headersOf(shape, entry, conditional),
      ...tellsVisitors(entry) ? [refTo("parameters", "Visitor")] : []
    ],
    ...content !== undefined && { requestBody: { required: true, content } },
    responses: {
      [entry.successStatus]: successOf(entry, body, versioned, workshop),
      ...ranged && { 206: partOf(entry.download!) },
      ...conditional && { 304: unchanged },
      ...refusalsOf(entry, shape, workshop)
    },
    "x-operation": {
      scope: entry.access,
      ...entry.visitors.length > 0 && { visitors: entry.visitors },
      tierFloor: entry.tierFloor,
      surfaces: entry.surfaces,
      readOnly: entry.readOnly,
      destructive: entry.destructive,
      idempotent: entry.idempotent,
      requiresConsent: entry.requiresConsent,
      ...effectsOf(entry),
      keyed: entry.acceptsIdempotencyKey,
      curated: entry.curated
    }
  }
}
