import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Api } from "#schemas/api"
import type { Operation } from "#schemas/kernel/catalog"
import { type Code, Refusal, statusOf } from "#schemas/kernel/errors"

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

/** As declared and nothing besides: an answer with a field that the contract does not name is a broken answer. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== "object") return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return "properties" in inner ? { ...inner, additionalProperties: false } : inner
}

/** The JSON Schema of one side of a schema, its definitions inside. */
export const jsonSchemaOf = (schema: Schema.Top): any => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  return { ...root as object, $defs: definitions }
}

const compiled = new WeakMap<Schema.Top, ValidateFunction>()

const validatorOf = (schema: Schema.Top) => {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const made = ajv.compile(closed(jsonSchemaOf(schema)) as object)
  compiled.set(schema, made)
  return made
}

const refusals = new Map(Object.keys(statusOf).map((code) => [
  code,
  Refusal.members.find((member) => new RegExp(`"${code}"`).test(JSON.stringify(jsonSchemaOf(member))))!
]))

interface Declared {
  readonly successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

const declared = new Map<string, Declared>()

/** Makes the operations of a contract known, beside those of the product. */
export const declare = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, successes }) => void declared.set(endpoint.identifier, { errors, successes })
  })
declare(Api)

const faultsOf = (schema: Schema.Top, value: unknown) => {
  const validate = validatorOf(schema)
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message, params }) =>
    `${instancePath || "body"} ${message} ${JSON.stringify(params)}`)
}

/** What is wrong with a refusal: its status, or a key that is missing or too many for its code. */
export const faultsOfRefusal = (status: number, body: any): ReadonlyArray<string> => {
  const schema = refusals.get(body?.code)
  if (schema === undefined) return [`no refusal has the code ${JSON.stringify(body?.code)}`]
  if (statusOf[body.code as Code] !== status) return [`${body.code} came with status ${status}`]
  return faultsOf(schema, body)
}

/** What is wrong with an answer of an operation, by its declaration. Nobody declares what the router says by itself. */
export const faultsOfAnswer = ({ download, name, successStatus }: Operation, status: number, body: unknown): ReadonlyArray<string> => {
  if (download !== undefined && status === successStatus) return []
  const { errors, successes } = declared.get(name)!
  const success = successes.get(status)
  if (success !== undefined) return faultsOf(success[0]!, body)
  return errors.has(status) ? faultsOfRefusal(status, body) : [`${name} does not declare the status ${status}`]
}
