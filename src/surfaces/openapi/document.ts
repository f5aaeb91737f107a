import { SchemaAST } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "#schemas/api"
import { catalogOf, payloadOf } from "#schemas/kernel/catalog"
import { exampleMaker } from "#schemas/kernel/json-example"
import { decodedSchema, unwrapped } from "#schemas/kernel/json-schema"
import { templateOf } from "#schemas/kernel/manifest"
import { conventions } from "../conventions.ts"
import { publisher, reachable, type Schemas } from "./components.ts"
import { headers, parameters } from "./headers.ts"
import type { Document, OperationObject } from "./json.ts"
import { operationOf } from "./operation.ts"
import { problemSchema, RefusalResponses } from "./refusals.ts"

const SUMMARY = "The backend a small business runs on, and that AI agents can be trusted with."

const description = [SUMMARY, ...conventions.flatMap(({ paragraphs, title }) => [`## ${title}`, ...paragraphs])].join("\n\n")

const apiKey = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "sk_service_{test|live}_…",
  description: "An API key of one company. The scopes of an operation are scopes of the key."
}

/** What programs are given, by the name of the schema that describes the body. */
const decodedBodies = () =>
  new Map(catalogOf(Api).flatMap(({ endpoint }) => {
    const payload = payloadOf(endpoint)
    const name = payload && SchemaAST.resolveIdentifier(unwrapped(payload).ast)
    return payload === undefined || name === undefined ? [] : [[name, decodedSchema(payload)] as const]
  }))

/** The whole contract as OpenAPI 3.1, for a service reached at `origin`; `/` is where the document came from. */
export const openapiOf = (origin: string): Document => {
  const shapes = OpenApi.fromApi(Api)
  const { publish, schemas } = publisher(shapes.components.schemas as Schemas, decodedBodies())
  const refusals = new RefusalResponses()
  const workshop = { publish, examples: exampleMaker(schemas), refusals, schemas }

  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const entry of catalogOf(Api)) {
    const path = templateOf(entry.path)
    const method = entry.method.toLowerCase() as OpenApi.OpenAPISpecMethodName
    paths[path] = { ...paths[path], [method]: operationOf(entry, shapes.paths[path]![method]!, workshop) }
  }

  return {
    openapi: "3.1.0",
    info: {
      title: shapes.info.title,
      version: shapes.info.version,
      summary: SUMMARY,
      description,
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: origin, description: "This service." }],
    tags: shapes.tags.map(({ description, name }) => ({ name, description: description ?? "" })),
    paths,
    components: {
      ...reachable(
        { schemas: { ...schemas, Problem: problemSchema }, responses: refusals.made, parameters, headers },
        paths
      ),
      securitySchemes: { apiKey }
    }
  }
}
