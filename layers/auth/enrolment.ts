import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId, CompanyId } from "#schemas/kernel/ids"
import { SystemSql } from "../database/connections.ts"
import { first, one, orDieSql } from "../kernel/sql.ts"
import { found, own } from "./provision.ts"
import { Accounts } from "./accounts.ts"
import { Audit, NO_CREDENTIAL } from "./audit.ts"
import { Emails } from "./emails.ts"

/** Somebody who signs up, with the company that they make. */
interface Enrolled {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly company: {
    readonly name: string
    readonly industry: string | null
    readonly currency: string
    readonly time_zone: string
  }
}

/** Everybody begins on it. */
const TIER = "starter"

/**
 * Changes of accounts by people who are not signed in: sign-up, verification of an address, reset of a password. With
 * `SystemSql`; each is one transaction with its receipts in the companies of the account and the work that `also` starts.
 */
export class Enrolment extends Context.Service<Enrolment>()("layers/auth/Enrolment", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const accounts = yield* Accounts
    const audit = yield* Audit
    const emails = yield* Emails

    const together = <A, E, R>(work: Effect.Effect<A, E, R>) => orDieSql(sql.withTransaction(work))

    /** Tells every company that the account is in what became of it. */
    const tell = Effect.fnUntraced(function*(verb: string, id: AccountId, after: Readonly<Record<string, string | number | boolean>>) {
      for (const { company_id } of yield* accounts.memberships(id)) {
        yield* audit.write({ company_id, key_id: NO_CREDENTIAL, verb, changes: [{ object: "account", id, before: null, after }] })
      }
    })

    return {
      /** All of it or nothing. */
      together,
      /** Makes an account that is to be verified, its company, and its owner. Nothing when the address has an account. */
      enrol: <R>(
        person: Enrolled, also: (made: { readonly account_id: AccountId; readonly company_id: CompanyId }) => Effect.Effect<unknown, never, R>
      ) =>
        together(Effect.gen(function*() {
          const { company, email, name, passwordHash } = person
          const account = yield* first(sql<{ id: AccountId }>`
            insert into identity.accounts (email, name, password_hash, password_changed_at) values (${email}, ${name}, ${passwordHash}, now())
            on conflict (email) do nothing returning id`)
          if (Option.isNone(account)) return Option.none()
          const account_id = account.value.id
          const made = Effect.gen(function*() {
            const { company_id } = yield* found({ ...company, tier: TIER })
            return { company_id, user_id: yield* own(company_id, { account_id, email, name }) }
          })
          const { company_id, user_id } = yield* Effect.orDie(Effect.provideService(made, SqlClient.SqlClient, sql))
          yield* audit.write({
            company_id,
            key_id: NO_CREDENTIAL,
            verb: "sign_up",
            changes: [
              { object: "company", id: company_id, before: null, after: { ...company, tier: TIER } },
              { object: "member", id: user_id, before: null, after: { account_id, email, name, role: "owner" } }
            ]
          })
          yield* also({ account_id, company_id })
          return Option.some({ account_id, company_id })
        })),

      /** Takes the token of an e-mail: its address is verified. */
      verify: (token: string) =>
        together(Effect.gen(function*() {
          const account = yield* emails.redeem("verify", token)
          if (Option.isNone(account)) return Option.none()
          const id = account.value
          const { email } = yield* one(sql<{ email: string }>`
            update identity.accounts set verified_at = coalesce(verified_at, now()) where id = ${id} returning email`)
          yield* tell("verify_email", id, { email, verified: true })
          return Option.some({ email })
        })),

      /** Takes the token of an e-mail: the account has this password, its address is verified, and all its sessions are ended. */
      reset: <R>(token: string, passwordHash: string, also: (account: AccountId) => Effect.Effect<unknown, never, R>) =>
        together(Effect.gen(function*() {
          const account = yield* emails.redeem("reset", token)
          if (Option.isNone(account)) return Option.none()
          const id = account.value
          const { email, ended } = yield* one(sql<{ email: string; ended: number }>`
            update identity.accounts set password_hash = ${passwordHash}, password_changed_at = now(), verified_at = coalesce(verified_at, now())
            where id = ${id} returning email, identity.end_sessions(id, 0) as ended`)
          yield* Effect.orDie(sql`
            update identity.mail_tokens set used_at = now() where account_id = ${id} and purpose = 'verify' and used_at is null`)
          yield* tell("reset_password", id, { email, verified: true, sessions_ended: ended })
          yield* also(id)
          return Option.some({ email, ended })
        }))
    }
  })
}) {
  static readonly layer = Layer.effect(Enrolment, Enrolment.make)
}
