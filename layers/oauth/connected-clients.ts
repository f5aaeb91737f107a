import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { OAuthGrant } from "#schemas/auth/oauth-grant"
import type { list_oauth_grants } from "#schemas/auth/oauth-grants.api"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import type { KeyId, UserId } from "#schemas/kernel/ids"
import { execute, exists, inTenant, where } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../kernel/page.ts"

/** Tool clients that are connected to the caller's company, of all members or of one. */
export class ConnectedClients extends Context.Service<ConnectedClients>()("layers/oauth/ConnectedClients", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const grants = sql`(
      select k.id, g.client_id, g.client_name, g.client_host, k.user_id, jsonb_build_object('id', u.id, 'name', u.name) as "user", k.mode,
        k.scopes, g.created_at, k.last_used_at, k.expires_at,
        k.revoked_at is null and k.expires_at > now() and u.removed_at is null as live
      from oauth_grants g join api_keys k on k.company_id = g.company_id and k.id = g.key_id
        join users u on u.company_id = k.company_id and u.id = k.user_id
      where ${inTenant(sql, "g")}) o`
    const columns = sql.literal(`id, client_id, client_name, client_host, "user", mode, scopes, created_at, last_used_at, expires_at`)
    const credential = (id: KeyId) => sql`${inTenant(sql)} and id = ${id} and kind = 'grant'`

    return {
      /** Those that may still act. */
      page: ({ sort, ...paging }: Input<typeof list_oauth_grants>, user_id: UserId | undefined) =>
        page<OAuthGrant>(sql, {
          from: grants,
          columns,
          where: [sql.literal("live"), ...where(sql, { user_id })],
          order: orderOf({ id: byId }, sort),
          paging
        }),

      /** Also one that was cut off, or has ended. Locked until the transaction ends. */
      lock: Effect.fnUntraced(function*(id: KeyId, user_id: UserId | undefined) {
        yield* execute(sql`select 1 from api_keys where ${credential(id)} for update`)
        const [grant] = yield* Effect.orDie(sql<OAuthGrant>`select ${columns} from ${grants} where ${sql.and(where(sql, { id, user_id }))}`)
        return grant ?? (yield* new NotFound({ message: "There is no such connection." }))
      }),

      /** Whether it was not cut off before. */
      revoke: (id: KeyId) =>
        exists(sql`update api_keys set revoked_at = now() where ${credential(id)} and revoked_at is null returning 1`)
    }
  })
}) {
  static readonly layer = Layer.effect(ConnectedClients, ConnectedClients.make)
}
