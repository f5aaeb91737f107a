import { Context, Effect, Layer, Option } from "effect"
import type { Mode } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database.ts"
import { type Account, Accounts, type Part } from "./accounts.ts"
import { Audit, NOBODY } from "./audit.ts"
import { type OpenedSession, Sessions } from "./sessions.ts"
import { CurrentVisitor } from "./visitor.ts"

/** How somebody came to be signed in. */
export interface SignIn {
  /** The operation that did it, for the receipt. */
  readonly verb: string
  readonly mode: Mode
  /** What the session is called in lists. */
  readonly label: string
  /** They proved it just now by all that their account asks for. */
  readonly steppedUp: boolean
}

/** Companies of an account that are told of what others try with it: many, of somebody who advises companies say, learn nothing more. */
const MOST_TOLD = 5

/** What signing in leaves behind, and what trying to. */
export class SignIns extends Context.Service<SignIns, {
  /** Opens the session with its receipt, and remembers the network: all of it or nothing. */
  readonly begin: (account: Account, part: Part, how: SignIn) => Effect.Effect<OpenedSession>
  /**
   * Remembers that somebody tried to sign in as `email`, where there is such an account. Nobody waits for it: the answer would
   * come later for addresses that are known.
   */
  readonly note: (verb: "login_failed" | "login_throttled", email: string) => Effect.Effect<void>
  /** Keeps a hash with the parameters of today, unless the password was changed meanwhile. */
  readonly rehash: (account: Account, hash: string) => Effect.Effect<void>
}>()("layers/identity/SignIns") {
  static readonly layer = Layer.effect(SignIns, Effect.gen(function*() {
    const sql = yield* SystemSql
    const sessions = yield* Sessions
    const audit = yield* Audit
    const accounts = yield* Accounts
    const scope = yield* Effect.scope

    const remember = Effect.fnUntraced(function*(verb: string, email: string) {
      const account = yield* accounts.byEmail(email)
      if (Option.isNone(account)) return
      const { address } = yield* CurrentVisitor
      const { id } = account.value
      for (const { company_id } of (yield* accounts.memberships(id)).slice(0, MOST_TOLD)) {
        const changes = [{ object: "account", id, before: null, after: { email: account.value.email, address } }]
        yield* Effect.orDie(sql.withTransaction(audit.write({ company_id, key_id: NOBODY, verb, changes })))
      }
    })

    return SignIns.of({
      begin: (account, { company_id, user_id }, { label, mode, steppedUp, verb }) =>
        sql.withTransaction(Effect.gen(function*() {
          const { address, network, userAgent } = yield* CurrentVisitor
          const opened = yield* sessions.open({ company_id, user_id, account_id: account.id, mode, label, userAgent, address, steppedUp })
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
      note: (verb, email) =>
        remember(verb, email).pipe(
          Effect.catchCause((cause) => Effect.logError(`a receipt of ${verb} was not written`, cause)),
          Effect.uninterruptible,
          Effect.forkIn(scope),
          Effect.asVoid
        ),
      rehash: ({ id, password_hash }, hash) =>
        Effect.orDie(sql`update identity.accounts set password_hash = ${hash} where id = ${id} and password_hash = ${password_hash}`)
    })
  }))
}
