import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId, KeyId } from "#schemas/kernel/ids"

/** The password of whoever is signed in, in the transaction of the request. */
export class OwnPassword extends Context.Service<OwnPassword, {
  /** Keeps another hash, and answers with how many sessions of the account it ended: all, in all companies, but one. */
  readonly change: (account: AccountId, hash: string, but: KeyId) => Effect.Effect<number>
  /** Cuts off all tool clients that act for the account, in all companies, and answers with how many there were. */
  readonly endConnections: (account: AccountId) => Effect.Effect<number>
}>()("layers/auth/OwnPassword") {
  static readonly layer = Layer.effect(OwnPassword, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return OwnPassword.of({
      change: Effect.fnUntraced(function*(account, hash, but) {
        yield* sql`update identity.accounts set password_hash = ${hash}, password_changed_at = now() where id = ${account}`
        const [row] = yield* sql<{ ended: number }>`select identity.end_sessions(${account}::bigint, ${but}::bigint) as ended`
        return row!.ended
      }, Effect.orDie),
      endConnections: (account) =>
        Effect.orDie(Effect.map(
          sql<{ ended: number }>`select identity.end_connections(${account}::bigint) as ended`, ([row]) => row!.ended
        ))
    })
  }))
}
