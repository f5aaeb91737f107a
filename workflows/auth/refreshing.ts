import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { RefreshTokens } from "#layers/auth/refresh-tokens"
import { ACCESS_SECONDS, Tokens } from "#layers/auth/tokens"
import type { Tokens as Answer } from "#schemas/auth/session"
import type * as api from "#schemas/auth/signing-in.api"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { userOf } from "./signing-in.ts"

/** One wording for all that is wrong with a refresh token: whoever tries some learns nothing of any. */
const useless = () => new Unauthorized({ message: "This refresh token is not good, or no longer: sign in again." })

export const refresh_token = Effect.fnUntraced(function*(input: Input<typeof api.refresh_token>) {
  const accounts = yield* Accounts
  const refreshTokens = yield* RefreshTokens
  const tokens = yield* Tokens
  const taken = Option.getOrUndefined(yield* refreshTokens.exchange(input.refresh_token))
  if (taken === undefined) return yield* useless()
  const { account_id, company_id, expires_at, key_id, refresh_token } = taken
  const account = yield* accounts.byId(account_id)
  const part = (yield* accounts.memberships(account_id)).find((one) => one.company_id === company_id)
  if (Option.isNone(account) || part === undefined) return yield* useless()
  const answer: Answer = {
    access_token: yield* tokens.issue({ company_id, key_id, account_id }),
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token,
    session_id: key_id,
    session_expires_at: expires_at,
    user: userOf(account.value, part)
  }
  return answer
})
