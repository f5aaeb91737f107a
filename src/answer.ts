import { Schema, SchemaAST } from "effect"
import { HttpServerResponse } from "effect/http"
import fastJson from "fast-json-stringify"
import { etagOf } from "#schemas/kernel/headers"
import type { Entry } from "#schemas/kernel/catalog"

/** An answer ready to be sent, or kept and sent again. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const successOf = (entry: Entry) => [...entry.endpoint.success][0]! as Schema.Top

/** Programs answer in the form of the wire, so that nothing is encoded twice: no schema of an answer transforms. */
const isPlain = (ast: SchemaAST.AST): boolean => SchemaAST.toEncoded(ast) === ast

/** An object whose properties the contract leaves open, which is printed whole. */
const isOpen = (schema: object) =>
  "type" in schema && schema.type === "object" && !("properties" in schema) && !("additionalProperties" in schema)

/** Prints what the contract names and nothing else. */
const closed = (schema: unknown): unknown =>
  Array.isArray(schema)
    ? schema.map(closed)
    : schema !== null && typeof schema === "object"
    ? isOpen(schema) ? { ...schema, additionalProperties: true } : Object.fromEntries(
      Object.entries(schema).filter(([key, value]) => !(key === "additionalProperties" && value === true && "properties" in schema))
        .map(([key, value]) => [key, closed(value)])
    )
    : schema

export const printerOf = (entry: Entry): (value: unknown) => string => {
  const success = successOf(entry)
  if (!isPlain(success.ast)) throw new Error(`${entry.name}: the schema of an answer must not transform`)
  const { definitions, schema } = Schema.toJsonSchemaDocument(success)
  return fastJson(closed({ ...schema, $defs: definitions }) as never, { rounding: "trunc" })
}

const deprecation = ({ deprecated }: Entry): Readonly<Record<string, string>> =>
  deprecated === undefined ? {} : {
    deprecation: `@${Date.parse(`${deprecated.since}T00:00:00Z`) / 1_000}`,
    sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString(),
    link: `<${deprecated.successor}>; rel="successor-version"`
  }

/** Makes the answer of an operation: its status, its body, and what can be told from the body in headers. */
export const answerOf = (entry: Entry) => {
  const print = printerOf(entry)
  const always = deprecation(entry)
  const { path, successStatus } = entry
  return (value: any): Answer => {
    const headers: Record<string, string> = { ...always }
    if (typeof value.version === "number") headers["etag"] = etagOf(value.version)
    if (successStatus === 201 && typeof value.id === "number") headers["location"] = `${path}/${value.id}`
    return { status: successStatus, headers, body: print(value) }
  }
}

export const send = ({ body, headers, status }: Answer) =>
  HttpServerResponse.text(body, { status, headers, contentType: "application/json" })
