import { isUtf8 } from "node:buffer"
import { Context, Effect, Schema, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { payloadOf } from "#schemas/kernel/catalog"
import { BadRequest, type Detail, ValidationError } from "#schemas/kernel/errors"
import { isSecret } from "#schemas/kernel/redacted"
import type { Asked } from "./request-context.ts"
import { refuse } from "./error-response.ts"

/** What is said of a field that is missing. */
export const REQUIRED = "is required"
const MOST_CHARACTERS = 200
const MOST_DETAILS = 100
/** Of an input of more values only the first wrong one is told: to find them all would stop everybody else. */
const MOST_PARTS = 5_000

/** What is wrong with an input, in words that tell what is missing from what is wrong. */
export const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => issue._tag === "MissingKey" ? REQUIRED : SchemaIssue.defaultLeafHook(issue)
})

/** `items[2].amount`, as one would write it in code. */
const fieldOf = (path: ReadonlyArray<PropertyKey>) =>
  path.reduce<string>((field, key) =>
    typeof key === "number" ? `${field}[${key}]` : field === "" ? String(key) : `${field}.${String(key)}`, "") || "body"

const at = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce((value: any, key) => value === null || value === undefined ? value : value[key], input)

const withoutSecrets = (key: string, value: unknown) => isSecret(key) ? "[redacted]" : value

/** The value as it was sent, short of what in it may be secret; long ones are cut. */
export const receivedOf = (value: unknown, field: string): Schema.Json => {
  if (value === undefined) return null
  if (isSecret(field)) return "[redacted]"
  if (typeof value === "string") return value.slice(0, MOST_CHARACTERS)
  const text = JSON.stringify(value, withoutSecrets)
  return text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : JSON.parse(text)
}

/** How many values an input is made of, counted up to `most`. */
const partsOf = (value: unknown, most: number): number => {
  if (typeof value !== "object" || value === null) return 1
  let parts = 1
  for (const part of Object.values(value)) {
    parts += partsOf(part, most - parts)
    if (parts >= most) return most
  }
  return parts
}

type Decode = (input: unknown) => ReadonlyArray<Detail>

/** Says everything that is wrong with an input; nothing of one that a schema takes. */
export const decoderOf = (schema: Schema.Top | undefined): Decode => {
  if (schema === undefined) return () => []
  const decodeAll = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { errors: "all" })
  const decodeFirst = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)
  return (input) => {
    const result = partsOf(input, MOST_PARTS) < MOST_PARTS ? decodeAll(input) : decodeFirst(input)
    if (result._tag === "Success") return []
    return issuesOf(result.failure.issue).issues.map(({ message, path = [] }) => {
      const field = fieldOf(path as ReadonlyArray<PropertyKey>)
      return { field, error: message, received: receivedOf(at(input, path as ReadonlyArray<PropertyKey>), field) }
    })
  }
}

const decoders = new WeakMap<HttpApiEndpoint.Top, { readonly [K in "params" | "query" | "headers" | "payload"]: Decode }>()

const decodersOf = (endpoint: HttpApiEndpoint.Top) => {
  const known = decoders.get(endpoint)
  if (known !== undefined) return known
  const made = {
    params: decoderOf(endpoint.params),
    query: decoderOf(endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query)),
    headers: decoderOf(endpoint.headers),
    payload: decoderOf(payloadOf(endpoint))
  }
  decoders.set(endpoint, made)
  return made
}

const unreadable = new BadRequest({ message: "The body is not valid JSON." })

/**
 * Says everything that is wrong with a request that was refused for its first wrong part. A missing field makes it a bad
 * request, whatever else is wrong; the input is decoded again, which only the refused pay for.
 */
const explain = Effect.fnUntraced(function*({ entry: { endpoint, upload }, params, query }: Asked) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const decode = decodersOf(endpoint)

  let body: ReadonlyArray<Detail> = []
  if (endpoint.payload.size > 0 && upload === undefined) {
    const text = yield* Effect.orDie(request.text)
    const bytes = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
    if (!isUtf8(bytes)) return new BadRequest({ message: "The body is not UTF-8." })
    try {
      body = decode.payload(text === "" ? {} : JSON.parse(text))
    } catch {
      return unreadable
    }
    if (text === "" && body.length === 0) return new BadRequest({ message: "A JSON body is required; an empty one is {}." })
  }

  const details = [...decode.params(params), ...decode.query(query), ...decode.headers(request.headers), ...body]
    .slice(0, MOST_DETAILS)
  const missing = details.some(({ error }) => error === REQUIRED)
  const names = [...new Set(details.map(({ field }) => field))].slice(0, 5).join(", ")
  const badKey = details.some(({ field }) => field === "idempotency-key")
  return missing || badKey
    ? new BadRequest({ message: `These fields are missing or unusable: ${names}.`, details })
    : new ValidationError({ message: `These fields are not valid: ${names}.`, details })
})

/** What the framework could not decode or encode: input that breaks the contract is explained, an answer that does is our fault. */
export const checked = ({ cause, kind }: HttpApiError.HttpApiSchemaError, asked: Asked) =>
  kind === "Body" || kind === "ResponseHeaders"
    ? Effect.die(new Error(`the answer of ${asked.entry.name} broke the contract: ${cause.message}`))
    : Effect.flatMap(explain(asked), (refusal) => refuse(refusal))

/** Bytes that are not UTF-8 were replaced on decoding; nothing may be lost that way. */
export const isReadable = (context: Context.Context<never>) =>
  Effect.map(
    Effect.orDie(Context.getUnsafe(context as Context.Context<HttpServerRequest.HttpServerRequest>, HttpServerRequest.HttpServerRequest).arrayBuffer),
    (bytes) => isUtf8(new Uint8Array(bytes))
  )
