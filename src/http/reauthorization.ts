import { Effect, type Scope } from "effect"
import { type AuthResult, ApiKeys } from "#layers/auth/api-keys"
import { forbidden } from "#schemas/kernel/admission"
import type { Operation } from "#schemas/kernel/catalog"
import { Forbidden, Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { CurrentRequest } from "./request-context.ts"

/** Milliseconds after which a request is authorized again before it changes anything. */
const STALE_MS = 500

/** Authenticates and authorizes the caller again, with no more scopes than before. The database is asked. */
const again = (entry: Operation) =>
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const before = yield* Caller
    const { address, readmit } = yield* CurrentRequest
    const answer = yield* readmit ?? keys.lookUpId(before, address)
    if (answer._tag === "Refused") return yield* new Unauthorized({ message: answer.reason })
    const denied = forbidden(answer.caller, entry)
    if (denied !== undefined) {
      const { code: _, ...why } = denied
      return yield* new Forbidden(why)
    }
    const scopes = new Set([...answer.caller.scopes].filter((scope) => before.scopes.has(scope)))
    return { ...answer, caller: { ...answer.caller, scopes } }
  })

/**
 * Does the work as the caller, who is authorized again where the request has taken long: one whose body comes slowly, or that waits
 * for another, would otherwise outlive its credential.
 */
export const reauthorized = <A, E, R>(entry: Operation, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentRequest, ({ startedAt }): Effect.Effect<A, E | Forbidden | Unauthorized, R | ApiKeys | Caller> =>
    performance.now() - startedAt < STALE_MS
      ? work
      : Effect.flatMap(again(entry), ({ caller }) => Effect.provideService(work, Caller, caller)))

/** Calls `denied` once the caller is no longer authorized, for responses that take long, until the scope ends. */
export const onDenied = (entry: Operation, denied: () => void): Effect.Effect<void, never, ApiKeys | Caller | Scope.Scope> =>
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const { company_id } = yield* Caller
    const look = Effect.catch(again(entry), ({ message }): Effect.Effect<AuthResult> => Effect.succeed({ _tag: "Refused", reason: message }))
    yield* keys.onRefused(company_id, look, denied)
  })
