import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { INSTALL_MINUTES, InstallTokens, type Minter, type Refused } from "#layers/auth/install-tokens"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type * as api from "#schemas/auth/install-tokens.api"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { signedIn } from "./signing-in.ts"

export const mint_install_token = Effect.fnUntraced(function*() {
  const { company_id, key_id } = yield* Caller
  const { expires_at, id, token } = yield* (yield* InstallTokens).mint
  yield* recordChange({ object: "install_token", id, before: null, after: { id, minted_by: key_id, expires_at } })
  return { token, expires_at, company_id }
})

const messages: Readonly<Record<Refused["why"], string>> = {
  unknown: "This install token is not known: check that it was copied whole.",
  replayed: "This install token was used: it is good once. Mint another.",
  expired: `This install token has expired: it is good for ${INSTALL_MINUTES} minutes. Mint another.`,
  ended: "The session that minted this install token has ended. Sign in and mint another."
}

/** Whoever minted the token, in their company and mode; they belong to it, as the token's row was just taken for them. */
const opening = (label: string) =>
  Effect.fnUntraced(function*({ account_id, company_id, mode }: Minter) {
    const { account, part } = Option.getOrThrow(yield* (yield* Accounts).inCompany(account_id, company_id))
    return yield* signedIn(account, part, { verb: "exchange_install_token", mode, label })
  })

export const exchange_install_token = Effect.fnUntraced(function*({ label, token }: Input<typeof api.exchange_install_token>) {
  const tokens = yield* InstallTokens
  return yield* Effect.mapError(tokens.redeem(token, opening(label)), ({ why }) => new Unauthorized({ message: messages[why] }))
})
