import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import type { RunId } from "#schemas/workflows/run"
import { child, durable, sleep, step, write } from "#workflows/durable"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, engineOn, find, programsOn } from "../support/engine.ts"
import { cuttable } from "../support/outage.ts"

/** Keeps a connection of the programs busy for a second. */
const reading = SqlClient.SqlClient.use((sql) => Effect.orDie(sql`select pg_sleep(1)`))

const note = ChangeLog.use((journal) =>
  journal.record({ object: "note", id: 1, before: null, after: {}, events: ["test.ping"] }))

const Kid = durable({ name: "outage.kid", version: 1, payload: { n: Schema.Int }, success: Schema.Int })
const KidProgram = Kid.program(({ n }) => step("read", { success: Schema.Int }, Effect.as(reading, n)))
const Busy = durable({ name: "outage.busy", version: 1, payload: {}, success: Schema.Int })
const BusyProgram = Busy.program(Effect.fnUntraced(function*() {
  yield* step("read", {}, reading)
  const written = yield* write("write", { verb: "test_outage", success: Schema.Int }, Effect.as(Effect.andThen(note, reading), 1))
  yield* sleep("nap", "1 second")
  return written + (yield* child("kid", Kid, { n: 1 }))
}))
const Odd = durable({ name: "outage.odd", version: 1, payload: { fails: Schema.Boolean }, success: Schema.String })
const OddProgram = Odd.program(({ fails }) =>
  step("say", { success: Schema.String }, fails ? Effect.die(new Error("it said a\0b")) : Effect.succeed("a\0b\ud800c\\u0000")))
/* Programs have no SQL of their own; these borrow the database's. */
const works = [[Busy, BusyProgram], [Kid, KidProgram], [Odd, OddProgram]] as unknown as Parameters<typeof engined>[0]

const atItsEnd = (id: RunId) =>
  find(id).pipe(
    Effect.repeat({ until: ({ finished_at }) => finished_at !== null, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOrElse({ duration: "40 seconds", orElse: () => find(id) })
  )

const endsWell = Effect.fnUntraced(function*(id: RunId) {
  const { error, result, status } = yield* atItsEnd(id)
  assert.deepStrictEqual([status, result, error], ["completed", 2, null])
})

/** Keeps the first rows for which `when` holds out of a table of the engine's, `times` over. */
const refusing = Effect.fnUntraced(function*(table: string, when: string, times: number) {
  const sql = yield* OwnerSql
  yield* sql.unsafe(`create sequence refused_${table}`)
  yield* sql.unsafe(`create function refuse_${table}() returns trigger language plpgsql security definer as $$
    begin
      if nextval('public.refused_${table}') <= ${times} then
        raise exception 'the server is going down' using errcode = '57P01';
      end if;
      return new;
    end $$`)
  yield* sql.unsafe(`create trigger refuse before insert on engine.${table} for each row when (${when}) execute function public.refuse_${table}()`)
})

const receipts = Effect.gen(function*() {
  const sql = yield* OwnerSql
  return yield* sql<{ events: number }>`
    select (select count(*) from events e where e.request_id = r.request_id) as events from receipts r where verb = 'test_outage'`
})

describe("runs", () => {
  layer(engined(works), { excludeTestServices: true })((it) => {
    it.effect("go on when the database refuses what the engine keeps of them", () => Effect.gen(function*() {
      yield* refusing("cluster_messages", "new.tag = 'activity'", 3)
      yield* endsWell(yield* begin(Busy.start({})))
      yield* refusing("cluster_replies", "true", 6)
      yield* endsWell(yield* begin(Busy.start({})))
    }))
  })

  layer(engined(works), { excludeTestServices: true })((it) => {
    it.effect("write once when the connection ends as a write is to be kept", () => Effect.gen(function*() {
      const sql = yield* OwnerSql
      const held = Effect.repeat(
        sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database() and application_name = 'service'
          and wait_event_type = 'Lock'`,
        { until: (found) => found.length > 0, schedule: Schedule.spaced("50 millis") }
      )
      const id = yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`lock table receipts in access exclusive mode`
        const id = yield* begin(Busy.start({}))
        const [{ pid }] = (yield* held) as [{ pid: number }]
        yield* sql`select pg_terminate_backend(${pid}::int)`
        return id
      }))
      yield* endsWell(id)
      assert.deepStrictEqual(yield* receipts, [{ events: 1 }])
    }))

    it.effect("end also with words that the database cannot hold", () => Effect.gen(function*() {
      const said = yield* atItsEnd(yield* begin(Odd.start({ fails: false })))
      assert.deepStrictEqual([said.status, said.result], ["completed", "a\uFFFDb\uFFFDc\\u0000"])
      const failed = yield* atItsEnd(yield* begin(Odd.start({ fails: true })))
      assert.strictEqual(failed.status, "failed")
      assert.include(JSON.stringify(failed.error), "it said a\uFFFDb")
    }))

    it.effect("go on when a statement of theirs took longer than it may", () => Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* begin(Busy.start({}))
      for (let n = 0; n < 8; n++) {
        yield* Effect.sleep("400 millis")
        yield* sql`select pg_cancel_backend(pid) from pg_stat_activity
          where application_name = 'service' and state = 'active' and datname = current_database()`
      }
      yield* endsWell(id)
      assert.lengthOf(yield* receipts, 2)
    }))
  })

  layer(engined(works), { excludeTestServices: true })((it) => {
    it.effect("go on when the server ends the connections of their steps and writes", () => Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* begin(Busy.start({}))
      for (let n = 0; n < 4; n++) {
        yield* Effect.sleep("700 millis")
        yield* sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'service' and datname = current_database()`
      }
      yield* endsWell(id)
      const receipts = yield* sql`select 1 from receipts where verb = 'test_outage'`
      assert.strictEqual(receipts.length, 1)
    }))
  })

  it.live("go on when a database that was away is back", () =>
    Effect.gen(function*() {
      const url = yield* companyUrl
      const cut = yield* cuttable(url)
      yield* Effect.gen(function*() {
        yield* Layer.build(engineOn(cut.url, works))
        const ids = yield* Effect.forEach(Array.from({ length: 6 }), () =>
          Effect.andThen(Effect.sleep("300 millis"), begin(Busy.start({}))))
        cut.away()
        yield* Effect.sleep("3 seconds")
        yield* Effect.promise(() => cut.back())
        yield* Effect.forEach(ids, endsWell)
      }).pipe(Effect.scoped, Effect.provide(programsOn(url)))
    }).pipe(Effect.scoped))
})
