import { Effect } from "effect"
import { type Answer, ApiKeys } from "#layers/api-keys"
import { forbidden } from "#schemas/kernel/admission"
import type { Entry } from "#schemas/kernel/catalog"
import { Forbidden, Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { CurrentExchange } from "./request-context.ts"

/** A request that was let in longer ago has to be let in again before it changes anything. */
const STALE_MS = 500

/** Whether whoever was let in would be let in now, with no more than they had then. The database is asked. */
const again = (entry: Entry) =>
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const before = yield* Caller
    const { address } = yield* CurrentExchange
    const answer = yield* keys.lookUpId(before, address)
    if (answer._tag === "Refused") return yield* new Unauthorized({ message: answer.reason })
    const no = forbidden(answer.caller, entry)
    if (no !== undefined) {
      const { code: _, ...why } = no
      return yield* new Forbidden(why)
    }
    const scopes = new Set([...answer.caller.scopes].filter((scope) => before.scopes.has(scope)))
    return { ...answer, caller: { ...answer.caller, scopes } }
  })

/**
 * Does the work as the caller, and as what they are by now where the request took its time: one whose body comes slowly, or that
 * waits for another, would otherwise outlive its credential.
 */
export const readmitted = <A, E, R>(entry: Entry, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentExchange, ({ startedAt }): Effect.Effect<A, E | Forbidden | Unauthorized, R | ApiKeys | Caller> =>
    performance.now() - startedAt < STALE_MS
      ? work
      : Effect.flatMap(again(entry), ({ caller }) => Effect.provideService(work, Caller, caller)))

/** Waits until whoever asks may do it no more, for answers that take long. */
export const untilBarred = (entry: Entry): Effect.Effect<void, never, ApiKeys | Caller> =>
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const { company_id } = yield* Caller
    const look = Effect.catch(again(entry), ({ message }): Effect.Effect<Answer> => Effect.succeed({ _tag: "Refused", reason: message }))
    yield* keys.whenRefused(company_id, look)
  })
