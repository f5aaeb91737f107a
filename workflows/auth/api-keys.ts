import { Clock, Effect } from "effect"
import { random } from "#layers/auth/api-keys"
import { CompanyKeys } from "#layers/auth/company-keys"
import { type ApiKey, letsAgentApprove } from "#schemas/auth/api-key"
import type * as api from "#schemas/auth/api-keys.api"
import { makeKey } from "#schemas/kernel/api-key"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, Forbidden, ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { steppedUp } from "./step-up.ts"

/** Goes on only with a key that still opens something. */
export const usable = Effect.fnUntraced(function*({ expires_at, revoked_at }: ApiKey) {
  if (revoked_at !== null) return yield* new Conflict({ message: "This API key was revoked." })
  if (expires_at !== null && Date.parse(expires_at) <= (yield* Clock.currentTimeMillis)) {
    return yield* new Conflict({ message: "This API key has expired." })
  }
})

/** A key that acts for real, or in a person's place, is handed out only to somebody who has just shown who they are. */
const careful = ({ mode, scopes }: Pick<ApiKey, "mode" | "scopes">) =>
  mode === "live" || scopes.includes("consents:approve") ? steppedUp : Effect.void

/** When something may end: in the future. */
export const future = Effect.fnUntraced(function*(field: string, instant: string | null) {
  if (instant === null || Date.parse(instant) > (yield* Clock.currentTimeMillis)) return []
  return [{ field, error: "Expected an instant in the future", received: instant }]
})

/** What the parts of a new key must be to each other. */
const consistent = Effect.fnUntraced(function*({ agent, expires_at, scopes }: Input<typeof api.create_api_key>) {
  const details = [
    ...yield* future("expires_at", expires_at),
    ...letsAgentApprove(agent, scopes)
      ? [{ field: "scopes", error: "A key for an agent cannot have consents:approve: a person approves", received: [...scopes] }]
      : []
  ]
  if (details.length > 0) return yield* new ValidationError({ message: "The API key cannot be made like this.", details })
})

/** Nobody hands out more than they have; `so` says what follows from the scope they lack. */
const within = Effect.fnUntraced(function*(scopes: ApiKey["scopes"], so: string) {
  const caller = yield* Caller
  const beyond = scopes.find((scope) => !caller.scopes.has(scope))
  if (beyond === undefined) return
  return yield* new Forbidden({ message: `You lack the scope ${beyond} yourself, so ${so}.`, scope: beyond })
})

/** Whoever replaces a key has it: what owners let it do without asking would be theirs to do. */
const trusted = Effect.fnUntraced(function*({ standing_consents }: ApiKey) {
  if (standing_consents.length === 0 || (yield* Caller).person?.role === "owner") return
  return yield* new Forbidden({
    message: "This API key holds standing consents of an owner, so only an owner replaces it. An owner can also withdraw them first."
  })
})

export const list_api_keys = (query: Input<typeof api.list_api_keys>) => CompanyKeys.use((keys) => keys.page(query))

export const create_api_key = Effect.fnUntraced(function*(input: Input<typeof api.create_api_key>) {
  yield* consistent(input)
  yield* within(input.scopes, "no key of yours can have it")
  yield* careful(input)
  const key = makeKey(input.mode, random)
  return { ...yield* (yield* CompanyKeys).add(key, input), key }
})

export const rotate_api_key = Effect.fnUntraced(function*({ id, overlap_minutes }: Input<typeof api.rotate_api_key>) {
  const keys = yield* CompanyKeys
  const before = yield* keys.lock(id)
  yield* usable(before)
  yield* within(before.scopes, "you cannot replace a key that has it")
  yield* trusted(before)
  yield* careful(before)
  const key = makeKey(before.mode, random)
  return { ...yield* keys.rotate(before, key, overlap_minutes), key }
})

export const revoke_api_key = Effect.fnUntraced(function*({ id }: Input<typeof api.revoke_api_key>) {
  const keys = yield* CompanyKeys
  const before = yield* keys.lock(id)
  return before.revoked_at === null ? yield* keys.revoke(before) : before
})
