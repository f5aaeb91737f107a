import { Context, Effect, Layer, Option } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { SystemSql } from "../database/connections.ts"
import { Marks } from "../referrals/marks.ts"

/** Tool clients that registered themselves (RFC 7591). Anybody may; one network a number of times a day. */
export class OAuthClients extends Context.Service<OAuthClients>()("layers/oauth/OAuthClients", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const marks = yield* Marks
    const { publicWritesPerDay } = yield* ServiceConfig
    return {
      /** Counts one registration of a network; `false` when it had enough today. */
      admit: Effect.fnUntraced(function*(network: string) {
        const { day, mark } = yield* marks.of("register a tool client", network)
        const [row] = yield* sql<{ n: number }>`
          insert into operator.marks (day, mark) values (${day}::date, ${mark})
          on conflict (day, mark) do update set n = marks.n + 1 returning n`
        return row!.n <= publicWritesPerDay
      }, Effect.orDie),
      add: (clientId: string, metadata: object) =>
        sql`insert into identity.oauth_clients (client_id, metadata) values (${clientId}, ${JSON.stringify(metadata)}::jsonb)`.pipe(
          Effect.asVoid, Effect.orDie
        ),
      find: (clientId: string) =>
        sql<{ metadata: object }>`select metadata from identity.oauth_clients where client_id = ${clientId}`.pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ metadata }) => metadata)), Effect.orDie
        ),
      /** Somebody connected it. */
      used: (clientId: string) =>
        sql`update identity.oauth_clients set used_at = now() where client_id = ${clientId}`.pipe(Effect.asVoid, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(OAuthClients, OAuthClients.make)
}
