import { randomUUID } from "node:crypto"
import { Config, Console, Effect, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { nearest } from "#schemas/kernel/nearest"
import { type Document, type OperationObject, resolve } from "../surfaces/openapi/json.ts"
import { CommandFailure } from "./command-failure.ts"
import { type Answer, callerOf, type Method } from "./service-client.ts"

interface Input {
  readonly verb: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  readonly url: string
  readonly confirmation: Option.Option<string>
}

const JSON_TYPE = "application/json"

/** What is wrong with the command, as a person can mend it. */
const wrong = (message: string) => new CommandFailure({ message })

const found = (document: Document, verb: string) => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as Method, operation })))
  const entry = all.find(({ operation }) => operation.operationId === verb)
  if (entry !== undefined) return Effect.succeed(entry)
  const [near] = nearest(verb, all.map(({ operation }) => operation.operationId), 1)
  return wrong(`There is no operation ${JSON.stringify(verb)}.${near === undefined ? "" : ` Did you mean ${near}?`}`)
}

const fieldsOf = (schema: JsonSchema) => (schema["properties"] ?? {}) as { readonly [name: string]: JsonSchema }

/** What an operation takes, and where each field goes. */
const takenBy = (document: Document, { parameters, requestBody }: OperationObject) => {
  const inAddress = parameters.map((parameter) => resolve(document, parameter))
  const media = requestBody?.content[JSON_TYPE]
  const body = media === undefined ? undefined : resolve(document, media.schema)
  return {
    params: new Map(inAddress.filter((one) => one.in === "path").map(({ name, schema }) => [name, schema])),
    query: new Map(inAddress.filter((one) => one.in === "query").map(({ name, schema }) => [name, schema])),
    body: body === undefined ? undefined : new Map(Object.entries(fieldsOf(body)))
  }
}

/** A field that may be a text is sent as it is written. */
const mayBeText = (document: Document, given: JsonSchema): boolean => {
  const schema = resolve(document, given as JsonSchema | { readonly $ref: string }) as JsonSchema
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as ReadonlyArray<JsonSchema> | undefined
  const values = schema["enum"] as ReadonlyArray<unknown> | undefined
  return [schema["type"]].flat().includes("string") || choices?.some((choice) => mayBeText(document, choice)) === true ||
    values?.some((value) => typeof value === "string") === true || typeof schema["const"] === "string"
}

const read = (document: Document, schema: JsonSchema, name: string, value: string): Effect.Effect<unknown, CommandFailure> =>
  mayBeText(document, schema)
    ? Effect.succeed(value)
    : Effect.mapError(Effect.try({ try: () => JSON.parse(value), catch: () => undefined }), () => wrong(`${name} is written as JSON: ${value} is none.`))

/** The request for a call: its path below `/api/v1` with what stands in it, and its body. */
const requestOf = Effect.fnUntraced(function*(document: Document, { fields, verb }: Input) {
  const { method, operation, path } = yield* found(document, verb)
  const { body, params, query } = takenBy(document, operation)
  if (operation.requestBody !== undefined && body === undefined) {
    return yield* wrong(`${verb} takes a file, which this command does not send; see ${document.servers[0]?.url ?? ""}/docs#${verb}.`)
  }
  const known = [...params.keys(), ...query.keys(), ...body?.keys() ?? []]
  const unknown = fields.find(([name]) => !known.includes(name))
  if (unknown !== undefined) return yield* wrong(`${verb} takes no ${JSON.stringify(unknown[0])}; it takes ${known.join(", ") || "nothing"}.`)
  const values = new Map(fields)
  const missing = [...params.keys()].find((name) => !values.has(name))
  if (missing !== undefined) return yield* wrong(`${verb} needs ${missing}=...`)
  const address = path.slice("/api/v1".length).replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(values.get(name)!))
  const search = new URLSearchParams(fields.filter(([name]) => query.has(name)).map(([name, value]) => [name, value]))
  const sent: Record<string, unknown> = {}
  for (const [name, value] of fields) {
    const schema = body?.get(name)
    if (schema !== undefined && !params.has(name)) sent[name] = yield* read(document, schema, name, value)
  }
  return {
    method, path: search.size === 0 ? address : `${address}?${search}`, body: body === undefined ? undefined : sent,
    isKeyed: operation["x-operation"]["keyed"] === true
  }
})

const documentOf = (answer: Answer): Effect.Effect<Document, CommandFailure> =>
  answer.status === 200 ? Effect.succeed(answer.body as Document) : wrong(`The service does not show its OpenAPI document: it answered ${answer.status}.`)

/** Calls an operation and prints what it answered. Under one `Idempotency-Key`, so that a request that is sent again does nothing twice. */
export const apiCall = (input: Input) =>
  Effect.gen(function*() {
    const key = yield* Effect.mapError(Config.Redacted("API_KEY"), () => wrong("Set API_KEY to an API key of the company."))
    const call = callerOf(yield* HttpClient.HttpClient, input.url, key)
    const document = yield* Effect.flatMap(call("GET", "/openapi.json"), documentOf)
    const { body, isKeyed, method, path } = yield* requestOf(document, input)
    const { body: answer, status } = yield* call(method, path, body, {
      ...isKeyed && { "idempotency-key": randomUUID() },
      ...Option.isSome(input.confirmation) && { [CONFIRMATION_HEADER]: input.confirmation.value }
    })
    yield* Console.log(JSON.stringify(answer, null, 2))
    if (status >= 400) process.exitCode = 1
  }).pipe(Effect.provide(FetchHttpClient.layer))
