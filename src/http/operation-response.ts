import { type Schema, SchemaAST } from "effect"
import { HttpServerResponse } from "effect/http"
import { etagOf } from "#schemas/kernel/headers"
import type { Operation } from "#schemas/kernel/catalog"

/** The response of an operation, ready to be sent, or kept and sent again. */
export interface OperationResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const successOf = (entry: Operation) => [...entry.endpoint.success][0]! as Schema.Top

/** Programs answer in the form that is sent, so that nothing is encoded twice: no schema of a success transforms. */
const isPlain = (ast: SchemaAST.AST): boolean => ast.encoding === undefined && partsOf(ast).every(isPlain)

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isObjects(ast) ? [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    : SchemaAST.isArrays(ast) ? [...ast.elements, ...ast.rest] : SchemaAST.isUnion(ast) ? ast.types : []

/**
 * `JSON.stringify` itself: beside it a printer compiled from the schema took 1.7 times as long and left five times the
 * garbage, because each `null` in a union is validated.
 */
export const printerOf = (entry: Operation): (value: unknown) => string => {
  if (!isPlain(successOf(entry).ast)) throw new Error(`${entry.name}: the schema of an answer must not transform`)
  return JSON.stringify
}

const deprecation = ({ deprecated }: Operation): Readonly<Record<string, string>> =>
  deprecated === undefined ? {} : {
    deprecation: `@${Date.parse(`${deprecated.since}T00:00:00Z`) / 1_000}`,
    sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString(),
    link: `<${deprecated.successor}>; rel="successor-version"`
  }

/** Makes the response of an operation: its status, its body, and the headers that follow from the body. */
export const responseOf = (entry: Operation) => {
  const print = printerOf(entry)
  const always = deprecation(entry)
  const { location, successStatus } = entry
  const parent = location?.slice(0, location.lastIndexOf(":"))
  const placed = (params: object) => {
    const values = new Map<string, unknown>(Object.entries(params))
    return parent!.replace(/:([^/]+)/g, (_, name) => String(values.get(name)))
  }
  return (value: { readonly id?: unknown; readonly version?: unknown }, params: object = {}): OperationResponse => {
    const headers: Record<string, string> = { ...always }
    if (typeof value.version === "number") headers["etag"] = etagOf(value.version)
    if (parent !== undefined && typeof value.id === "number") headers["location"] = `${placed(params)}${value.id}`
    return { status: successStatus, headers, body: print(value) }
  }
}

export const toResponse = ({ body, headers, status }: OperationResponse) =>
  HttpServerResponse.text(body, { status, headers, contentType: "application/json" })
