import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Member, memberSorts } from "#schemas/auth/member"
import type { ValidationError } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import type { Role } from "#schemas/kernel/roles"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface MemberQuery extends Paging {
  readonly role?: Role
  readonly sort: typeof memberSorts[number]
}

/** Two members as they are at this moment, and how many owners there are besides: all held until the transaction ends. */
export interface Standings {
  readonly target: Option.Option<Member>
  /** What whoever asks is by now; nothing if they were removed. */
  readonly actor: Role | undefined
  /** Owners who can sign in, without the target. */
  readonly otherOwners: number
}

const orders = { id: byId } as const satisfies Record<string, Order>

/** People of the caller's company, without those who were removed. */
export class Members extends Context.Service<Members, {
  readonly page: (query: MemberQuery) => Effect.Effect<Listed<Member>, ValidationError>
  /** Whether the address is a member's who can sign in. */
  readonly has: (email: string) => Effect.Effect<boolean>
  readonly standings: (target: UserId, actor: UserId) => Effect.Effect<Standings>
  readonly setRole: (id: UserId, role: Role) => Effect.Effect<Member>
  /** Ends their sessions and connections too. */
  readonly remove: (id: UserId) => Effect.Effect<void>
}>()("layers/auth/Members") {
  static readonly layer = Layer.effect(Members, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("u.company_id = (select current_company()) and u.removed_at is null")
    const columns = sql.literal(
      "u.id, u.email, u.name, u.role, u.account_id is not null as signs_in, u.created_at, " +
        "exists (select from identity.accounts a where a.id = u.account_id and a.totp_confirmed_at is not null) as two_factor, " +
        "(select max(k.last_used_at) from api_keys k where k.company_id = u.company_id and k.user_id = u.id and k.kind = 'session') " +
        "as last_seen_at"
    )

    const find = Effect.fnUntraced(function*(id: UserId) {
      const [member] = yield* sql<Member>`select ${columns} from users u where ${mine} and u.id = ${id}`
      return Option.fromUndefinedOr(member)
    }, Effect.orDie)

    return Members.of({
      page: ({ role, sort, ...paging }) =>
        page<Member>(sql, {
          from: sql.literal("users u"),
          columns,
          where: [mine, ...role === undefined ? [] : [sql`u.role = ${role}`]],
          order: orderOf(orders, sort),
          paging
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)),

      has: (email) =>
        sql`select from users u where ${mine} and lower(u.email) = ${email} and u.account_id is not null`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        ),

      /* All owners are held, in the order of their ids: of two who put each other down, the second sees what the first did. */
      standings: Effect.fnUntraced(function*(target, actor) {
        const held = yield* sql<{ id: UserId; role: Role; signs_in: boolean }>`
          select u.id, u.role, u.account_id is not null as signs_in from users u
          where ${mine} and (u.role = 'owner' or u.id = ${target} or u.id = ${actor}) order by u.id for no key update`
        return {
          target: held.some(({ id }) => id === target) ? yield* find(target) : Option.none(),
          actor: held.find(({ id }) => id === actor)?.role,
          otherOwners: held.filter(({ id, role, signs_in }) => role === "owner" && signs_in && id !== target).length
        }
      }, Effect.orDie),

      setRole: Effect.fnUntraced(function*(id, role) {
        yield* sql`update users u set role = ${role} where ${mine} and u.id = ${id}`
        return Option.getOrThrow(yield* find(id))
      }, Effect.orDie),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`update users u set removed_at = now() where ${mine} and u.id = ${id}`
        yield* sql`update api_keys set revoked_at = now()
          where company_id = (select current_company()) and user_id = ${id} and kind <> 'key' and revoked_at is null`
      }, Effect.orDie)
    })
  }))
}
