import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { type Invitation, INVITATION_DAYS, type InvitationId, type NewInvitation } from "#schemas/auth/member"
import type { ValidationError } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { type Role, roles } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, page } from "../page.ts"

/** Whom the caller's company asked to join, and who has not answered. */
export class Invitations extends Context.Service<Invitations, {
  readonly page: (paging: Paging) => Effect.Effect<Listed<Invitation>, ValidationError>
  /** Held until the transaction ends. */
  readonly find: (id: InvitationId) => Effect.Effect<Option.Option<Invitation>>
  /** The open invitation of an address, held until the transaction ends. */
  readonly openFor: (email: string) => Effect.Effect<Option.Option<Invitation>>
  /** Makes one, or renews the one that is open for the address. */
  readonly invite: (invitation: NewInvitation, by: UserId) => Effect.Effect<Invitation, never, Caller>
  readonly withdraw: (id: InvitationId) => Effect.Effect<void>
  /** Withdraws those that somebody sent whose own role is only this by now, or nothing; answers with them. */
  readonly withdrawBeyond: (by: UserId, role: Role | undefined) => Effect.Effect<ReadonlyArray<Invitation>>
}>()("layers/auth/Invitations") {
  static readonly layer = Layer.effect(Invitations, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const open = sql.literal("i.company_id = (select current_company()) and i.accepted_at is null and i.withdrawn_at is null")
    const columns = sql.literal(
      "i.id, i.email, i.role, i.created_at, i.expires_at, (select jsonb_build_object('id', u.id, 'name', u.name) from users u " +
        "where u.company_id = i.company_id and u.id = i.invited_by) as invited_by"
    )

    return Invitations.of({
      page: (paging) =>
        page<Invitation>(sql, {
          from: sql.literal("invitations i"),
          columns,
          where: [open],
          order: { ...byId, descending: true },
          paging
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)),

      find: (id) =>
        sql<Invitation>`select ${columns} from invitations i where ${open} and i.id = ${id} for update of i`.pipe(
          Effect.map(([row]) => Option.fromUndefinedOr(row)),
          Effect.orDie
        ),

      openFor: (email) =>
        sql<Invitation>`select ${columns} from invitations i where ${open} and i.email = ${email} for update of i`.pipe(
          Effect.map(([row]) => Option.fromUndefinedOr(row)),
          Effect.orDie
        ),

      invite: Effect.fnUntraced(function*({ email, role }, by) {
        const { company_id } = yield* Caller
        const [row] = yield* sql<Invitation>`
          insert into invitations as i (company_id, email, role, invited_by, expires_at)
          values (${company_id}, ${email}, ${role}, ${by}, now() + make_interval(days => ${INVITATION_DAYS}::int))
          on conflict (company_id, email) where accepted_at is null and withdrawn_at is null
          do update set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at
          returning ${columns}`
        return row!
      }, Effect.orDie),

      withdraw: (id) => Effect.asVoid(Effect.orDie(sql`update invitations i set withdrawn_at = now() where ${open} and i.id = ${id}`)),

      withdrawBeyond: (by, role) => {
        const beyond = role === undefined ? roles : roles.slice(roles.indexOf(role) + 1)
        return Effect.orDie(sql<Invitation>`
          update invitations i set withdrawn_at = now() where ${open} and i.invited_by = ${by} and i.role = any(${[...beyond]}::text[])
          returning ${columns}`)
      }
    })
  }))
}
