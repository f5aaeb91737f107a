import { Clock, Context, Effect, Layer, Option } from "effect"
import { type Headers, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type AuthResult, ApiKeys, type Refused } from "#layers/auth/api-keys"
import { isTokenShaped } from "#layers/auth/opaque-tokens"
import { Standby } from "#layers/database/standby/standby"
import { Site } from "#layers/kernel/installation/site"
import { ConnectorAccess } from "#layers/oauth/access"
import { apiOf } from "#schemas/auth/command-line"
import { forbidden } from "#schemas/kernel/admission"
import type { Operation } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { companyQueue } from "./company-queue.ts"
import { errorResponse } from "./error-response.ts"
import { RateLimit } from "./rate-limit.ts"
import { CurrentRequest, type RequestContext } from "./request-context.ts"
import { challenge } from "./response-headers.ts"
import { type CompanyOfPath, visitorAdmission, visitorWayOf, withVisitorToken } from "./visitor-admission.ts"

type Handler = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, unknown>

const noKey: Refused = { _tag: "Refused", reason: "Send an API key as a bearer token." }

const bearer = (authorization: string | undefined) =>
  authorization !== undefined && authorization.slice(0, 7).toLowerCase() === "bearer " ? authorization.slice(7).trim() : undefined

const refusal = ({ code, reason }: Refused) =>
  code === undefined ? errorResponse({ code: "unauthorized", message: reason }, challenge) : errorResponse({ code, message: reason })

/** Finds out who sends a request for an operation. */
const authentication = Effect.gen(function*() {
  const keys = yield* ApiKeys
  const connections = yield* ConnectorAccess
  const { origin } = yield* Site
  const clock = yield* Clock.Clock

  /** By an access token that a person gave to the command line. It may end before its connection does. */
  const ofToken = (context: RequestContext, token: string): Effect.Effect<AuthResult> =>
    Effect.flatMap(origin, (origin) => {
      const looked = connections.lookUp(token, apiOf(origin), context.address)
      context.readmit = looked
      const known = connections.recall(token, apiOf(origin), context.address, clock.currentTimeMillisUnsafe())
      return known === undefined ? looked : Effect.succeed(known)
    })

  /**
   * The caller, or why there is none. Public operations take everybody as anonymous. Known keys are answered from memory, without
   * a query.
   */
  return (context: RequestContext, operation: Operation, headers: Headers.Headers): Effect.Effect<AuthResult> => {
    if (context.inProcess !== undefined) {
      const { caller } = context.inProcess
      return Effect.succeed(caller === undefined ? noKey : { _tag: "Admitted", caller, until: Infinity, origins: [] })
    }
    const key = operation.access === "public" ? undefined : bearer(headers["authorization"])
    if (key === undefined) return Effect.succeed(noKey)
    if (isTokenShaped(key)) return ofToken(context, key)
    const known = keys.recall(key, context.address, clock.currentTimeMillisUnsafe())
    return known === undefined ? keys.lookUp(key, context.address) : Effect.succeed(known)
  }
})

const nowhere: CompanyOfPath = () => Effect.succeed(Option.none())

/** What every request for an operation passes between the router and its input: authentication, rate limit, authorization. */
export class Admission extends Context.Service<Admission>()("src/http/Admission", {
  make: Effect.gen(function*() {
    const authenticate = yield* authentication
    const admitVisitor = yield* visitorAdmission
    const { count, countVisitor } = yield* RateLimit
    const inTurn = companyQueue()
    const standby = yield* Standby

    /** Runs the handler as a caller who is known, unless they may not. */
    const authorized = (context: RequestContext, operation: Operation, caller: Caller["Service"], handle: Handler): Handler => {
      const denied = forbidden(caller, operation)
      if (denied !== undefined) return errorResponse(denied)
      const asCaller = Effect.provideService(handle, Caller, caller)
      /* Who may what is read where it is written. */
      const work = !operation.readOnly ? standby.writing(caller.company_id, asCaller) : operation.category === "auth" ? asCaller : standby.reading(asCaller)
      return inTurn(caller.company_id, context.rate?.limit ?? 0, work)
    }

    /** The same for a visitor: the address is counted before anything is looked up, and all visitors of the company after. */
    const visited = (
      context: RequestContext, operation: Operation, handle: Handler, how: Parameters<typeof admitVisitor>[2]
    ): Handler =>
      Effect.flatMapEager(count(context, undefined), (exceeded): Handler => {
        if (exceeded !== undefined) return errorResponse(exceeded.error, exceeded.headers)
        return Effect.flatMapEager(admitVisitor(context, operation, how), (answer): Handler => {
          if (answer._tag === "Refused") return refusal(answer)
          const { caller } = answer
          const handled = Effect.flatMapEager(countVisitor(context, caller), (exceeded): Handler =>
            exceeded === undefined ? authorized(context, operation, caller, handle) : errorResponse(exceeded.error, exceeded.headers))
          return Effect.map(handled, withVisitorToken(caller.visitor!))
        })
      })

    /** Runs the handler of an operation with its caller provided, or responds with 401, 429 or 403. `companyOf` reads a path with a token. */
    const admit = (operation: Operation, handle: Handler, companyOf: CompanyOfPath = nowhere): Handler =>
      Effect.withFiber((fiber) => {
        const context = fiber.getRef(CurrentRequest)
        const { headers } = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        context.operation = operation
        const shown = bearer(headers["authorization"])
        const way = context.inProcess === undefined ? visitorWayOf(operation, shown) : undefined
        if (way !== undefined) {
          const { params } = Context.getUnsafe(fiber.context as Context.Context<HttpRouter.RouteContext>, HttpRouter.RouteContext)
          return visited(context, operation, handle, { bearer: shown, companyOf, headers, params, way })
        }
        return Effect.flatMapEager(authenticate(context, operation, headers), (answer) => {
          const caller = answer._tag === "Admitted" ? answer.caller : undefined
          return Effect.flatMapEager(count(context, caller), (exceeded): Handler => {
            if (exceeded !== undefined) return errorResponse(exceeded.error, exceeded.headers)
            if (answer._tag === "Admitted") return authorized(context, operation, answer.caller, handle)
            return operation.access === "public" && operation.visitors.length === 0 ? handle : refusal(answer)
          })
        })
      })

    return { admit }
  })
}) {
  static readonly layer = Layer.effect(Admission, Admission.make)
}
