import { randomUUID } from "node:crypto"
import { Result, type Schema } from "effect"
import { HttpBody, HttpClientRequest } from "effect/http"
import type { Operation, Source } from "#schemas/kernel/catalog"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import { callMeta } from "#schemas/connector/meta"
import type { Detail } from "#schemas/kernel/errors"
import { isSecret } from "#schemas/kernel/redacted"
import { REQUIRED } from "../http/input-errors.ts"
import { IN_PROCESS_ORIGIN } from "../http/in-process-client.ts"
import type { JsonObject } from "../mcp/profile.ts"
import type { Said } from "./refusal.ts"
import { takenBy } from "./verbs.ts"

const MOST_RECEIVED = 200

const received = (field: string, value: Schema.Json | undefined): Schema.Json =>
  value === undefined ? null : isSecret(field) ? "[redacted]" : JSON.stringify(value).length > MOST_RECEIVED ? JSON.stringify(value).slice(0, MOST_RECEIVED) : value

const wrong = (field: string, error: string, value: Schema.Json | undefined): Detail => ({ field, error, received: received(field, value) })

const fieldsIn = (details: ReadonlyArray<Detail>) => details.slice(0, 5).map(({ field }) => field.slice(0, 100)).join(", ")

/** What an address is written with; a value that is no text is written as JSON. */
const written = (value: Schema.Json): string => (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed()

/** A part of a path that its reader would take for something else. */
const isNoPart = (text: string) => text === "" || text === "." || text === ".."

const isMissing = (value: Schema.Json | undefined) => value === undefined

const asList = (value: Schema.Json): ReadonlyArray<Schema.Json> => Array.isArray(value) ? value : [value]

const isBase64 = (value: Schema.Json): value is string => typeof value === "string" && /^[A-Za-z0-9+/]*={0,2}$/u.test(value)

/** What can be seen of arguments before they are sent: whether all are there, and none that nobody knows. */
const faultsOf = (entry: Operation, args: JsonObject): Said | undefined => {
  const required = (takenBy(entry)["required"] ?? []) as ReadonlyArray<string>
  const missing = required.filter((name) => isMissing(args[name])).map((name) => wrong(name, REQUIRED, undefined))
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(entry.sources, name))
    .map((name) => wrong(name, `is no argument of ${entry.name}`, args[name]))
  const unusable = Object.entries(args)
    .filter(([name, value]) => Object.hasOwn(entry.sources, name) && entry.sources[name] === "params" && isNoPart(written(value)))
    .map(([name, value]) => wrong(name, "cannot stand in an address", value))
  const isWhole = entry.body === "file" || entry.body === "raw"
  const body = isWhole && args["body"] !== undefined && typeof args["body"] !== "string"
    ? [wrong("body", "must be the text of the file", null)]
    : []
  const files = Object.keys(entry.files).filter((name) => args[name] !== undefined && !asList(args[name]).every(isBase64))
    .map((name) => wrong(name, "must be a file in base64", null))
  const details = [...missing, ...unknown, ...unusable, ...body, ...files].slice(0, 100)
  if (details.length === 0) return undefined
  return missing.length > 0
    ? { code: "bad_request", message: `These arguments are missing or unusable: ${fieldsIn(details)}.`, details }
    : { code: "validation_error", message: `These arguments are not valid: ${fieldsIn(details)}.`, details }
}

/** What a call says of itself in `_meta`, as the headers of a request. */
const headersIn = { "idempotency-key": callMeta.idempotencyKey, "if-match": callMeta.ifMatch, [CONFIRMATION_HEADER]: callMeta.confirmation } as const

/** A header of a request could hold nothing else. */
const isText = (value: Schema.Json): boolean => typeof value === "string" && !value.includes("\0") && value.isWellFormed()

const metaFault = (meta: JsonObject): Said | undefined => {
  const details = Object.values(callMeta)
    .filter((name) => meta[name] !== undefined && !isText(meta[name]))
    .map((name) => wrong(`_meta.${name}`, "must be a text without NUL and halves of characters", meta[name]))
  return details.length === 0 ? undefined : { code: "validation_error", message: `These are not texts: ${fieldsIn(details)}.`, details }
}

const textIn = (meta: JsonObject, name: string): string | undefined => typeof meta[name] === "string" ? meta[name] : undefined

/** The media type of a file: the one that the call names, or else the one it looks like. */
const typeOf = ({ raw, upload }: Operation, meta: JsonObject, text: string): string => {
  const [usual, ...others] = Object.keys((upload ?? raw)!.examples)
  return textIn(meta, callMeta.contentType) ?? (text.trimStart().startsWith("{") ? others.find((type) => type.includes("json")) : undefined) ?? usual!
}

const partOf = (entry: Operation, args: JsonObject, source: Source): ReadonlyArray<readonly [string, Schema.Json]> =>
  Object.entries(args).filter(([name, value]) => entry.sources[name] === source && !isMissing(value))

const addressOf = (entry: Operation, args: JsonObject): string => {
  const path = entry.path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(written(args[name]!)))
  const query = new URLSearchParams(partOf(entry, args, "query").flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, written(one)])))
  return query.size === 0 ? IN_PROCESS_ORIGIN + path : `${IN_PROCESS_ORIGIN}${path}?${query}`
}

/** Fields and files as a form that is sent with its files. */
const multipartOf = ({ files }: Operation, parts: ReadonlyArray<readonly [string, Schema.Json]>): HttpBody.HttpBody => {
  const boundary = randomUUID()
  const chunks = parts.flatMap(([name, value]) => asList(value).flatMap((one) => {
    const file = files[name]
    const about = file === undefined ? "" : `; filename="${name}"\r\ncontent-type: ${Object.keys(file.examples)[0]}`
    const content = file === undefined ? Buffer.from(written(one)) : Buffer.from(written(one), "base64")
    return [Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${about}\r\n\r\n`), content, Buffer.from("\r\n")]
  }))
  return HttpBody.uint8Array(Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]), `multipart/form-data; boundary=${boundary}`)
}

const formOf = (parts: ReadonlyArray<readonly [string, Schema.Json]>): HttpBody.HttpBody => {
  const pairs = parts.flatMap(([name, value]) => asList(value).map((one) => [name, written(one)]))
  return HttpBody.text(new URLSearchParams(pairs).toString(), "application/x-www-form-urlencoded")
}

const bodyOf = (entry: Operation, args: JsonObject, meta: JsonObject): HttpBody.HttpBody => {
  if (entry.body === "multipart") return multipartOf(entry, partOf(entry, args, "payload"))
  if (entry.body === "form") return formOf(partOf(entry, args, "payload"))
  if (entry.body === "file" || entry.body === "raw") {
    const text = written(args["body"]!)
    return HttpBody.text(text, typeOf(entry, meta, text))
  }
  return entry.endpoint.payload.size === 0
    ? HttpBody.empty
    : HttpBody.text(JSON.stringify(Object.fromEntries(partOf(entry, args, "payload"))), "application/json")
}

/** A call as the request that the API takes for the same. */
export interface Request {
  readonly request: HttpClientRequest.HttpClientRequest
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Reads a call; what is wrong with single values is the API's own to say. */
export const requestOf = (entry: Operation, args: JsonObject, meta: JsonObject): Result.Result<Request, Said> => {
  const fault = faultsOf(entry, args) ?? metaFault(meta)
  if (fault !== undefined) return Result.fail(fault)
  return Result.succeed({
    request: HttpClientRequest.make(entry.method)(addressOf(entry, args), { body: bodyOf(entry, args, meta) }),
    headers: Object.fromEntries(Object.entries(headersIn).map(([header, name]) => [header, textIn(meta, name)]))
  })
}

/** The session that the receipts of a call are grouped by. */
export const sessionIn = (meta: JsonObject, session: string | undefined): string | undefined => textIn(meta, callMeta.session) ?? session
