import { Predicate, Schema, SchemaIssue } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { decodingOf, type Operation } from "#schemas/kernel/catalog"
import { BadRequest, type Detail, ValidationError } from "#schemas/kernel/errors"
import { receivedOf } from "#schemas/kernel/received"
import type { Body } from "./fingerprint.ts"

/** The message for a missing field. */
export const REQUIRED = "is required"
const MOST_DETAILS = 100
/** An input of more values is told its first wrong one only: to find all of them would block other requests. */
const MOST_PARTS = 5_000

/** What the framework says of a number in a path or a query, which is a text on its way only. */
const OF_CODEC = "Expected a string representing a finite number"

/** Formats the issues of an input so that missing fields differ from wrong ones. */
export const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return REQUIRED
    const message = SchemaIssue.defaultLeafHook(issue)
    return message === OF_CODEC ? "Expected a number" : message
  }
})

/** `items[2].amount`, as one would write it in code. */
const fieldOf = (path: ReadonlyArray<PropertyKey>) =>
  path.reduce<string>((field, key) =>
    typeof key === "number" ? `${field}[${key}]` : field === "" ? String(key) : `${field}.${String(key)}`, "") || "body"

const at = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce((value, key) => Predicate.hasProperty(value, key) ? value[key] : undefined, input)

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

/** Makes a function that lists everything that is wrong with an input; empty for a valid one. */
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
    payload: decoderOf(decodingOf(endpoint))
  }
  decoders.set(endpoint, made)
  return made
}

/** The parts of a request as they came; `body` is undefined where they were refused before it was read. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: Body | undefined
}

/**
 * The error that tells everything that is wrong with a request that was refused for its first wrong part. A missing field makes it
 * a bad request, whatever else is wrong; the input is decoded again, which only refused requests pay for.
 */
export const inputErrorOf = (
  { body: kind, endpoint }: Operation, { body, headers, params, query }: RawInput, missingFiles: ReadonlyArray<string> = []
): BadRequest | ValidationError => {
  const decode = decodersOf(endpoint)
  const files = missingFiles.map((field): Detail => ({ field, error: REQUIRED, received: null }))
  const wrong = body === undefined ? files : [...decode.payload(body.text === "" ? {} : body.value), ...files]
  if (kind === "json" && body?.text === "" && wrong.every(({ error }) => error !== REQUIRED)) return new BadRequest({ message: "A JSON body is required; an empty one is {}." })

  const details = [...decode.params(params), ...decode.query(query), ...decode.headers(headers), ...wrong].slice(0, MOST_DETAILS)
  const missing = details.some(({ error }) => error === REQUIRED)
  const names = [...new Set(details.map(({ field }) => field))].slice(0, 5).join(", ")
  const badKey = details.some(({ field }) => field === "idempotency-key")
  return missing || badKey
    ? new BadRequest({ message: `These fields are missing or unusable: ${names}.`, details })
    : new ValidationError({ message: `These fields are not valid: ${names}.`, details })
}
