import { Context, Effect, Layer, Option } from "effect"
import type { Statement } from "effect/sql"
import type { AccountId, CompanyId, UserId } from "#schemas/kernel/ids"
import type { Role } from "#schemas/kernel/roles"
import { SystemSql } from "../database/connections.ts"
import { first } from "../kernel/sql.ts"

/** Somebody who can sign in. */
export interface Account {
  readonly id: AccountId
  readonly email: string
  readonly name: string
  readonly password_hash: string | null
  /** Whether they showed that the address is theirs. */
  readonly verified: boolean
  readonly two_factor: boolean
}

/** The part of an account in a company that has not removed it. */
export interface Part {
  readonly company_id: CompanyId
  readonly user_id: UserId
  /** The company's. */
  readonly name: string
  readonly role: Role
}

/** Accounts, whichever companies they belong to, with `SystemSql`: for those who are about to sign in. */
export class Accounts extends Context.Service<Accounts>()("layers/auth/Accounts", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const find = (which: Statement.Fragment) =>
      first(sql<Account>`
        select id, email, name, password_hash, verified_at is not null as verified, totp_confirmed_at is not null as two_factor
        from identity.accounts where ${which}`)
    const byId = (id: AccountId) => find(sql`id = ${id}`)
    const memberships = (id: AccountId) =>
      Effect.orDie(sql<Part>`
        select u.company_id, u.id as user_id, c.name, u.role from users u join companies c on c.id = u.company_id
        where u.account_id = ${id} and u.removed_at is null
        order by (select max(s.refreshed_at) from sessions s where s.account_id = u.account_id and s.company_id = u.company_id)
          desc nulls last, u.company_id`)
    return {
      byEmail: (email: string) => find(sql`email = ${email.toLowerCase()}`),
      byId,
      /** Their companies, the one that they used last first. */
      memberships,
      /** An account with its part in a company; nothing where it is no member. */
      inCompany: Effect.fnUntraced(function*(id: AccountId, company_id: CompanyId) {
        const account = yield* byId(id)
        const part = (yield* memberships(id)).find((one) => one.company_id === company_id)
        return Option.all({ account, part: Option.fromUndefinedOr(part) })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Accounts, Accounts.make)
}
