import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { OAuthGrant, oauthGrantSorts } from "#schemas/auth/oauth-grant"
import type { ValidationError } from "#schemas/kernel/errors"
import type { KeyId, UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { inTenant, where } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../page.ts"

export interface OAuthGrantQuery extends Paging {
  readonly sort: typeof oauthGrantSorts[number]
}

/** Tool clients that are connected to the caller's company, of all members or of one. */
export class ConnectedClients extends Context.Service<ConnectedClients, {
  /** Those that may still act. */
  readonly page: (query: OAuthGrantQuery, of: UserId | undefined) => Effect.Effect<Listed<OAuthGrant>, ValidationError>
  /** Also one that was cut off, or has ended. Held until the transaction ends. */
  readonly hold: (id: KeyId, of: UserId | undefined) => Effect.Effect<Option.Option<OAuthGrant>>
  /** Whether it was not cut off before. */
  readonly revoke: (id: KeyId) => Effect.Effect<boolean>
}>()("layers/oauth/ConnectedClients") {
  static readonly layer = Layer.effect(ConnectedClients, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const grants = sql`(
      select k.id, g.client_id, g.client_name, g.client_host, k.user_id, jsonb_build_object('id', u.id, 'name', u.name) as "user", k.mode,
        k.scopes, g.created_at, k.last_used_at, k.expires_at,
        k.revoked_at is null and k.expires_at > now() and u.removed_at is null as live
      from oauth_grants g join api_keys k on k.company_id = g.company_id and k.id = g.key_id
        join users u on u.company_id = k.company_id and u.id = k.user_id
      where ${inTenant(sql, "g")}) o`
    const columns = sql.literal(`id, client_id, client_name, client_host, "user", mode, scopes, created_at, last_used_at, expires_at`)
    const whose = (user_id: UserId | undefined) => where(sql, { user_id })

    return ConnectedClients.of({
      page: ({ sort, ...paging }, of) =>
        page<OAuthGrant>(sql, {
          from: grants,
          columns,
          where: [sql.literal("live"), ...whose(of)],
          order: orderOf({ id: byId }, sort),
          paging
        }),
      hold: Effect.fnUntraced(function*(id, of) {
        yield* sql`select 1 from api_keys where ${inTenant(sql)} and id = ${id} and kind = 'grant' for update`
        const rows = yield* sql<OAuthGrant>`select ${columns} from ${grants} where ${sql.and([sql`id = ${id}`, ...whose(of)])}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),
      revoke: (id) =>
        sql`update api_keys set revoked_at = now()
          where ${inTenant(sql)} and id = ${id} and kind = 'grant' and revoked_at is null returning 1`.pipe(
          Effect.map((rows) => rows.length > 0), Effect.orDie
        )
    })
  }))
}
