import { Clock, Context, Effect, Layer } from "effect"
import type { Headers } from "effect/http"
import { type AuthResult, ApiKeys } from "#layers/auth/api-keys"
import type { Entry } from "#schemas/kernel/catalog"
import type { RequestContext } from "./request-context.ts"

const noKey: AuthResult = { _tag: "Refused", reason: "Send an API key as a bearer token." }

const bearer = (authorization: string | undefined) =>
  authorization !== undefined && authorization.slice(0, 7).toLowerCase() === "bearer " ? authorization.slice(7).trim() : undefined

/** Finds out who sends a request for an operation. */
export class Authentication extends Context.Service<Authentication>()("src/http/Authentication", {
  make: Effect.gen(function*() {
    const keys = yield* ApiKeys
    const clock = yield* Clock.Clock

    /**
     * The caller, or why there is none. Public operations take everybody as anonymous. Known keys are answered from memory, without
     * a query.
     */
    const authenticate = (context: RequestContext, operation: Entry, headers: Headers.Headers): Effect.Effect<AuthResult> => {
      if (context.inProcess !== undefined) {
        const { caller } = context.inProcess
        return Effect.succeed(caller === undefined ? noKey : { _tag: "Admitted", caller, until: Infinity })
      }
      const key = operation.access === "public" ? undefined : bearer(headers["authorization"])
      if (key === undefined) return Effect.succeed(noKey)
      const known = keys.recall(key, context.address, clock.currentTimeMillisUnsafe())
      return known === undefined ? keys.lookUp(key, context.address) : Effect.succeed(known)
    }

    return { authenticate }
  })
}) {
  static readonly layer = Layer.effect(Authentication, Authentication.make)
}
