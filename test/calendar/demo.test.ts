import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { bookingsOf } from "#layers/demo/bookings"
import { chances } from "#layers/demo/chances"
import { storyOf } from "#layers/demo/story"
import { service } from "#schemas/calendar/service"
import { WorkingHours } from "#schemas/calendar/staff"
import { NewTimeOff } from "#schemas/calendar/time-off"
import { OwnerSql } from "../support/database.ts"
import { DemoDatabase } from "../support/demo.ts"
import { booksAreSound } from "./booking.ts"

const rows = (query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<any>, unknown>) => Effect.orDie(OwnerSql.use(query))

/** Chances that come in the same order each time. */
const known = () => {
  let state = 42
  return chances(() => (state = state * 16_807 % 2_147_483_647) / 2_147_483_647)
}

/** Days of a year on which something else falls into the weeks around them: changes of the clocks, and Christmas. */
const days = ["2026-02-10T09:00:00Z", "2026-06-30T23:30:00Z", "2026-10-18T15:00:00Z", "2026-12-20T04:00:00Z"]

layer(DemoDatabase, { excludeTestServices: true })("the calendar of the demo company", (it) => {
  it.effect("has services, hours and time off that the contract would take", () =>
    Effect.gen(function*() {
      const services = yield* rows((sql) => sql`select name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
        slot_interval_minutes, price::int, currency, capacity, staff_ids::int[] as staff_ids, resources, notice_minutes, horizon_days, daily_limit,
        cancellation_notice_minutes, confirmation, questions, reminder_minutes, online, active from services order by id`)
      assert.lengthOf(services, 5)
      for (const one of services) assert.strictEqual(Schema.decodeUnknownSync(service.create)(one).name, one.name)
      assert.deepStrictEqual([services.some(({ capacity }) => capacity > 1), services.some(({ staff_ids }) => staff_ids.length === 0)], [true, true])
      const staff = yield* rows((sql) => sql`select weekly, exceptions, user_id is not null as member from staff order by id`)
      for (const { exceptions, weekly } of staff) Schema.decodeUnknownSync(WorkingHours)({ exceptions, weekly })
      assert.deepStrictEqual(staff.map(({ member }) => member), [true, true, true, false])
      const away = yield* rows((sql) => sql`select to_char(starts, 'YYYY-MM-DD"T"HH24:MI') as starts, to_char(ends, 'YYYY-MM-DD"T"HH24:MI') as ends,
        rrule, reason, staff_id is null as everybody from time_off order by id`)
      for (const one of away) Schema.decodeUnknownSync(NewTimeOff)(one)
      assert.deepStrictEqual(away.map(({ everybody, rrule }) => [everybody, rrule !== null]), [[false, true], [false, false], [true, false]])
      const settings = yield* rows((sql) => sql`select holidays_country, holidays_region, time_zone
        from calendar_settings join companies on id = company_id`)
      assert.deepStrictEqual(settings, [{ holidays_country: "US", holidays_region: "IL", time_zone: "America/Chicago" }])
    }))

  it.effect("has three months of bookings in both modes, of which each took what it claims", () =>
    Effect.gen(function*() {
      const [found] = yield* rows((sql) => sql`select count(*)::int as n, count(distinct livemode)::int as modes,
          array_agg(distinct status order by status) as statuses,
          extract(day from max(starts_at) - min(starts_at))::int as days,
          count(*) filter (where starts_at > now() and status in ('booked', 'requested'))::int as coming,
          count(*) filter (where (status in ('completed', 'no_show') and ends_at > now()) or (status in ('booked', 'requested') and ends_at <= now())
            or created_at > now() or canceled_at > now() or contact_id is null)::int as odd from appointments`)
      assert.isAbove(found.n, 250)
      assert.isAbove(found.days, 80)
      assert.isAbove(found.coming, 50)
      assert.deepStrictEqual([found.modes, found.odd], [2, 0])
      assert.includeMembers(found.statuses, ["booked", "canceled", "completed", "no_show"])
      yield* booksAreSound
      assert.deepStrictEqual(yield* rows((sql) => sql`select s.id
        from booked_sessions s join services v on v.company_id = s.company_id and v.id = s.service_id where staff_id is not null and staff_id <> all(v.staff_ids)`), [])
    }))

  it("is the same for the same moment, and quick, all year round", ({ annotate }) => {
    const story = storyOf(known())
    const times = days.map((day) => {
      const begun = process.cpuUsage()
      const made = bookingsOf(known(), story.contacts, Date.parse(day))
      const { system, user } = process.cpuUsage(begun)
      assert.deepStrictEqual(bookingsOf(known(), story.contacts, Date.parse(day)), made)
      assert.isAbove(made.sessions.length, 180, day)
      return Math.round((user + system) / 1_000)
    })
    assert.isBelow(Math.max(...times), 1_000)
    return annotate(`${times.join(", ")} ms of processor time`)
  })
})
