import { Clock, Context, Effect, Layer } from "effect"
import { type Headers, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type AuthResult, ApiKeys } from "#layers/auth/api-keys"
import { forbidden } from "#schemas/kernel/admission"
import type { Operation } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { companyQueue } from "./company-queue.ts"
import { errorResponse } from "./error-response.ts"
import { RateLimit } from "./rate-limit.ts"
import { CurrentRequest, type RequestContext } from "./request-context.ts"
import { challenge } from "./response-headers.ts"

type Handler = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, unknown>

const noKey: AuthResult = { _tag: "Refused", reason: "Send an API key as a bearer token." }

const bearer = (authorization: string | undefined) =>
  authorization !== undefined && authorization.slice(0, 7).toLowerCase() === "bearer " ? authorization.slice(7).trim() : undefined

/** Finds out who sends a request for an operation. */
const authentication = Effect.gen(function*() {
  const keys = yield* ApiKeys
  const clock = yield* Clock.Clock

  /**
   * The caller, or why there is none. Public operations take everybody as anonymous. Known keys are answered from memory, without
   * a query.
   */
  return (context: RequestContext, operation: Operation, headers: Headers.Headers): Effect.Effect<AuthResult> => {
    if (context.inProcess !== undefined) {
      const { caller } = context.inProcess
      return Effect.succeed(caller === undefined ? noKey : { _tag: "Admitted", caller, until: Infinity })
    }
    const key = operation.access === "public" ? undefined : bearer(headers["authorization"])
    if (key === undefined) return Effect.succeed(noKey)
    const known = keys.recall(key, context.address, clock.currentTimeMillisUnsafe())
    return known === undefined ? keys.lookUp(key, context.address) : Effect.succeed(known)
  }
})

/** What every request for an operation passes between the router and its input: authentication, rate limit, authorization. */
export class Admission extends Context.Service<Admission>()("src/http/Admission", {
  make: Effect.gen(function*() {
    const authenticate = yield* authentication
    const { count } = yield* RateLimit
    const inTurn = companyQueue()

    /** Runs the handler of an operation with its caller provided, or responds with 401, 429 or 403. */
    const admit = (operation: Operation, handle: Handler): Handler =>
      Effect.withFiber((fiber) => {
        const context = fiber.getRef(CurrentRequest)
        const { headers } = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        context.operation = operation
        return Effect.flatMapEager(authenticate(context, operation, headers), (answer) => {
          const caller = answer._tag === "Admitted" ? answer.caller : undefined
          return Effect.flatMapEager(count(context, caller), (exceeded): Handler => {
            if (exceeded !== undefined) return errorResponse(exceeded.error, exceeded.headers)
            if (answer._tag === "Refused") {
              return operation.access === "public" ? handle : errorResponse({ code: "unauthorized", message: answer.reason }, challenge)
            }
            const denied = forbidden(answer.caller, operation)
            if (denied !== undefined) return errorResponse(denied)
            return inTurn(answer.caller.company_id, context.rate?.limit ?? 0, Effect.provideService(handle, Caller, answer.caller))
          })
        })
      })

    return { admit }
  })
}) {
  static readonly layer = Layer.effect(Admission, Admission.make)
}
