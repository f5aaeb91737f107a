import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Connections } from "#layers/integrations/connections"
import { Tokens } from "#layers/integrations/tokens"
import { Caller } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { somebody } from "../support/workflows.ts"
import { googleServer } from "./google-server.ts"
import { partnersAt } from "./sync-works.ts"
import { graphServer, linkedinServer } from "./people-servers.ts"
import { quickbooksServer, xeroServer } from "./accounting-servers.ts"

const servers = [
  ["google", googleServer(1)], ["microsoft", graphServer()], ["linkedin_leads", linkedinServer()], ["quickbooks", quickbooksServer], ["xero", xeroServer]
] as const

for (const [key, server] of servers) {
  it.live(`${key}: two processes never renew one token twice`, () =>
    Effect.gen(function*() {
      const url = yield* companyUrl
      const { tokens, url: there } = yield* server
      const token = Effect.map(Tokens.use(({ fresh }) => fresh(key)), ({ credentials: { token } }) => Redacted.value(token!))
      /** What a process of its own gets, asked three times at once. */
      const process = Effect.provide(
        Effect.all([token, token, token], { concurrency: "unbounded" }),
        Layer.fresh(partnersAt({ [key]: there }).pipe(Layer.provideMerge(Layer.fresh(programsOn(url)))))
      )
      yield* Effect.gen(function*() {
        const credentials = { ...tokens.agreed(), token: Redacted.make("ended"), expires_at: 1 }
        yield* begin(Connections.use(({ connect }) => connect({ key, state: "connected", account: null, settings: { conflict: "ours" }, credentials })))
        const sql = yield* OwnerSql
        const got = yield* Effect.all([process, process], { concurrency: "unbounded" })
        assert.lengthOf([...new Set(got.flat())], 1)
        assert.deepStrictEqual(tokens.counts, { refreshed: 1, refusedRefreshes: 0 })
        assert.lengthOf(yield* sql`select from integrations where state = 'connected'`, 1)
      }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
    }).pipe(Effect.scoped), 120_000)
}
