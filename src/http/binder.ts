import { Cause, Context, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiError } from "effect/http-api"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { ApiKeys } from "#layers/auth/api-keys"
import type { EventStreams } from "#layers/kernel/event-streams"
import type { Idempotency } from "#layers/kernel/idempotency"
import type { SecretStore } from "#layers/auth/secret-store"
import type { ChangeLog } from "#layers/kernel/receipts/change-log"
import type { Tenancy } from "#layers/kernel/tenancy"
import type { Uploads } from "#layers/kernel/uploads"
import { uploadOf } from "#schemas/kernel/bodies"
import { catalogOf, type Operation, type Input, type Output } from "#schemas/kernel/catalog"
import { type Refusal, statusOf } from "#schemas/kernel/errors"
import type { Caller } from "#schemas/kernel/tenancy"
import { Admission } from "./admission.ts"
import { errorResponse } from "./error-response.ts"
import { anonymousWriter, withRequester } from "./anonymous-writer.ts"
import { explained, readerOf, withPayload } from "./bodies.ts"
import { eventWriter } from "./event-writer.ts"
import { receiving, sending, tooLarge, unsupported } from "./file-streams.ts"
import { listing } from "./listing.ts"
import type { Handler, Program } from "./program.ts"
import { reader } from "./reader.ts"
import type { CompanyOfPath } from "./visitor-admission.ts"
import { challenge } from "./response-headers.ts"
import { writer } from "./writer.ts"

type Services = Admission | ApiKeys | EventStreams | Idempotency | ChangeLog | Tenancy | Uploads | SecretStore

/** What a category owes its contract: one program per endpoint, by name. */
export type Programs<Endpoints extends HttpApiEndpoint.Constraint> = {
  readonly [E in Endpoints as HttpApiEndpoint.Identifier<E>]: (input: Input<E>) => Effect.Effect<
    Output<E>,
    HttpApiEndpoint.Error<E>["Type"] | HttpApiEndpoint.MiddlewareError<E>,
    any
  >
}
type Needs<P> = { [K in keyof P]: P[K] extends (...args: any) => Effect.Effect<any, any, infer R> ? R : never }[keyof P]

/** Headers that go with an error. */
const headersOf = (error: Refusal): Readonly<Record<string, string>> =>
  error.code === "idempotency_in_flight" || error.code === "unavailable"
    ? { "retry-after": "1" }
    : error.code === "rate_limit_exceeded"
    ? { "retry-after": String(error.retry_after ?? 1) }
    : statusOf[error.code] === 401 ? challenge : {}

/** What the framework could not decode or encode: wrong input is explained, a wrong output is a fault of ours. */
const withInputErrors = (operation: Operation, handle: Effect.Effect<HttpServerResponse.HttpServerResponse>) => {
  const read = readerOf(operation)
  return Effect.catchCause(handle, (cause): Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal, HttpServerRequest.HttpServerRequest> => {
    const error = Cause.squash(cause)
    if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.failCause(cause)
    if (error.kind === "Body" || error.kind === "ResponseHeaders") {
      return Effect.die(new Error(`the answer of ${operation.name} broke the contract: ${error.cause.message}`))
    }
    const body = read === undefined ? Effect.succeed(undefined) : Effect.flatMap(HttpServerRequest.HttpServerRequest, read)
    return Effect.flatMap(body, (body) => explained(operation, body))
  })
}

/** What the framework refuses by itself: a file of another type, or one that is too large. */
const withUploadErrors = (operation: Operation, handle: Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>) =>
  operation.upload === undefined ? handle : Effect.flatMap(handle, (response) =>
    response.status === 415 ? unsupported(operation) : response.status === 413 ? tooLarge(operation) : Effect.succeed(response))

/**
 * The group as the framework is to serve it: without its middleware, which is declared for clients and documents while `Admission`
 * does the work once, and without bodies but files, which are read and parsed once, for everybody who needs them.
 */
const served = (api: HttpApi.HttpApi<any, any>, name: string) => {
  const group = (api.groups as any)[name]
  const endpoints = Object.fromEntries(
    Object.entries(group.endpoints as Record<string, HttpApiEndpoint.Top>).map(([id, endpoint]) =>
      [id, Object.create(endpoint, {
        middlewares: { value: new Set() },
        ...uploadOf(endpoint) === undefined && { payload: { value: new Map() } }
      })])
  )
  return { annotations: api.annotations, groups: { [name]: Object.create(group, { endpoints: { value: endpoints } }) } }
}

/** All services of a request, kept while the framework decodes and encodes with the few it needs. */
const RequestServices = Context.Reference<Context.Context<never>>("src/http/RequestServices", { defaultValue: Context.empty })

const needed: ReadonlyArray<Context.Key<any, unknown>> = [HttpServerRequest.HttpServerRequest, HttpServerRequest.ParsedSearchParams, HttpRouter.RouteContext, HttpIncomingMessage.MaxBodySize]

const withNeeded = (services: Context.Context<never>): Context.Context<never> => {
  const few = new Map<string, unknown>([[RequestServices.key, services]])
  for (const key of needed) few.set(key.key, Context.get(services as Context.Context<any>, key))
  return Context.makeUnsafe(few)
}

/**
 * The framework's decoding and encoding around a handler. It copies all services of each request, be it to add none, which takes
 * longer than it itself does where there are over a hundred; so it gets only those it needs, and the handler gets all of them back.
 */
const decoded = (api: object, name: string, id: string, handler: Handler) => {
  const withAll: Handler = (input) => Effect.withFiber((fiber) =>
    Effect.updateContext(handler(input) as Effect.Effect<HttpServerResponse.HttpServerResponse>, (_: Context.Context<never>) => fiber.getRef(RequestServices)))
  const made = HttpApiBuilder.endpoint(api as any, name as never, id as never, withAll as never) as Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse>>
  return Effect.map(Effect.updateContext(made, () => Context.empty()), (effect) => Effect.updateContext(effect, withNeeded))
}

const handlerOf = (operation: Operation, program: Program, programs: (name: string) => Program): Handler => {
  if (operation.download !== undefined) return sending(operation, program)
  if (operation.list) return listing(operation, program, programs)
  if (operation.readOnly) return reader(operation, program)
  if (operation.access === "public" && operation.visitors.length === 0) return anonymousWriter(operation, program)
  if (operation.events !== undefined) return eventWriter(operation, program)
  return operation.upload === undefined ? writer(operation, program) : receiving(operation, writer(operation, program))
}

/** Who signs in, and who leaves something without that, is counted by where they come from. */
const isCounted = ({ anyOrigin, category, readOnly, visitors }: Operation) => category === "auth" || ((anyOrigin || visitors.length > 0) && !readOnly)

/** The whole way of a request for an operation, behind the router: admission, input, program, error. */
const routeOf = Effect.fnUntraced(function*(
  api: object, operation: Operation, programs: (name: string) => Program, companyOf: CompanyOfPath | undefined
) {
  if (operation.visitors.includes("token") !== (companyOf !== undefined)) {
    throw new Error(`${operation.name}: what is open to visitors by a token needs to say whose company a path names, and nothing else may`)
  }
  const { admit } = yield* Admission
  const handle = handlerOf(operation, programs(operation.name), programs)
  const placed = withPayload(operation, isCounted(operation) ? withRequester(handle) : handle)
  const input = yield* decoded(api, operation.category, operation.name, (input) =>
    Effect.catch(placed(input), (error: Refusal) => errorResponse(error, headersOf(error))))
  const checked = Effect.catch(withUploadErrors(operation, withInputErrors(operation, input)), (error: Refusal) => errorResponse(error, headersOf(error)))
  return HttpRouter.route(operation.method, operation.path as HttpRouter.PathInput, admit(operation, checked, companyOf))
})

/**
 * Binds a category's programs to its contract by name. A missing program, a wrong input or an undeclared error does not
 * compile. `companies` tells, by operation, whose company a path with a token names; the programs find the company as their caller's.
 */
export const implement = <
  Id extends string,
  Groups extends HttpApiGroup.Constraint,
  const Name extends HttpApiGroup.Identifier<Groups>,
  Endpoints extends HttpApiGroup.EndpointsWithIdentifier<Groups, Name>,
  P extends Programs<Endpoints>,
  C extends Readonly<Record<string, CompanyOfPath<any>>> = {}
>(
  api: HttpApi.HttpApi<Id, Groups>,
  name: Name,
  programs: P,
  companies?: C
): Layer.Layer<never, never, HttpRouter.HttpRouter | Exclude<Needs<P> | Needs<C>, Caller> | Services> => {
  const own = served(api, name)
  const operations = catalogOf(api).filter(({ category }) => category === name)
  return HttpRouter.addAll(Effect.forEach(operations, (operation) =>
    routeOf(own, operation, (name) => (programs as any)[name], companies?.[operation.name] as CompanyOfPath | undefined))) as any
}
