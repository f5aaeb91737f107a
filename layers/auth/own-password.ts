import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId, KeyId } from "#schemas/kernel/ids"
import { one } from "../kernel/sql.ts"

/** The password of whoever is signed in, in the transaction of the request. */
export class OwnPassword extends Context.Service<OwnPassword>()("layers/auth/OwnPassword", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      /** Keeps another hash, and answers with how many sessions of the account it ended: all, in all companies, but one. */
      change: Effect.fnUntraced(function*(account: AccountId, hash: string, but: KeyId) {
        yield* sql`update identity.accounts set password_hash = ${hash}, password_changed_at = now() where id = ${account}`
        return (yield* one(sql<{ ended: number }>`select identity.end_sessions(${account}::bigint, ${but}::bigint) as ended`)).ended
      }, Effect.orDie),
      /** Cuts off all tool clients that act for the account, in all companies, and answers with how many there were. */
      endConnections: (account: AccountId) =>
        Effect.map(one(sql<{ ended: number }>`select identity.end_connections(${account}::bigint) as ended`), ({ ended }) => ended)
    }
  })
}) {
  static readonly layer = Layer.effect(OwnPassword, OwnPassword.make)
}
