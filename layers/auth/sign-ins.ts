import { Context, Effect, Layer, Option } from "effect"
import type { Mode } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"
import { type Account, Accounts, type Part } from "./accounts.ts"
import { Audit, NO_CREDENTIAL } from "./audit.ts"
import { Sessions } from "./sessions.ts"
import { CurrentRequester } from "./anonymous.ts"

/** How somebody came to be signed in. */
interface SignIn {
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
export class SignIns extends Context.Service<SignIns>()("layers/auth/SignIns", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const sessions = yield* Sessions
    const audit = yield* Audit
    const accounts = yield* Accounts
    const scope = yield* Effect.scope

    const remember = Effect.fnUntraced(function*(verb: string, email: string) {
      const account = yield* accounts.byEmail(email)
      if (Option.isNone(account)) return
      const { address } = yield* CurrentRequester
      const { id } = account.value
      for (const { company_id } of (yield* accounts.memberships(id)).slice(0, MOST_TOLD)) {
        const changes = [{ object: "account", id, before: null, after: { email: account.value.email, address } }]
        yield* Effect.orDie(sql.withTransaction(audit.write({ company_id, key_id: NO_CREDENTIAL, verb, changes })))
      }
    })

    const begin = Effect.fnUntraced(function*(account: Account, { company_id, user_id }: Part, { label, mode, steppedUp, verb }: SignIn) {
      const { address, network, userAgent } = yield* CurrentRequester
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
    })

    return {
      /** Opens the session with its receipt, and remembers the network: all of it or nothing. */
      begin: (account: Account, part: Part, how: SignIn) => Effect.orDie(sql.withTransaction(begin(account, part, how))),
      /* Who changes the password ends all sessions with the account's row in hand: they wait for us, or we see what they did. */
      /** The same while the account has the password that it had when it was read; nothing where that was changed meanwhile. */
      beginUnchanged: (account: Account, part: Part, how: SignIn) =>
        sql.withTransaction(Effect.gen(function*() {
          const same = yield* sql`
            select from identity.accounts where id = ${account.id} and password_hash is not distinct from ${account.password_hash} for key share`
          return same.length === 0 ? Option.none() : Option.some(yield* begin(account, part, how))
        })).pipe(Effect.orDie),
      /**
       * Remembers that somebody tried to sign in as `email`, where there is such an account. Nobody waits for it: the answer would
       * come later for addresses that are known.
       */
      note: (verb: "login_failed" | "login_throttled", email: string) =>
        remember(verb, email).pipe(
          Effect.catchCause((cause) => Effect.logError(`a receipt of ${verb} was not written`, cause)),
          Effect.uninterruptible,
          Effect.forkIn(scope),
          Effect.asVoid
        ),
      /** Keeps a hash with the parameters of today, unless the password was changed meanwhile; answers with the account that has it. */
      rehash: (account: Account, hash: string) =>
        sql`update identity.accounts set password_hash = ${hash} where id = ${account.id} and password_hash = ${account.password_hash}`.pipe(
          Effect.as({ ...account, password_hash: hash }),
          Effect.orDie
        )
    }
  })
}) {
  static readonly layer = Layer.effect(SignIns, SignIns.make)
}
