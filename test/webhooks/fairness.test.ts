import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { BackgroundJobs } from "#layers/kernel/jobs/jobs"
import { ServiceConfig } from "#layers/kernel/config"
import { Services } from "#layers/services"
import { FreshDatabase, OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { companyIds, TestServerWith, seed } from "../support/test-server.ts"
import { addContact, create } from "./calls.ts"
import { arrived, here, receiver, until } from "./receiver.ts"

const BURST = 3_000

layer(TestServerWith(here), { excludeTestServices: true })("a burst", (it) => {
  it.effect("of one company, half of it to an endpoint that never answers, does not keep another company waiting", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const crowd = yield* receiver()
      const hangs = yield* receiver(() => {})
      const other = yield* receiver()
      yield* create(crowd.url, { events: ["order.*"] })
      yield* create(hangs.url, { events: ["order.*"] })
      yield* create(other.url, { key: "bolt" })
      yield* addContact("Warm", "bolt")
      yield* arrived(other, 1)
      yield* sql`insert into events (company_id, kind, livemode, request_id, data)
        select ${companyIds.acme}, 'order.paid', true, 'burst', '{"object": {"id": 1}}' from generate_series(1, ${BURST}::int)`
      yield* addContact("Wakes", "acme")
      const delays: Array<number> = []
      for (let n = 0; n < 1_000 && crowd.received.length < BURST; n++) {
        const began = performance.now()
        yield* addContact(`N${n}`, "bolt")
        yield* arrived(other, n + 2)
        delays.push(performance.now() - began)
      }
      assert.isAbove(delays.length, 3, "the burst was still on its way")
      assert.isBelow(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.9)]!, goal(1_000))
      yield* arrived(crowd, BURST, 90_000)
      assert.isBelow(hangs.received.length, 10)
      const numbers = crowd.received.map(({ event }) => event.sequence)
      assert.strictEqual(new Set(numbers).size, BURST)
    }))
})

layer(FreshDatabase(seed), { excludeTestServices: true })("what is old", (it) => {
  it.effect("is forgotten, and what is not is kept", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const company = companyIds.acme
      yield* sql`insert into webhooks (company_id, url, events, livemode, secret, deleted_at)
        values (${company}, 'https://a.example/', '{*}', true, 's', null), (${company}, 'https://b.example/', '{*}', true, 's', now() - interval '2 days')`
      for (const age of ["33 days", "31 days", "29 days"]) {
        yield* sql`insert into events (company_id, kind, livemode, request_id, data, created_at)
          values (${company}, 'order.paid', true, ${age}, '{}', now() - ${age}::interval)`
        yield* sql`insert into webhook_deliveries (company_id, webhook_id, event_id, kind, status, created_at)
          values (${company}, 1, 1, 'order.paid', 'succeeded', now() - ${age}::interval)`
      }
      yield* sql`insert into webhook_days (company_id, webhook_id, day) values (${company}, 1, now() - interval '91 days'), (${company}, 1, now())`
      yield* Layer.build(BackgroundJobs.pipe(Layer.provide(Services), Layer.provide(ServiceConfig.layerOf())))
      const left = sql<any>`select
        (select array_agg(request_id order by id) from events) as events,
        (select count(*) from webhook_deliveries) as deliveries,
        (select count(*) from webhook_days) as days,
        (select array_agg(url) from webhooks) as webhooks,
        (select sum(n)::int from row_counts where relation = 'webhook_deliveries/1') as counted`
      const [kept] = yield* until(left, ([row]) => row.events.length === 2 && row.deliveries === 1 && row.webhooks.length === 1 && row.days === 1)
      assert.deepStrictEqual(kept, { events: ["31 days", "29 days"], deliveries: 1, days: 1, webhooks: ["https://a.example/"], counted: 1 })
    }))
})
