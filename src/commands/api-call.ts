import { randomUUID } from "node:crypto"
import { Console, Effect, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { nearest } from "#schemas/kernel/nearest"
import { type Document, type OperationObject, resolve } from "../surfaces/openapi/json.ts"
import { CommandFailure } from "./command-failure.ts"
import { sourceOf, type Target } from "./profiles.ts"
import { fileBody, formBody } from "./sent-file.ts"
import { type Answer, callerOf, type Method } from "./service-client.ts"

interface Input extends Target {
  readonly verb: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  readonly file: Option.Option<string>
  readonly confirmation: Option.Option<string>
}

const JSON_TYPE = "application/json"
const FORM_TYPE = "multipart/form-data"

/** What is wrong with the command, as a person can mend it. */
export const wrong = (message: string) => new CommandFailure({ message })

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
  const content = requestBody?.content ?? {}
  const media = content[JSON_TYPE] ?? content[FORM_TYPE]
  const all = media === undefined ? [] : Object.entries(fieldsOf(resolve(document, media.schema)))
  const isFile = ([, schema]: readonly [string, JsonSchema]) => schema["format"] === "binary"
  return {
    params: new Map(inAddress.filter((one) => one.in === "path").map(({ name, schema }) => [name, schema])),
    query: new Map(inAddress.filter((one) => one.in === "query").map(({ name, schema }) => [name, schema])),
    body: media === undefined ? undefined : new Map(all.filter((one) => !isFile(one))),
    isForm: content[FORM_TYPE] !== undefined,
    /** The field of a form that is a file. */
    fileField: all.find(isFile)?.[0],
    /** Of a body that is a file alone: what it may be. */
    types: media === undefined ? Object.keys(content) : []
  }
}
type Taken = ReturnType<typeof takenBy>

/** The body that is not JSON: a file, or a form with one. */
const otherBody = (document: Document, verb: string, { body, fileField, isForm, types }: Taken, fields: Input["fields"], file: Option.Option<string>) => {
  if (types.length > 0) {
    return Option.match(file, { onNone: () => wrong(`${verb} takes a file: name it with --file.`), onSome: (path) => Effect.asSome(fileBody(path, types)) })
  }
  if (Option.isSome(file) && fileField === undefined) return wrong(`${verb} takes no file.`)
  if (!isForm) return Effect.succeedNone
  return Effect.asSome(formBody(texts(document, body!, fields), Option.getOrUndefined(Option.map(file, (path) => ({ field: fileField!, path })))))
}

/** Whether a field may be of a type of JSON. */
const mayBe = (type: "array" | "null" | "string") => (document: Document, given: JsonSchema): boolean => {
  const schema = resolve(document, given as JsonSchema | { readonly $ref: string }) as JsonSchema
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as ReadonlyArray<JsonSchema> | undefined
  const values = schema["enum"] as ReadonlyArray<unknown> | undefined
  return [schema["type"]].flat().includes(type) || choices?.some((choice) => mayBe(type)(document, choice)) === true ||
    (type === "string" && (values?.some((value) => typeof value === "string") === true || typeof schema["const"] === "string"))
}

const mayBeList = mayBe("array")
const mayBeNull = mayBe("null")
const mayBeText = mayBe("string")

/** A field that may be a text is sent as it is written; `null` is nothing where a field may be that too. */
const read = (document: Document, schema: JsonSchema, name: string, value: string): Effect.Effect<unknown, CommandFailure> =>
  value === "null" && mayBeNull(document, schema)
    ? Effect.succeed(null)
    : mayBeText(document, schema)
    ? Effect.succeed(value)
    : Effect.mapError(Effect.try({ try: () => JSON.parse(value), catch: () => undefined }), () => wrong(`${name} is written as JSON: ${value} is none.`))

/** Texts of an address or a form: a list that is written as JSON comes as often as it has values. */
const texts = (document: Document, schemas: ReadonlyMap<string, JsonSchema>, fields: Input["fields"]): Input["fields"] =>
  fields.flatMap(([name, value]): Input["fields"] => {
    const schema = schemas.get(name)
    if (schema === undefined) return []
    const list = value.startsWith("[") && mayBeList(document, schema) ? Option.liftThrowable((): unknown => JSON.parse(value))() : Option.none()
    return Option.isSome(list) && Array.isArray(list.value)
      ? list.value.map((one: unknown) => [name, typeof one === "string" ? one : JSON.stringify(one)] as const)
      : [[name, value]]
  })

/** The request for a call: its path below `/api/v1` with what stands in it, and its body. */
export const requestOf = Effect.fnUntraced(function*(document: Document, { fields, file, verb }: Pick<Input, "fields" | "file" | "verb">) {
  const { method, operation, path } = yield* found(document, verb)
  const taken = takenBy(document, operation)
  const { body, params, query } = taken
  const known = [...params.keys(), ...query.keys(), ...body?.keys() ?? []]
  const unknown = fields.find(([name]) => !known.includes(name))
  if (unknown !== undefined) return yield* wrong(`${verb} takes no ${JSON.stringify(unknown[0])}; it takes ${known.join(", ") || "nothing"}.`)
  const values = new Map(fields)
  const missing = [...params.keys()].find((name) => !values.has(name))
  if (missing !== undefined) return yield* wrong(`${verb} needs ${missing}=...`)
  const address = path.slice("/api/v1".length).replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(values.get(name)!))
  const search = new URLSearchParams(texts(document, query, fields).map(([name, value]) => [name, value]))
  const other = yield* otherBody(document, verb, taken, fields, file)
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Option.isSome(other) ? [] : fields) {
    const schema = body?.get(name)
    if (schema !== undefined && !params.has(name)) sent[name] = yield* read(document, schema, name, value)
  }
  return {
    method, path: search.size === 0 ? address : `${address}?${search}`,
    body: Option.getOrElse(other, () => body === undefined ? undefined : sent),
    isKeyed: operation["x-operation"]["keyed"] === true
  }
})

export const documentOf = (answer: Answer): Effect.Effect<Document, CommandFailure> =>
  answer.status === 200 ? Effect.succeed(answer.body as Document) : wrong(`The service does not show its OpenAPI document: it answered ${answer.status}.`)

/** Calls an operation and prints what it answered. Under one `Idempotency-Key`, so that a request that is sent again does nothing twice. */
export const apiCall = (input: Input) =>
  Effect.gen(function*() {
    const call = callerOf(yield* HttpClient.HttpClient, yield* sourceOf(input))
    const document = yield* Effect.flatMap(call("GET", "/openapi.json"), documentOf)
    const { body, isKeyed, method, path } = yield* requestOf(document, input)
    const { body: answer, status } = yield* call(method, path, body, {
      ...isKeyed && { "idempotency-key": randomUUID() },
      ...Option.isSome(input.confirmation) && { [CONFIRMATION_HEADER]: input.confirmation.value }
    })
    yield* Console.log(JSON.stringify(answer, null, 2))
    if (status >= 400) process.exitCode = 1
  }).pipe(Effect.provide(FetchHttpClient.layer))
