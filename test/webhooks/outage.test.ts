import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { Commits } from "#layers/kernel/commit-listeners"
import { ServiceConfig } from "#layers/kernel/config"
import { database } from "#layers/database/connections"
import { Webhooks } from "#layers/webhooks/services"
import { Dispatcher } from "#workflows/webhooks/dispatcher"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../support/database.ts"
import { companyIds, seed } from "../support/test-server.ts"
import { cuttable } from "../support/outage.ts"
import { arrived, here, receiver, until } from "./receiver.ts"

const happen = (count: number) =>
  OwnerSql.use((sql) => sql`insert into events (company_id, kind, livemode, request_id, data)
    select ${companyIds.acme}, 'order.paid', true, 'r', '{"object": {"id": 1}}' from generate_series(1, ${count}::int)`)

layer(FreshDatabase(seed), { excludeTestServices: true })("a database that goes away", (it) => {
  it.effect("and comes back finds deliveries going on, and what came of those under way written down", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const way = yield* cuttable(yield* DatabaseUrl)
      const slow = yield* receiver((response) => void setTimeout(() => response.writeHead(200).end(), 1_000))
      yield* sql`insert into webhooks (company_id, url, events, livemode, secret)
        values (${companyIds.acme}, ${slow.url}, '{*}', true, 'correct-horse-battery')`
      yield* Layer.build(Dispatcher.pipe(
        Layer.provide(Webhooks),
        Layer.provide(Commits.layer),
        Layer.provide(Layer.fresh(database(way.url, { connections: 4 }))),
        Layer.provide(ServiceConfig.layerOf(here)),
        Layer.provide(Logger.layer([]))
      ))
      yield* happen(4)
      yield* arrived(slow, 4)
      way.away()
      yield* Effect.sleep("2 seconds")
      yield* happen(4)
      yield* Effect.promise(way.back)
      const done = sql<{ status: string; attempts: number }>`select status, attempts from webhook_deliveries`
      const rows = yield* until(done, (rows) => rows.length === 8 && rows.every(({ status }) => status === "succeeded"), 30_000)
      assert.isTrue(rows.every(({ attempts }) => attempts === 1))
      assert.lengthOf(slow.received, 8)
    }))
})
