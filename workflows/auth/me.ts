import { Effect, Option } from "effect"
import { AiTokens } from "#layers/kernel/limits/ai-tokens"
import { Accounts } from "#layers/auth/accounts"
import { Companies } from "#layers/kernel/companies"
import { ServiceConfig } from "#layers/kernel/config"
import type { Me } from "#schemas/auth/session"
import { Caller, requestsPerMinute } from "#schemas/kernel/tenancy"
import { userOf } from "./signing-in.ts"

/** The person behind a session or a connection, and their companies. A connection is bound to one and tells of no other. */
const personOf = Effect.fnUntraced(function*({ company_id, credential, person }: Caller["Service"]) {
  if (person === undefined) return { user: null, companies: [] }
  const accounts = yield* Accounts
  const account = yield* accounts.byId(person.account_id)
  const parts = yield* accounts.memberships(person.account_id)
  const part = parts.find((one) => one.company_id === company_id)
  const told = credential === "session" ? parts : parts.filter((one) => one === part)
  return {
    user: Option.isSome(account) && part !== undefined ? userOf(account.value, part) : null,
    companies: told.map(({ company_id, name, role }) => ({ company_id, name, role }))
  }
})

export const get_me = Effect.fnUntraced(function*(): Effect.fn.Return<
  Me, never, Accounts | AiTokens | Caller | Companies | ServiceConfig
> {
  const caller = yield* Caller
  const { companyRateLimit } = yield* ServiceConfig
  const aiTokens = yield* AiTokens
  const companies = yield* Companies
  const company = yield* companies.own
  const { limit, resets_at, used } = yield* aiTokens.usage
  return {
    /* Visitors are not let in to this operation. */
    credential: caller.credential === "visitor" ? "key" : caller.credential,
    credential_id: caller.key_id,
    agent: caller.agent ?? null,
    company,
    ...yield* personOf(caller),
    mode: caller.mode,
    scopes: [...caller.scopes],
    limits: {
      requests_per_minute: companyRateLimit > 0 ? companyRateLimit : requestsPerMinute[company.tier],
      ai_tokens_per_month: limit,
      ai_tokens_used: used,
      ai_tokens_reset_at: resets_at
    }
  }
})
