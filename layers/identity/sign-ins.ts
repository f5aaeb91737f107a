import { Context, Effect, Layer } from "effect"
import type { Mode } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database.ts"
import type { Account, Part } from "./accounts.ts"
import { Audit } from "./audit.ts"
import { type OpenedSession, Sessions } from "./sessions.ts"
import { CurrentVisitor } from "./visitor.ts"

/** How somebody came to be signed in. */
export interface SignIn {
  /** The operation that did it, for the receipt. */
  readonly verb: string
  readonly mode: Mode
  /** What the session is called in lists. */
  readonly label: string
}

/** What signing in leaves behind. */
export class SignIns extends Context.Service<SignIns, {
  /** Opens the session with its receipt, and remembers the network: all of it or nothing. */
  readonly begin: (account: Account, part: Part, how: SignIn) => Effect.Effect<OpenedSession>
  /** Keeps a hash with the parameters of today, unless the password was changed meanwhile. */
  readonly rehash: (account: Account, hash: string) => Effect.Effect<void>
}>()("layers/identity/SignIns") {
  static readonly layer = Layer.effect(SignIns, Effect.gen(function*() {
    const sql = yield* SystemSql
    const sessions = yield* Sessions
    const audit = yield* Audit
    return SignIns.of({
      begin: (account, { company_id, user_id }, { label, mode, verb }) =>
        sql.withTransaction(Effect.gen(function*() {
          const { address, network, userAgent } = yield* CurrentVisitor
          const opened = yield* sessions.open({ company_id, user_id, account_id: account.id, mode, label, userAgent, address })
          yield* sql`insert into identity.known_networks (account_id, network) values (${account.id}, ${network})
            on conflict (account_id, network) do update set last_at = now()`
          yield* audit.write({
            company_id,
            key_id: opened.key_id,
            verb,
            mode,
            changes: [{ object: "session", id: opened.key_id, before: null, after: { user_id, email: account.email, label, address } }]
          })
          return opened
        })).pipe(Effect.orDie),
      rehash: ({ id, password_hash }, hash) =>
        Effect.orDie(sql`update identity.accounts set password_hash = ${hash} where id = ${id} and password_hash = ${password_hash}`)
    })
  }))
}
