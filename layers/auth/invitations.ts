import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type Invitation, invitation, INVITATION_DAYS, type NewInvitation } from "#schemas/auth/member"
import type { UserId } from "#schemas/kernel/ids"
import type { Paging } from "#schemas/kernel/paging"
import { type Role, roles } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first, one } from "../kernel/sql.ts"
import { memberNamed } from "./members.ts"

const record = (before: Invitation | null, after: Invitation | null, { id }: Invitation) =>
  recordChange({ object: "invitation", id, before, after })

/** Whom the caller's company asked to join, and who has not answered. */
export class Invitations extends Context.Service<Invitations>()("layers/auth/Invitations", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const invitations = yield* repository(invitation, {
      noun: "invitation that is open",
      only: "accepted_at is null and withdrawn_at is null",
      computed: { invited_by: memberNamed("invitations.invited_by", "invitations.company_id") }
    })
    const { columns, inTenant } = invitations.sql
    return {
      page: (paging: Paging) => invitations.page({ ...paging, sort: "-id" }),
      get: invitations.get,
      records: invitations.records,

      /** The open invitation of an address, or null; locked until the transaction ends. */
      lockOf: (email: string) =>
        Effect.map(first(sql<Invitation>`select ${columns} from invitations where ${inTenant} and email = ${email} for update`), Option.getOrNull),

      /** Makes one, or renews the one that is open for the address. */
      invite: Effect.fnUntraced(function*(before: Invitation | null, { email, role }: NewInvitation, by: UserId) {
        const { company_id } = yield* Caller
        const after = yield* one(sql<Invitation>`
          insert into invitations (company_id, email, role, invited_by, expires_at)
          values (${company_id}, ${email}, ${role}, ${by}, now() + make_interval(days => ${INVITATION_DAYS}::int))
          on conflict (company_id, email) where accepted_at is null and withdrawn_at is null
          do update set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at
          returning ${columns}`)
        yield* record(before, after, after)
        return after
      }),

      withdraw: Effect.fnUntraced(function*(before: Invitation) {
        yield* execute(sql`update invitations set withdrawn_at = now() where ${inTenant} and id = ${before.id}`)
        yield* record(before, null, before)
      }),

      /** Withdraws those that somebody sent whose own role is by now below what they offer, or nothing. */
      withdrawBeyond: Effect.fnUntraced(function*(by: UserId, role: Role | undefined) {
        const beyond = role === undefined ? roles : roles.slice(roles.indexOf(role) + 1)
        const withdrawn = yield* Effect.orDie(sql<Invitation>`
          update invitations set withdrawn_at = now() where ${inTenant} and invited_by = ${by} and role = any(${[...beyond]}::text[])
          returning ${columns}`)
        yield* Effect.forEach(withdrawn, (invitation) => record(invitation, null, invitation), { discard: true })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Invitations, Invitations.make)
}
