import { Context, Effect, Layer, Option } from "effect"
import type { Statement } from "effect/sql"
import type { AccountId, CompanyId } from "#schemas/kernel/ids"
import type { Role } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { hashOf } from "./api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { Runs, starting } from "../workflows/runs.ts"
import { first } from "../kernel/sql.ts"
import { anonymousCaller } from "./audit.ts"
import { isTokenShaped, newToken } from "./opaque-tokens.ts"

/** What a link in an e-mail is good for: to show that an address is one's own, or to set a new password. */
export type Purpose = "verify" | "reset"

/** What an invitation's e-mail says. */
interface Invited {
  readonly email: string
  readonly role: Role
  readonly company: string
  readonly invited_by: string | null
  readonly expires_at: string
  /** Good for this invitation only. */
  readonly token: string
}

/** What e-mails contain and what the tokens of their links allow, with `SystemSql`, since their readers are not signed in. */
export class Emails extends Context.Service<Emails>()("layers/auth/Emails", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const runs = yield* Runs
    const asSystem = Runs.of({ ...runs, start: starting(sql) })

    const accountOf = (purpose: Purpose, token: string, rows: (digest: Uint8Array) => Statement.Statement<{ account_id: AccountId }>) =>
      isTokenShaped(token)
        ? Effect.map(first(rows(hashOf(`${purpose} ${token}`))), Option.map(({ account_id }) => account_id))
        : Effect.succeedNone

    return {
      /** Makes the token of a link. Only its hash is kept. */
      mint: Effect.fnUntraced(function*(account_id: AccountId, purpose: Purpose, minutes: number) {
        const token = newToken()
        yield* sql`insert into identity.mail_tokens (hash, account_id, purpose, expires_at)
          values (${hashOf(`${purpose} ${token}`)}, ${account_id}, ${purpose}, now() + make_interval(mins => ${minutes}::int))`
        return token
      }, Effect.orDie),

      /** Whose link it is, while it is good. */
      bearer: (purpose: Purpose, token: string) =>
        accountOf(purpose, token, (digest) => sql`
          select account_id from identity.mail_tokens where hash = ${digest} and used_at is null and expires_at > now()`),

      /** The same, once: of many at the same time one is told, and the account's other links of this purpose are void from then on. */
      redeem: (purpose: Purpose, token: string) =>
        accountOf(purpose, token, (digest) => sql`
          with used as (
            update identity.mail_tokens set used_at = now() where hash = ${digest} and used_at is null and expires_at > now()
            returning account_id),
          voided as (
            update identity.mail_tokens t set used_at = now() from used u
            where t.account_id = u.account_id and t.purpose = ${purpose} and t.used_at is null and t.hash <> ${digest})
          select account_id from used`),

      /** An open invitation, with a token that takes the place of the one before. */
      invitation: Effect.fnUntraced(function*(company: CompanyId, id: number) {
        const token = newToken()
        const found = yield* first(sql<Omit<Invited, "token">>`
          update invitations i set token_hash = ${hashOf(token)} from companies c
          where i.company_id = ${company} and i.id = ${id} and c.id = i.company_id
            and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
          returning i.email, i.role, c.name as company, i.expires_at,
            (select u.name from users u where u.company_id = i.company_id and u.id = i.invited_by) as invited_by`)
        return Option.map(found, (row) => ({ ...row, token }))
      }),

      /** A company to whose work the e-mails of an account belong: one that it is in or, failing that, was in. */
      home: (account: AccountId) =>
        Effect.map(
          first(sql<{ company_id: CompanyId }>`
            select company_id from users where account_id = ${account} order by removed_at is not null, company_id limit 1`),
          Option.map(({ company_id }) => company_id)
        ),

      /** Starts runs for a company without a caller of its own, in the transaction of `SystemSql` in progress. */
      startedFor: (company_id: CompanyId) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
        work.pipe(
          Effect.provideService(Runs, asSystem),
          Effect.provideService(Caller, anonymousCaller(company_id))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(Emails, Emails.make)
}
