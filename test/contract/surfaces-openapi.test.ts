import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { templateOf } from "#schemas/kernel/manifest"
import { webhookEventKinds } from "#schemas/webhooks/event-kinds"
import { openapiOf } from "#src/surfaces/openapi/document"
import { type Media, type OperationObject, type Parameter, resolve, type Response } from "#src/surfaces/openapi/json"
import { faultsBy } from "./openapi-faults.ts"

const document = openapiOf("/")
const catalog = catalogOf(Api)

const faultsOf = faultsBy(document.components)

const operationOf = ({ method, path }: typeof catalog[number]): OperationObject =>
  document.paths[templateOf(path)]![method.toLowerCase()]!

const answersOf = (operation: OperationObject) =>
  Object.entries(operation.responses).map(([status, response]) => [Number(status), resolve<Response>(document, response)] as const)

const parametersOf = (operation: OperationObject) => operation.parameters.map((one) => resolve<Parameter>(document, one))

const examplesIn = ({ example, examples }: Media) => example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example]

const codesOf = (response: Response) => Object.keys(response.content!["application/json"]!.examples!) as ReadonlyArray<Code>

const declared = new Map<string, ReadonlySet<number>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, errors }) => void declared.set(endpoint.identifier, new Set(errors.keys()))
})

describe("the OpenAPI document", () => {
  it("has every operation of the catalogue once, under its own name", () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods)).map(({ operationId }) => operationId)
    assert.sameMembers(ids, catalog.map(({ name }) => name))
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const entry of catalog) {
      const operation = operationOf(entry)
      assert.strictEqual(operation.operationId, entry.name)
      assert.deepInclude(operation["x-operation"], {
        scope: entry.access,
        tierFloor: entry.tierFloor,
        surfaces: entry.surfaces,
        idempotent: entry.idempotent,
        requiresConsent: entry.requiresConsent,
        curated: entry.curated,
        destructive: entry.destructive
      })
    }
  })

  /** What the operation declares for itself. */
  const ownStatuses = ({ endpoint }: typeof catalog[number]) =>
    [...endpoint.error].flatMap((schema) => {
      const status = (schema as Schema.Top).ast.annotations?.["httpApiStatus"]
      return typeof status === "number" ? [status] : []
    })

  for (const entry of catalog) {
    const { access, acceptsIdempotencyKey, acceptsIfMatch, endpoint, location, name, requiresConsent, sources, successStatus, visitors } = entry
    const operation = operationOf(entry)
    const isKeyed = access !== "public" || visitors.includes("publishable_key")

    it(`${name} names every status it can answer with, and no other`, () => {
      const statuses = answersOf(operation).map(([status]) => status)
      const own = ownStatuses(entry)
      const hasBody = endpoint.payload.size > 0
      const expected: Partial<Record<number, boolean>> = {
        [successStatus]: true,
        400: true,
        401: isKeyed || own.includes(401),
        403: isKeyed || own.includes(403),
        408: true,
        412: acceptsIfMatch,
        413: hasBody,
        415: hasBody,
        422: Object.keys(sources).length > 0,
        428: requiresConsent,
        429: true,
        500: true,
        503: true
      }
      for (const [status, wanted] of Object.entries(expected)) assert.strictEqual(statuses.includes(Number(status)), wanted, status)
      if (acceptsIdempotencyKey) assert.include(statuses, 409)
      assert.includeMembers(statuses, own)
      for (const status of statuses.filter((status) => status >= 400)) assert.isTrue(declared.get(name)!.has(status), String(status))
    })

    it(`${name} shows each refusal in both its forms, with examples that are so`, () => {
      for (const [status, response] of answersOf(operation).filter(([status]) => status >= 400)) {
        const { "application/json": plain, "application/problem+json": problem } = response.content!
        for (const code of codesOf(response)) {
          assert.strictEqual(statusOf[code], status)
          const { value } = plain!.examples![code]! as { readonly value: any }
          assert.deepStrictEqual(faultsOf(plain!.schema, value), [], code)
          assert.strictEqual(value.code, code)
          const { value: told } = problem!.examples![code]! as { readonly value: any }
          assert.deepStrictEqual(faultsOf(problem!.schema, told), [], code)
          assert.deepInclude(told, { status, code, detail: value.message })
        }
      }
    })

    it(`${name} shows a body and an answer that are what their schemas say`, () => {
      const success = resolve<Response>(document, operation.responses[successStatus]!)
      for (const content of [operation.requestBody?.content, success.content]) {
        for (const media of Object.values(content ?? {})) {
          for (const example of examplesIn(media)) assert.deepStrictEqual(faultsOf(media.schema, example), [])
        }
      }
      assert.strictEqual(operation.requestBody !== undefined, endpoint.payload.size > 0)
    })

    it(`${name} describes its parameters, with examples and defaults that are so`, () => {
      const parameters = parametersOf(operation)
      for (const { schema } of parameters) {
        const { default: otherwise, examples = [] } = schema as { readonly default?: unknown; readonly examples?: ReadonlyArray<unknown> }
        for (const value of [...examples, ...otherwise === undefined ? [] : [otherwise]]) assert.deepStrictEqual(faultsOf(schema, value), [])
      }
      const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
      const fields = (source: string) => Object.entries(sources).filter(([, one]) => one === source).map(([field]) => field)
      assert.sameMembers(named("path"), fields("params"))
      assert.sameMembers(named("query"), fields("query"))
      assert.strictEqual(named("header").includes("Idempotency-Key"), acceptsIdempotencyKey)
      assert.strictEqual(named("header").includes("If-Match"), acceptsIfMatch)
      assert.includeMembers(named("header"), ["X-Request-Id", "X-Service-Agent", "X-Service-Agent-Mode", "X-Service-Human-Initiator", "X-Service-Session"])
    })

    it(`${name} says what a key needs, and which headers come back`, () => {
      assert.deepStrictEqual(operation.security, [
        ...access === "public" ? [] : [{ apiKey: access.includes(":") ? [access] : [] }],
        ...visitors.includes("publishable_key") ? [{ publishableKey: [] }] : [],
        ...visitors.includes("host") || visitors.includes("token") ? [{}] : []
      ])
      const headers = new Map(answersOf(operation).map(([status, { headers }]) => [status, Object.keys(headers)]))
      for (const [status, names] of headers) {
        assert.includeMembers(names, ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"], String(status))
      }
      assert.include(headers.get(429)!, "Retry-After")
      assert.strictEqual(headers.get(401)?.includes("WWW-Authenticate"), headers.has(401) ? true : undefined)
      assert.strictEqual(headers.has(401), isKeyed || ownStatuses(entry).includes(401))
      assert.strictEqual(headers.get(successStatus)!.includes("Idempotent-Replayed"), acceptsIdempotencyKey)
      assert.strictEqual(headers.get(successStatus)!.includes("Location"), location !== undefined)
      assert.strictEqual(headers.has(304), entry.method === "GET" && !entry.noConditionalGet && headers.get(successStatus)!.includes("ETag"))
    })
  }

  it("describes every parameter", () => {
    const silent = catalog.flatMap((entry) => parametersOf(operationOf(entry)).filter(({ description }) => !description).map(({ name }) => `${entry.name} ${name}`))
    assert.deepStrictEqual(silent, [])
  })

  it("has no name that the framework numbered, and no default in what is sent, which generators of clients would make required", () => {
    assert.deepStrictEqual(Object.keys(document.components.schemas).filter((name) => /_\d+$/u.test(name)), [])
    const bodies = Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap(({ requestBody }) => requestBody ?? []))
    assert.notInclude(JSON.stringify([bodies, document.components.schemas]), "\"default\":")
  })

  it("gives no two types one name where a generator puts the name of a property behind that of its schema", () => {
    const pascal = (text: string) => text.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")
    const names = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
      Object.entries(properties ?? {}).filter(([, one]) => "anyOf" in (one as object) || "enum" in (one as object)).map(([property]) => name + pascal(property)))
    assert.deepStrictEqual(names.filter((name, index) => names.indexOf(name) !== index), [])
  })

  it("has what receivers of events are sent, with examples that are so", () => {
    const webhooks = document.webhooks!
    assert.sameMembers(Object.keys(webhooks), webhookEventKinds().map(({ kind }) => kind))
    for (const [kind, { post }] of Object.entries(webhooks)) {
      const { "application/json": media } = post.requestBody.content
      assert.deepStrictEqual(faultsOf(media!.schema, media!.example), [], kind)
    }
  })

  it("names what it refers to, and refers to what it names", () => {
    const text = JSON.stringify(document)
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/gu)].map(([, kind, name]) => `${kind}/${name}`))
    const { securitySchemes: _, ...components } = document.components
    const made = Object.entries(components).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`))
    assert.sameMembers([...used], made)
    assert.notInclude(text, "Encoded")
  })
})
