import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { countDay } from "#layers/analytics/counting"
import { JobsSql } from "#layers/database/connections"
import { OwnerSql } from "../support/database.ts"
import { DemoDatabase } from "../support/demo.ts"

layer(DemoDatabase, { excludeTestServices: true })("visits of the demo company", (it) => {
  it.effect("are those of a week, of pages that are there, and are counted like those of anybody", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [all] = yield* sql<any>`select count(*)::int as events, count(distinct day)::int as days, bool_and(at <= now()) as past,
        bool_and(path in (select published_path from pages)) as there from page_events`
      assert.isAbove(all.events, 300)
      assert.isAtLeast(all.days, 7)
      assert.deepInclude(all, { past: true, there: true })
      const waiting = yield* sql<{ company_id: number; day: string }>`select distinct company_id, day::text as day from event_day_queue`
      assert.lengthOf(waiting, all.days)
      for (const { company_id, day } of waiting) yield* Effect.provideService(countDay(company_id, day), JobsSql, sql)
      const [views] = yield* sql<any>`select sum(page_views)::int as counted, (select count(*)::int from page_events where name = 'page_view') as there
        from visit_days where dimension = ''`
      assert.strictEqual(views.counted, views.there)
      const [goal] = yield* sql<any>`select event, (select count(*)::int from page_events e where e.name = g.event) as times from visit_goals g`
      assert.isAbove(goal.times, 0)
    }))
})
