import { memoize } from "effect/Function"
import type { Code } from "#schemas/kernel/errors"
import { statusOf } from "#schemas/kernel/errors"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { operations } from "#schemas/operations"
import { addresses } from "../addresses.ts"
import type { Document, OperationObject } from "../openapi/json.ts"
import { pascal } from "../openapi/refusals.ts"

/** An operation, and where it is. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

export interface Category {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly placed: ReadonlyArray<Placed>
}

export const GUIDES = `${addresses.docs}/guides`
export const RECORDS = `${addresses.docs}/records`
export const ERRORS = `${addresses.docs}/errors`
export const BACKUPS = `${addresses.docs}/backups`
export const OPERATE = `${GUIDES}/operate`
export const SEVERAL_NODES = `${addresses.docs}/several-nodes`
export const SPLITTING = `${addresses.docs}/splitting`
export const SEARCH = `${addresses.docs}/search` as const
export const CHANGELOG = `${addresses.docs}/changelog`

export const categoryPath = (id: string): string => `${addresses.docs}/${id}`

/** Where an operation is told of; throws if there is none, so that no page points at nothing. */
export const operationPath = (verb: string): string => {
  const entry = operations.get(verb)
  if (entry === undefined) throw new Error(`there is no operation ${verb}`)
  return `${categoryPath(entry.category)}/${verb}`
}

export const recordPath = (name: string): string => `${RECORDS}/${name}`

/** The operations of the contract, by what they are about. */
export const categoriesOf: (document: Document) => ReadonlyArray<Category> = memoize(({ paths, tags }) => {
  const placed = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
  return tags.flatMap(({ description, name }) => {
    const own = placed.filter(({ operation }) => operation.tags.includes(name))
    const id = operations.get(own[0]?.operation.operationId ?? "")?.category
    return id === undefined ? [] : [{ id, name, description, placed: own }]
  })
})

const errorNames = new Set([...Object.keys(statusOf).map((code) => pascal(code as Code)), "Problem"])

const namedIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) =>
      key === "$ref" && typeof one === "string" ? [one.split("/").at(-1)!] : key === "requestBody" ? namedInBody(one) : namedIn(one))

/** What a body is made of that has no name itself. */
const namedInBody = (body: unknown): ReadonlyArray<string> =>
  Object.values((body as { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }).content ?? {}).flatMap(({ schema }) =>
    schema === undefined || "$ref" in schema ? [] : namedIn(schema))

/** Bodies stand with their operations; records are what answers, and other records, are made of. */
export const recordsOf: (document: Document) => ReadonlyMap<string, JsonSchema> = memoize(({ components, paths }) => {
  const named = new Set(namedIn([paths, components.schemas]))
  return new Map(Object.entries(components.schemas).filter(([name]) => named.has(name) && !errorNames.has(name)))
})
