import { SchemaAST } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { Api } from "#schemas/api"
import { catalogOf, type Operation, payloadOf } from "#schemas/kernel/catalog"
import { exampleMaker } from "#schemas/kernel/json-example"
import { decodedSchema, unwrapped } from "#schemas/kernel/json-schema"
import { templateOf } from "#schemas/kernel/manifest"
import { contactAt } from "../../site/paths.ts"
import { conventions } from "../conventions.ts"
import { publisher, reachable, type Schemas } from "./components.ts"
import { headers, parameters } from "./headers.ts"
import type { Document, OperationObject } from "./json.ts"
import { listFileSchemas } from "./list-files.ts"
import { operationOf } from "./operation.ts"
import { problemSchema, RefusalResponses } from "./refusals.ts"
import { defaultsInWords } from "./schema-walk.ts"
import { sharedNames } from "./shared-names.ts"
import { webhookParameters, webhooksOf } from "./webhooks.ts"

export const SUMMARY = "The backend a small business runs on, and that AI agents can be trusted with."

const description = [SUMMARY, ...conventions.flatMap(({ paragraphs, title }) => [`## ${title}`, ...paragraphs])].join("\n\n")

const apiKey = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "sk_service_{test|live}_…",
  description: "An API key of one company. The scopes of an operation are scopes of the key."
}

const publishableKey = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "pk_service_{test|live}_…",
  description: "A publishable key of one company, for its web pages and apps. Anybody may read it: it lets visitors in, to what is their own."
}

/** What programs are given, by the name of the schema that describes the body. */
const decodedBodies = (catalog: ReadonlyArray<Operation>) =>
  new Map(catalog.flatMap(({ endpoint }) => {
    const payload = payloadOf(endpoint)
    const name = payload && SchemaAST.resolveIdentifier(unwrapped(payload).ast)
    return payload === undefined || name === undefined ? [] : [[name, decodedSchema(payload)] as const]
  }))

/** Parameters keep their defaults: whether one may be left out is said apart from its schema. */
const withDefaultsInWords = ({ requestBody, ...operation }: OperationObject): OperationObject =>
  requestBody === undefined ? operation : { ...operation, requestBody: defaultsInWords(requestBody) }

/** A contract as OpenAPI 3.1, for a service reached at `origin`; `/` is where the document came from. */
export const documentOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>, origin: string): Document => {
  const catalog = catalogOf(api)
  const shapes = OpenApi.fromApi(api)
  const { publish, schemas } = publisher(shapes.components.schemas as Schemas, decodedBodies(catalog))
  const refusals = new RefusalResponses()
  const workshop = { publish, examples: exampleMaker(schemas), refusals, schemas }

  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const entry of catalog) {
    const path = templateOf(entry.path)
    const method = entry.method.toLowerCase() as OpenApi.OpenAPISpecMethodName
    paths[path] = { ...paths[path], [method]: operationOf(entry, shapes.paths[path]![method]!, workshop) }
  }

  const named = sharedNames(schemas, Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses)))
  const shared = Object.fromEntries(Object.entries(named.publish(paths)).map(([path, methods]) =>
    [path, Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, withDefaultsInWords(operation)]))]))
  const webhooks = Object.keys(api.groups).includes("webhooks") ? webhooksOf(named.schemas) : undefined

  return {
    openapi: "3.1.0",
    info: {
      title: shapes.info.title,
      version: shapes.info.version,
      summary: SUMMARY,
      description,
      contact: contactAt(shapes.info.title, origin),
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: origin, description: "This service." }],
    tags: shapes.tags.map(({ description, name }) => ({ name, description: description ?? "" })),
    paths: shared,
    ...webhooks !== undefined && { webhooks },
    components: {
      ...reachable(
        {
          schemas: { ...defaultsInWords(named.schemas), ...listFileSchemas, Problem: problemSchema },
          responses: named.publish(refusals.made), parameters: { ...parameters, ...webhookParameters }, headers
        },
        { paths: shared, webhooks }
      ),
      securitySchemes: { apiKey, ...catalog.some(({ visitors }) => visitors.includes("publishable_key")) && { publishableKey } }
    }
  }
}

/** The whole contract. */
export const openapiOf = (origin: string): Document => documentOf(Api, origin)
