import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { RefreshTokens } from "#layers/auth/refresh-tokens"
import type * as api from "#schemas/auth/signing-in.api"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { tokensFor } from "./signing-in.ts"

/** The same for all that can be wrong with a refresh token, so that trying some reveals nothing. */
const useless = () => new Unauthorized({ message: "This refresh token is not good, or no longer: sign in again." })

export const refresh_token = Effect.fnUntraced(function*({ refresh_token }: Input<typeof api.refresh_token>) {
  const session = yield* (yield* RefreshTokens).exchange(refresh_token)
  if (Option.isNone(session)) return yield* useless()
  const { account_id, company_id } = session.value
  const found = yield* (yield* Accounts).inCompany(account_id, company_id)
  if (Option.isNone(found)) return yield* useless()
  return yield* tokensFor(found.value.account, found.value.part, session.value)
})
