import { Context, Effect, Layer } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { forbidden } from "#schemas/kernel/admission"
import type { Entry } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { Authentication } from "./authentication.ts"
import { companyQueue } from "./company-queue.ts"
import { errorResponse } from "./error-response.ts"
import { RateLimit } from "./rate-limit.ts"
import { CurrentRequest } from "./request-context.ts"
import { challenge } from "./response-headers.ts"

type Handler = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, unknown>

/** What every request for an operation passes between the router and its input: authentication, rate limit, authorization. */
export class Admission extends Context.Service<Admission>()("src/http/Admission", {
  make: Effect.gen(function*() {
    const { authenticate } = yield* Authentication
    const { count } = yield* RateLimit
    const inTurn = companyQueue()

    /** Runs the handler of an operation with its caller provided, or responds with 401, 429 or 403. */
    const admit = (operation: Entry, handle: Handler): Handler =>
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
  static readonly layer = Layer.effect(Admission, Admission.make).pipe(Layer.provide(Authentication.layer))
}
