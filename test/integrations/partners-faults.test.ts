import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Connections } from "#layers/integrations/connections"
import { Caller } from "#schemas/kernel/tenancy"
import { sync_integration } from "#workflows/integrations/sync/runs"
import type { Asked, Fault } from "../providers/provider-server.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engineOn } from "../support/engine.ts"
import { eventually } from "../support/eventually.ts"
import { somebody } from "../support/workflows.ts"
import { works } from "./sync-works.ts"
import { latestRun, rowsOf, systemsOf } from "./systems.ts"

const PATIENCE_MS = 60_000

const isToken = ({ body, path }: Asked) => path.includes("token") || body.toString().includes("grant_type")

/** Something to tell those whom nothing is read from. */
const news = (name: string) => OwnerSql.use((sql) => Effect.orDie(sql`update contacts set last_name = ${name} where id = (select min(id) from contacts where email like '%@billed.example')`))

for (const [key, { before = Effect.void, created, credentials, rows, server, settings, told = 0 }] of systemsOf(150)) {
  it.live(`${key}: ended tokens, lost, refused, broken, odd and cut answers leave each object once, and who is let in no more says so`, () =>
    Effect.gen(function*() {
      const url = yield* companyUrl
      const other = yield* server
      const connect = Effect.suspend(() => begin(Connections.use(({ connect }) => connect({ key, state: "connected", account: null, settings: { conflict: "ours", ...settings }, credentials: credentials(other) }))))
      const synced = Effect.andThen(begin(sync_integration({ key, dry_run: false })), eventually(latestRun, ({ finished }) => finished, PATIENCE_MS))
      const state = OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<{ state: string }>`select state from integrations where key = ${key}`), ([row]) => row!.state))
      /** One of so many requests goes wrong, of those that are not for a token. */
      let wrong = 0
      const fail = (how: Fault, each: number, times?: number) => {
        let n = 0
        wrong = 0
        other.fail(how, times, (asked) => {
          const now = !isToken(asked) && ++n % each === 0
          if (now) wrong++
          return now
        })
      }
      const exact = Effect.gen(function*() {
        assert.strictEqual(yield* rowsOf("integration_links"), created)
        assert.strictEqual(yield* rowsOf("integration_objects where action = 'created'"), created)
        if (rows === undefined) assert.strictEqual(other.there(), told)
        else assert.strictEqual(yield* rowsOf(rows[0]), rows[1])
      })

      yield* Effect.gen(function*() {
        yield* before
        yield* connect
        /* Longer than the part of a sync that is done again as a whole. */
        other.tokens?.endAfter(told > 0 ? 70 : 3)
        fail("lost", 3, 3)
        assert.deepInclude(yield* synced, { created, error: null })
        yield* exact
        if (other.tokens !== undefined) {
          assert.isAbove(other.tokens.counts.refreshed, 0)
          assert.strictEqual(other.tokens.counts.refusedRefreshes, 0)
        }
        for (const fault of ["limited_soon", "broken", "malformed", "cut"] as const) {
          yield* news(fault)
          fail(fault, 1, 1)
          const after = yield* synced
          assert.strictEqual(after.created, 0, fault)
          /* A file that is no CSV will be none the next moment: whoever made it has to look. */
          if (key === "csv_address" && fault === "malformed") assert.match(after.error ?? "", /cannot be read as CSV/u)
          else assert.isNull(after.error, fault)
          assert.isAbove(wrong, 0, fault)
        }
        yield* exact

        yield* news("revoked")
        other.fail("unauthorized")
        const { error } = yield* synced
        assert.isNotNull(error)
        assert.strictEqual(yield* state, "needs_reconnection")
        other.fail(undefined)
        yield* connect
        assert.deepInclude(yield* synced, { created: 0, error: null })
        assert.strictEqual(yield* state, "connected")
        yield* exact
      }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(engineOn(url, works(JSON.stringify({ [key]: other.url }))), OwnerSql.layerOf(url))))
    }).pipe(Effect.scoped), 4 * PATIENCE_MS)
}
