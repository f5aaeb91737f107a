import { Effect } from "effect"
import { random } from "#layers/auth/api-keys"
import { PublishableKeys } from "#layers/auth/publishable-keys"
import type * as api from "#schemas/auth/publishable-keys.api"
import { makeKey } from "#schemas/kernel/api-key"
import type { Input } from "#schemas/kernel/catalog"
import { steppedUp } from "./step-up.ts"

export const list_publishable_keys = (query: Input<typeof api.list_publishable_keys>) => PublishableKeys.use((keys) => keys.page(query))

export const create_publishable_key = Effect.fnUntraced(function*(input: Input<typeof api.create_publishable_key>) {
  if (input.mode === "live") yield* steppedUp
  const key = makeKey(input.mode, random, "pk")
  return { ...yield* (yield* PublishableKeys).add(key, input), key }
})

export const revoke_publishable_key = Effect.fnUntraced(function*({ id }: Input<typeof api.revoke_publishable_key>) {
  const keys = yield* PublishableKeys
  const before = yield* keys.get(id, { lock: true })
  return before.revoked_at === null ? yield* keys.revoke(before) : before
})
