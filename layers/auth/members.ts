import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type Member, member } from "#schemas/auth/member"
import type { UserId } from "#schemas/kernel/ids"
import type { Role } from "#schemas/kernel/roles"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, exists } from "../kernel/sql.ts"

/** SQL for the id and name of the member that two columns name, also of one who was removed. */
export const memberNamed = (id: string, companyId: string) =>
  `(select jsonb_build_object('id', u.id, 'name', u.name) from users u where u.company_id = ${companyId} and u.id = ${id})`

/** People of the caller's company, without those who were removed. */
export class Members extends Context.Service<Members>()("layers/auth/Members", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const members = yield* repository(member, {
      table: "users",
      only: "removed_at is null",
      equal: ["role"],
      computed: {
        signs_in: "account_id is not null",
        two_factor: "exists (select from identity.accounts a where a.id = users.account_id and a.totp_confirmed_at is not null)",
        last_seen_at: "(select max(k.last_used_at) from api_keys k " +
          "where k.company_id = users.company_id and k.user_id = users.id and k.kind = 'session')"
      }
    })
    const { inTenant } = members.sql
    return {
      page: members.page,
      records: members.records,
      update: members.update,

      /** Owners and admins who can sign in. */
      inCharge: Effect.orDie(sql<{ id: UserId; email: string }>`
        select id, email from users where ${inTenant} and role in ('owner', 'admin') and account_id is not null and removed_at is null order by id`),

      /** Whether the address is a member's who can sign in. */
      has: (email: string) =>
        exists(sql`select from users where ${inTenant} and lower(email) = ${email} and account_id is not null`),

      /**
       * A member to be changed, what role the one who changes them has by now (nothing if they were removed), and how many other
       * owners can sign in. All owners are locked, in the order of their ids, until the transaction ends: of two owners who demote
       * each other, the second sees what the first did.
       */
      lockForChange: Effect.fnUntraced(function*(target: UserId, actor: UserId) {
        const locked = yield* Effect.orDie(sql<{ id: UserId; role: Role; signs_in: boolean }>`
          select id, role, account_id is not null as signs_in from users
          where ${inTenant} and (role = 'owner' or id = ${target} or id = ${actor}) order by id for no key update`)
        return {
          target: locked.some(({ id }) => id === target) ? yield* members.find(target) : Option.none<Member>(),
          actorRole: locked.find(({ id }) => id === actor)?.role,
          otherOwners: locked.filter(({ id, role, signs_in }) => role === "owner" && signs_in && id !== target).length
        }
      }),

      /** Ends their sessions and connections too. */
      remove: Effect.fnUntraced(function*(before: Member) {
        const { id } = before
        yield* execute(sql`update users set removed_at = now(), alerts_phone = null, alerts_agreed_at = null where ${inTenant} and id = ${id}`)
        yield* execute(sql`update api_keys set revoked_at = now()
          where company_id = (select current_company()) and user_id = ${id} and kind <> 'key' and revoked_at is null`)
        yield* recordChange({ object: "member", id, before, after: null })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Members, Members.make)
}
