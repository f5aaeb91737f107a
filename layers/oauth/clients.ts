import { Context, Effect, Layer, Option } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { SystemSql } from "../database/connections.ts"
import { execute, first, one } from "../kernel/sql.ts"
import { DailyCounters } from "../referrals/daily-counters.ts"

/** Tool clients that registered themselves (RFC 7591). Anybody may; one network a number of times a day. */
export class OAuthClients extends Context.Service<OAuthClients>()("layers/oauth/OAuthClients", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const counters = yield* DailyCounters
    const { publicWritesPerDay } = yield* ServiceConfig
    return {
      /** Counts one registration of a network; `false` when it had enough today. */
      admit: Effect.fnUntraced(function*(network: string) {
        const { day, mark } = yield* counters.keyOf("register a tool client", network)
        const { n } = yield* one(sql<{ n: number }>`
          insert into operator.marks (day, mark) values (${day}::date, ${mark})
          on conflict (day, mark) do update set n = marks.n + 1 returning n`)
        return n <= publicWritesPerDay
      }),
      add: (clientId: string, metadata: object) =>
        execute(sql`insert into identity.oauth_clients (client_id, metadata) values (${clientId}, ${JSON.stringify(metadata)}::jsonb)`),
      find: (clientId: string) =>
        Effect.map(
          first(sql<{ metadata: object }>`select metadata from identity.oauth_clients where client_id = ${clientId}`),
          Option.map(({ metadata }) => metadata)
        ),
      /** Somebody connected it. */
      used: (clientId: string) => execute(sql`update identity.oauth_clients set used_at = now() where client_id = ${clientId}`)
    }
  })
}) {
  static readonly layer = Layer.effect(OAuthClients, OAuthClients.make)
}
