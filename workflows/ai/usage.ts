import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { AiSettings } from "#layers/ai/settings"
import { Companies } from "#layers/kernel/companies"
import { AiTokens } from "#layers/kernel/limits/ai-tokens"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type * as api from "#schemas/ai/usage.api"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"

/** Of the limit, after which the company is warned. */
const WARNED_AT = 0.8

export const get_ai_usage = Effect.fnUntraced(function*() {
  const { tier } = yield* Companies.use(({ own }) => own)
  const usage = yield* AiTokens.use((tokens) => tokens.usage)
  return { ...usage, tier, warning: usage.limit !== null && usage.used >= usage.limit * WARNED_AT }
})

export const get_chat_settings = () => AiSettings.use(({ get }) => get)

export const update_chat_settings = Effect.fnUntraced(function*(changes: Input<typeof api.update_chat_settings>) {
  const settings = yield* AiSettings
  const { company_id } = yield* Caller
  yield* settings.hold
  const before = yield* settings.get
  const after = { ...before, ...changes }
  if (isDeepStrictEqual(before, after)) return before
  yield* settings.set(after)
  yield* recordChange({ object: "chat_settings", id: company_id, before, after })
  return after
})
