import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Session } from "#schemas/auth/session"
import type { AccountId, KeyId, UserId } from "#schemas/kernel/ids"
import type { Paging } from "#schemas/kernel/paging"
import type { Role } from "#schemas/kernel/roles"
import { byId, page } from "../kernel/page.ts"
import { execute, first, inTenant } from "../kernel/sql.ts"

/** A session of the caller's company that can still be used. */
export interface OpenSession {
  readonly id: KeyId
  readonly user_id: UserId
  readonly account_id: AccountId
  readonly label: string
  /** Of whose session it is, in the company. */
  readonly role: Role
}

/** Where people of the caller's company are signed in, in the transaction of the request. */
export class SignedIn extends Context.Service<SignedIn>()("layers/auth/SignedIn", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const usable = sql`${inTenant(sql, "k")} and k.kind = 'session' and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`
    const open = (which: Statement.Fragment) =>
      sql<OpenSession>`
        select k.id, k.user_id, s.account_id, k.label, u.role from api_keys k
          join sessions s on s.company_id = k.company_id and s.key_id = k.id
          join users u on u.company_id = k.company_id and u.id = k.user_id
        where ${usable} and ${which} order by k.id for update of k`

    return {
      /** Sessions of a member that can still be used, newest first; `current` says which of them asks. */
      page: (user: UserId, current: KeyId, paging: Paging) => {
        const sessions = sql`(
          select k.id, k.label, k.mode, s.user_agent, s.address, k.id = ${current} as current, s.created_at, k.last_used_at, k.expires_at
          from api_keys k join sessions s on s.company_id = k.company_id and s.key_id = k.id
          where ${usable} and k.user_id = ${user}) as open`
        return page<Session>(sql, {
          from: sessions, columns: sql.literal("*"), where: [sql.literal("true")], order: { ...byId, descending: true }, paging
        })
      },
      /** Locked until the transaction ends. */
      find: (id: KeyId) => first(open(sql`k.id = ${id}`)),
      /** All of a member but one, oldest first; locked until the transaction ends. */
      others: Effect.fnUntraced(function*(user: UserId, but: KeyId) {
        /* Whoever is opening another session of the account at this moment is waited for; whoever begins to afterwards waits for us. */
        yield* sql`
          select from identity.accounts where id = (
            select account_id from users where ${inTenant(sql)} and id = ${user})
          for update`
        return yield* open(sql`k.user_id = ${user} and k.id <> ${but}`)
      }, Effect.orDie),
      /** Notes of a session that its own person ends it, in which case what they approved before still counts. */
      leave: (id: KeyId) =>
        execute(sql`update sessions set signed_out_at = now() where ${inTenant(sql)} and key_id = ${id}`),
      end: (ids: ReadonlyArray<KeyId>) =>
        execute(sql`update api_keys set revoked_at = now() where ${inTenant(sql)} and id = any(${ids}::bigint[]) and revoked_at is null`)
    }
  })
}) {
  static readonly layer = Layer.effect(SignedIn, SignedIn.make)
}
