import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { NewAppointment } from "#schemas/calendar/appointment"
import { NewConnection } from "#schemas/calendar/connection"
import { service } from "#schemas/calendar/service"
import { staffMember } from "#schemas/calendar/staff"
import { bookAppointment } from "#workflows/calendar/booking"
import { connect_calendar } from "#workflows/calendar/connections"
import { create_service } from "#workflows/calendar/services"
import { create_staff } from "#workflows/calendar/staff"
import { number, until } from "../../support/counted.ts"
import { OwnerSql } from "../../support/database.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { rounds } from "../../support/rounds.ts"
import { at } from "../booking.ts"
import { executable, PASSWORD, radicale, USER } from "./radicale-server.ts"
import { calling } from "./sync-works.ts"
import { calendarOf, event, on } from "./syncing.ts"

const EVENTS = 1_000
const HOURS = [9, 10, 11, 12, 13, 14, 15, 16]

it.live.skipIf(executable === undefined)("a calendar is read and written whole, whatever kills the process", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const server = yield* radicale
    const work = killedAfter(url, join(import.meta.dirname, "sync-works.ts"), "")
    const theirs = Array.from({ length: EVENTS }, (_, n) => {
      const from = on(40 + n % 50) + Math.floor(n / 50) * 1_200_000
      return event(`e${n}`, from, from + 600_000)
    })
    yield* Effect.promise(() => server.calendar("work", calendarOf(...theirs)))

    yield* Effect.gen(function*() {
      const busy = "select count(*) as n from busy_times"
      const copies = "select count(*) as n from appointment_copies where version > 0"

      const { id: staff_id } = yield* begin(create_staff(staffMember.create.make({ name: "Ada" })))
      const { id: service_id } = yield* begin(create_service(service.create.make({ name: "Talk", duration_minutes: 60, staff_ids: [staff_id] })))
      for (const hour of HOURS) {
        yield* begin(bookAppointment(NewAppointment.make({ service_id, starts_at: at(hour, 2), contact: { name: `Guest ${hour}` } }), { by: "customer" }))
      }
      yield* begin(connect_calendar(NewConnection.make({
        staff_id, kind: "caldav", address: server.url, username: USER, password: Redacted.make(PASSWORD), direction: "both"
      }))).pipe(Effect.provide(calling))

      const kills = rounds(2, 8)
      for (let n = 0; n < kills; n++) yield* work(until(busy, (read) => read > EVENTS * n / kills))
      for (let n = 0; n < kills; n++) yield* work(until(copies, (written) => written > HOURS.length * n / kills))
      /* The run that has the turn next waits for its time. */
      yield* work(until("select count(*) as n from workflow_runs where status = 'waiting'", (n) => n === 1))

      assert.strictEqual(yield* number(busy), EVENTS)
      assert.strictEqual(yield* number("select count(distinct uid) as n from busy_times"), EVENTS)
      const written = (yield* Effect.promise(() => server.read("work"))).match(/^UID:appointment-\d+@/gmu) ?? []
      assert.lengthOf(written, HOURS.length)
      assert.strictEqual(new Set(written).size, HOURS.length)
      assert.strictEqual(yield* number("select count(*) as n from calendar_connections where last_synced_at is not null and failures = 0"), 1)
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
