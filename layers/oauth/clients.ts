import { Context, Effect, Layer, Option } from "effect"
import { ServiceConfig } from "../config.ts"
import { SystemSql } from "../database.ts"
import { Marks } from "../referrals/marks.ts"

/** How long a client that nobody connects is remembered. */
export const CLIENT_DAYS = 30

/** Tool clients that registered themselves (RFC 7591). Anybody may; one network a number of times a day. */
export class OAuthClients extends Context.Service<OAuthClients, {
  /** Counts one registration of a network; `false` when it had enough today. */
  readonly admit: (network: string) => Effect.Effect<boolean>
  readonly add: (clientId: string, metadata: object) => Effect.Effect<void>
  readonly find: (clientId: string) => Effect.Effect<Option.Option<object>>
  /** Somebody connected it. */
  readonly used: (clientId: string) => Effect.Effect<void>
}>()("layers/oauth/OAuthClients") {
  static readonly layer = Layer.effect(OAuthClients, Effect.gen(function*() {
    const sql = yield* SystemSql
    const marks = yield* Marks
    const { publicWritesPerDay } = yield* ServiceConfig
    return OAuthClients.of({
      admit: Effect.fnUntraced(function*(network) {
        const { day, mark } = yield* marks.of("register a tool client", network)
        const [row] = yield* sql<{ n: number }>`
          insert into operator.marks (day, mark) values (${day}::date, ${mark})
          on conflict (day, mark) do update set n = marks.n + 1 returning n`
        return row!.n <= publicWritesPerDay
      }, Effect.orDie),
      add: (clientId, metadata) =>
        sql`insert into identity.oauth_clients (client_id, metadata) values (${clientId}, ${JSON.stringify(metadata)}::jsonb)`.pipe(
          Effect.asVoid, Effect.orDie
        ),
      find: (clientId) =>
        sql<{ metadata: object }>`select metadata from identity.oauth_clients where client_id = ${clientId}`.pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ metadata }) => metadata)), Effect.orDie
        ),
      used: (clientId) =>
        sql`update identity.oauth_clients set used_at = now() where client_id = ${clientId}`.pipe(Effect.asVoid, Effect.orDie)
    })
  }))
}
