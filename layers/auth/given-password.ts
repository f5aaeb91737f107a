import { Effect, Option } from "effect"
import type { AccountId } from "#schemas/kernel/ids"
import { SystemSql } from "../database/connections.ts"
import { Accounts } from "./accounts.ts"
import { Audit, NO_CREDENTIAL } from "./audit.ts"

/**
 * The operator gives an account another password and vouches for its address. It ends all sessions, takes away the links of
 * e-mails that were on their way, and leaves a receipt in each company of the account. Nothing where there is no such account.
 */
export const givePassword = Effect.fnUntraced(function*(email: string, passwordHash: string) {
  const sql = yield* SystemSql
  const accounts = yield* Accounts
  const audit = yield* Audit
  return yield* sql.withTransaction(Effect.gen(function*() {
    const [account] = yield* sql<{ id: AccountId; sessions_ended: number }>`
      update identity.accounts set password_hash = ${passwordHash}, password_changed_at = now(), verified_at = coalesce(verified_at, now())
      where email = ${email.toLowerCase()} returning id, identity.end_sessions(id, 0) as sessions_ended`
    if (account === undefined) return Option.none()
    const { id, sessions_ended } = account
    yield* sql`update identity.mail_tokens set used_at = now() where account_id = ${id} and used_at is null`
    const after = { email, verified: true, sessions_ended }
    for (const { company_id } of yield* accounts.memberships(id)) {
      yield* audit.write({ company_id, key_id: NO_CREDENTIAL, verb: "set_password", changes: [{ object: "account", id, before: null, after }] })
    }
    return Option.some({ sessions_ended })
  }))
}, Effect.orDie)
