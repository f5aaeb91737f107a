import { Context, Effect, Layer, Option } from "effect"
import type { InvitationId } from "#schemas/auth/member"
import type { AccountId, CompanyId, UserId } from "#schemas/kernel/ids"
import type { Role } from "#schemas/kernel/roles"
import { hashOf } from "./api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { execute, first, one, orDieSql } from "../kernel/sql.ts"
import { Audit, NO_CREDENTIAL } from "./audit.ts"

/** An invitation that can still be accepted, as whoever holds its e-mail may know it. */
export interface OpenInvitation {
  readonly company_id: CompanyId
  readonly id: InvitationId
  readonly email: string
  readonly role: Role
}

/** Who accepts: an account that is there, or one to be made, or to be taken over from whoever never verified its address. */
export type Joining =
  | { readonly account_id: AccountId }
  | { readonly name: string; readonly passwordHash: string }

/** The account was verified meanwhile, or the person is a member already. */
interface Overtaken {
  readonly _tag: "Overtaken"
  readonly what: "account" | "member"
}

const overtaken = (what: Overtaken["what"]): Overtaken => ({ _tag: "Overtaken", what })

interface Before {
  readonly id: UserId
  readonly member: boolean
}

/** Makes people members of companies that invited them, with `SystemSql`, since they are not signed in to that company. */
export class Joins extends Context.Service<Joins>()("layers/auth/Joins", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const audit = yield* Audit
    const open = sql.literal("accepted_at is null and withdrawn_at is null and expires_at > now()")

    /** Takes over an account whose address was never verified: the link in the e-mail shows whose address it is. */
    const made = Effect.fnUntraced(function*(email: string, { name, passwordHash }: { readonly name: string; readonly passwordHash: string }) {
      const [account] = yield* Effect.orDie(sql<{ id: AccountId }>`
        insert into identity.accounts as a (email, name, password_hash, password_changed_at, verified_at)
        values (${email}, ${name}, ${passwordHash}, now(), now())
        on conflict (email) do update set name = excluded.name, password_hash = excluded.password_hash, password_changed_at = now(),
          verified_at = now()
        where a.verified_at is null
        returning id`)
      if (account === undefined) return yield* Effect.fail(overtaken("account"))
      yield* execute(sql`update identity.mail_tokens set used_at = now() where account_id = ${account.id} and used_at is null`)
      return account.id
    })

    /** Somebody who was removed, or whom only the operator entered, is there already. */
    const placed = Effect.fnUntraced(function*({ company_id, email, role }: OpenInvitation, account_id: AccountId) {
      const [before] = yield* Effect.orDie(sql<Before>`
        select id, account_id is not null and removed_at is null as member from users
        where company_id = ${company_id} and (account_id = ${account_id} or lower(email) = ${email})
        order by account_id = ${account_id} desc nulls last limit 1 for update`)
      if (before?.member) return yield* Effect.fail(overtaken("member"))
      return yield* one(
        before === undefined
          ? sql<{ id: UserId; name: string }>`
            insert into users (company_id, email, name, role, account_id)
            select ${company_id}::bigint, ${email}, a.name, ${role}, a.id from identity.accounts a where a.id = ${account_id}
            returning id, name`
          : sql<{ id: UserId; name: string }>`
            update users u set account_id = a.id, name = a.name, role = ${role}, removed_at = null
            from identity.accounts a where u.company_id = ${company_id} and u.id = ${before.id} and a.id = ${account_id}
            returning u.id, u.name`
      )
    })

    return {
      find: (token: string) =>
        first(sql<OpenInvitation & { readonly company: string }>`select i.company_id, i.id, i.email, i.role, c.name as company
          from invitations i join companies c on c.id = i.company_id where i.token_hash = ${hashOf(token)} and ${open}`),

      /**
       * Takes the invitation, once, and makes its account a member: all of it with its receipt, or nothing. Nothing when the
       * invitation is not open any more.
       */
      accept: (token: string, who: Joining) =>
        sql.withTransaction(Effect.gen(function*() {
          const [invitation] = yield* Effect.orDie(sql<OpenInvitation>`
            update invitations set accepted_at = now() where token_hash = ${hashOf(token)} and ${open}
            returning company_id, id, email, role`)
          if (invitation === undefined) return Option.none()
          const { company_id, email, id, role } = invitation
          const account_id = "account_id" in who ? who.account_id : yield* made(email, who)
          const member = yield* placed(invitation, account_id)
          yield* audit.write({
            company_id,
            key_id: NO_CREDENTIAL,
            verb: "accept_invitation",
            changes: [
              { object: "invitation", id, before: { email, role }, after: null },
              { object: "member", id: member.id, before: null, after: { account_id, email, name: member.name, role } }
            ]
          })
          return Option.some({ account_id, company_id })
        })).pipe(orDieSql)
    }
  })
}) {
  static readonly layer = Layer.effect(Joins, Joins.make)
}
