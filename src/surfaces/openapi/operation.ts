import type { OpenApi } from "effect/http-api"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { filesOf } from "./files.ts"
import { attribution, everywhere, type HeaderName, headers, type ParameterName, parameters } from "./headers.ts"
import { type Json, type OperationObject, type Parameter, type Ref, refTo, type Response } from "./json.ts"
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
  const { access, acceptsIdempotencyKey, endpoint, requiresConsent, sources, tierFloor } = entry
  const hasBody = endpoint.payload.size > 0
  const hasInput = Object.keys(sources).length > 0 || endpoint.headers !== undefined
  const sometimes: Partial<Record<Code, boolean>> = {
    validation_error: hasInput,
    query_too_expensive: hasInput && access !== "public",
    payload_too_large: hasBody,
    unsupported_media_type: hasBody,
    forbidden: access !== "any" || tierFloor !== "starter",
    conflict: acceptsIdempotencyKey || requiresConsent,
    idempotency_in_flight: acceptsIdempotencyKey,
    confirmation_required: requiresConsent
  }
  return (code: Code) => own.includes(code) || (sometimes[code] ?? true)
}

const described = (name: string, place: Parameter["in"], required: boolean, schema: JsonSchema): Parameter => {
  const { description, ...rest } = schema
  return { name, in: place, required, ...typeof description === "string" && { description }, schema: rest }
}

const fieldsOf = (place: "path" | "query", part: Operation["endpoint"]["params"]): ReadonlyArray<Parameter> => {
  if (part === undefined) return []
  const schema = inputSchema(part)
  const required = schema["required"] as ReadonlyArray<string> | undefined ?? []
  return Object.entries(schema["properties"] ?? {}).map(([name, one]) =>
    described(name, place, place === "path" || required.includes(name), one as JsonSchema))
}

const known: Readonly<Record<string, ParameterName>> = Object.fromEntries(
  Object.entries(parameters).map(([component, { name }]) => [name.toLowerCase(), component as ParameterName])
)

const headersOf = (shape: OpenApi.OpenAPISpecOperation, { requiresConsent }: Operation, versioned: boolean): ReadonlyArray<Parameter | Ref> => [
  ...shape.parameters.filter((parameter) => parameter.in === "header").map(({ name, required, schema }) => {
    const component = known[name]
    return component === undefined
      ? described(name, "header", required, schema as JsonSchema)
      : refTo("parameters", component)
  }),
  ...versioned ? [refTo("parameters", "IfNoneMatch")] : [],
  ...requiresConsent ? [refTo("parameters", "Confirmation")] : [],
  ...attribution.map((component) => refTo("parameters", component))
]

const sent = (names: ReadonlyArray<HeaderName>) => Object.fromEntries(names.map((name) => [name, refTo("headers", name)]))

const meanings: Readonly<Record<number, string>> = { 201: "Created.", 202: "Accepted; it goes on by itself." }

const successOf = (entry: Operation, body: JsonSchema | undefined, versioned: boolean, { examples }: Workshop): Response => {
  const { acceptsIdempotencyKey, deprecated, download, location, successStatus } = entry
  const names: ReadonlyArray<HeaderName> = [
    ...everywhere,
    ...versioned ? ["ETag"] as const : [],
    ...location !== undefined ? ["Location"] as const : [],
    ...acceptsIdempotencyKey ? ["Idempotent-Replayed"] as const : [],
    ...download === undefined ? [] : ["Content-Disposition"] as const,
    ...deprecated === undefined ? [] : ["Deprecation", "Sunset", "Link"] as const
  ]
  return {
    description: meanings[successStatus] ?? "Done.",
    headers: sent(names.filter((name) => name in headers)),
    content: download === undefined ? { [JSON_TYPE]: { schema: body!, example: examples.answer(body!) } } : filesOf(download)
  }
}

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

/** One operation of the document: its shape as the framework tells it, completed with what the catalogue knows. */
export const operationOf = (entry: Operation, shape: OpenApi.OpenAPISpecOperation, workshop: Workshop): OperationObject => {
  const { access, deprecated, endpoint, method, name } = entry
  const body = entry.download === undefined ? bodyOf(shape, entry.successStatus, workshop) : undefined
  const versioned = body !== undefined && isVersioned(body, workshop)
  const conditional = versioned && method === "GET" && !entry.noConditionalGet
  const payload = shape.requestBody?.content[JSON_TYPE]
  const request = payload && workshop.publish(payload.schema as JsonSchema)
  return {
    operationId: name,
    tags: shape.tags,
    summary: entry.summary,
    description: deprecated === undefined
      ? entry.description
      : `${entry.description} Goes away on ${deprecated.sunset}; \`${deprecated.successor}\` replaces it.`,
    ...deprecated !== undefined && { deprecated: true },
    security: access === "public" ? [] : [{ apiKey: access === "any" || access === "session" ? [] : [access] }],
    parameters: [
      ...fieldsOf("path", endpoint.params),
      ...fieldsOf("query", endpoint.query),
      ...headersOf(shape, entry, conditional)
    ],
    ...payloadOf(endpoint) !== undefined && request !== undefined && {
      requestBody: {
        required: true,
        content: { [JSON_TYPE]: { schema: request, example: workshop.examples.request(request) } }
      }
    },
    ...entry.upload !== undefined && { requestBody: { required: true, content: filesOf(entry.upload) } },
    responses: {
      [entry.successStatus]: successOf(entry, body, versioned, workshop),
      ...conditional && { 304: unchanged },
      ...refusalsOf(entry, shape, workshop)
    },
    "x-operation": {
      scope: access,
      tierFloor: entry.tierFloor,
      surfaces: entry.surfaces,
      readOnly: entry.readOnly,
      destructive: entry.destructive,
      idempotent: entry.idempotent,
      requiresConsent: entry.requiresConsent,
      keyed: entry.acceptsIdempotencyKey,
      curated: entry.curated
    }
  }
}
