import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"

const SCHEDULES = 60
const ROUNDS = rounds(3, 30)

it.live("schedules keep each time once, whenever their process is killed", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const works = killedAfter(url, join(import.meta.dirname, "schedules-works.ts"), "")
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into workflow_schedules (company_id, name, workflow, time_zone, interval_seconds, anchor_at, overlap, catch_up_seconds, livemode, origin, next_at, wakes_at)
        select 1, 'tick ' || n, 'test.tick', 'UTC', 60, '2026-01-01', 'allow_all', 2592000, true, '{"key_id": 1, "tier": "enterprise", "request_id": "test"}',
          date_trunc('minute', now()) - interval '1 day', null
        from generate_series(1, ${SCHEDULES}::int) n`
      const begun = Effect.map(sql<{ n: number }>`select count(*)::int as n from workflow_runs`, ([row]) => row!.n)
      for (let round = 0; round < ROUNDS; round++) {
        const before = yield* begun
        /* A further hour of each is due; the process is killed in the midst of it. */
        yield* sql`update workflow_schedules set wakes_at = next_at`
        yield* works(eventually(Effect.orDie(begun), (n) => n >= before + 20 + (round * 37) % 100, 60_000))
      }
      /* What was begun and where each schedule stands agree: no time twice, none left out between the first and the next. */
      const [sum] = yield* sql<{ runs: number; times: number; kept: number; untold: number }>`
        select (select count(*) from workflow_runs)::int as runs,
          (select count(distinct (origin ->> 'schedule_id', origin ->> 'scheduled_at')) from workflow_runs)::int as times,
          (select sum(started) from workflow_schedules)::int as kept,
          (select count(*) from workflow_schedule_times where run_id is null)::int as untold`
      assert.deepInclude(sum, { times: sum!.runs, kept: sum!.runs, untold: 0 })
      const gaps = yield* sql`
        select s.id from workflow_schedules s
        where s.started <> extract(epoch from s.next_at - (select min(scheduled_at) from workflow_schedule_times t where t.schedule_id = s.id)) / 60 and s.started > 0`
      assert.lengthOf(gaps, 0)
      assert.isAbove(sum!.runs, 20 * ROUNDS)
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
