import { Effect, Option } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { NotFound } from "#schemas/kernel/errors"
import type { AccountId, CompanyId } from "#schemas/kernel/ids"
import type { Mode } from "#schemas/kernel/tenancy"
import { signedInUnchanged } from "./signing-in.ts"

/**
 * Signs somebody who is signed in to one of their companies in to another, or in another mode. Nothing was proved anew by it, so
 * what asks for that still does. Answers with the credential of the new session, whose tokens nobody gets.
 */
export const switched = Effect.fnUntraced(function*(account_id: AccountId, company_id: CompanyId, mode: Mode) {
  const found = yield* (yield* Accounts).inCompany(account_id, company_id)
  if (Option.isNone(found)) return yield* new NotFound({ message: "You do not belong to that company." })
  const { account, part } = found.value
  const { session_id } = yield* signedInUnchanged(account, part, { verb: "switch_company", mode })
  return { company_id, key_id: session_id }
})
