import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { NotFound } from "#schemas/kernel/errors"
import type { AccountId, CompanyId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { signedInUnchanged } from "./signing-in.ts"

const nowhere = () => new NotFound({ message: "You do not belong to that company." })

/**
 * Signs somebody who is signed in to one of their companies in to another, or in another mode. Nothing was proved anew by it, so
 * what asks for that still does. Answers with the credential of the new session, whose tokens nobody gets.
 */
export const switched = Effect.fnUntraced(function*(account_id: AccountId, company_id: CompanyId, mode: Mode) {
  const accounts = yield* Accounts
  const account = yield* accounts.byId(account_id)
  const part = (yield* accounts.memberships(account_id)).find((one) => one.company_id === company_id)
  if (Option.isNone(account) || part === undefined) return yield* nowhere()
  const { session_id } = yield* signedInUnchanged(account.value, part, { verb: "switch_company", mode })
  return { company_id, key_id: session_id }
})
