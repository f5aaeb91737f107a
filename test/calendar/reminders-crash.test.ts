import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { NewAppointment } from "#schemas/calendar/appointment"
import { service } from "#schemas/calendar/service"
import { staffMember } from "#schemas/calendar/staff"
import { bookAppointment } from "#workflows/calendar/booking"
import { create_service } from "#workflows/calendar/services"
import { create_staff } from "#workflows/calendar/staff"
import { mailServer } from "../auth/mail-server.ts"
import { number, until } from "../support/counted.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { rounds } from "../support/rounds.ts"
import { at } from "./booking.ts"

const SEATS = rounds(10, 30)
const HOURS = [9, 11, 14]

it.live("each appointment is confirmed and reminded of by one e-mail, whatever kills the process", ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const { port, received } = yield* mailServer()
    const work = killedAfter(url, join(import.meta.dirname, "reminder-works.ts"), `smtp://127.0.0.1:${port}`)

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const reminded = "select count(*) as n from events where kind = 'appointment.reminder'"
      const sent = "select count(*) as n from emails where state = 'sent'"

      const { id: staff_id } = yield* begin(create_staff(staffMember.create.make({ name: "Ada" })))
      const { id: service_id } = yield* begin(create_service(service.create.make({
        name: "Class", duration_minutes: 60, capacity: SEATS, staff_ids: [staff_id], reminder_minutes: [1_440, 60]
      })))
      for (const hour of HOURS) {
        for (let n = 0; n < SEATS; n++) {
          const contact = { name: `Guest ${n}`, email: `guest-${hour}-${n}@navy.example` }
          yield* begin(bookAppointment(NewAppointment.make({ service_id, starts_at: at(hour, 2), contact }), { by: "customer" }))
        }
      }
      const booked = SEATS * HOURS.length
      const timers = 2 * HOURS.length
      assert.strictEqual(yield* number("select count(*) as n from workflow_runs where workflow = 'calendar.reminders'"), timers)
      const asleep = "select count(*) as n from workflow_runs where status = 'waiting' and workflow = 'calendar.reminders'"
      yield* work(Effect.andThen(until(sent, (n) => n === booked), until(asleep, (n) => n === timers)))

      yield* sql`update engine.cluster_messages set deliver_at = 1 where deliver_at is not null and not processed`
      const kills = rounds(1, 5)
      for (let n = 0; n < kills; n++) yield* work(until(sent, (done) => done > booked + n / kills * 2 * booked))
      yield* work(until("select count(*) as n from workflow_runs where status <> 'completed'", (n) => n === 0))

      assert.strictEqual(yield* number(reminded), 2 * booked)
      assert.strictEqual(yield* number(sent), 3 * booked)
      assert.strictEqual(yield* number("select count(*) as n from emails"), 3 * booked)
      assert.strictEqual(yield* number("select count(distinct key) as n from emails"), 3 * booked)
      /* A server that took one whose answer was lost knows it by its name. */
      const names = new Set(received.map(({ messageId }) => messageId))
      assert.strictEqual(names.size, 3 * booked)
      assert.isAtMost(received.length, names.size + kills * 32)
      yield* Effect.promise(() => annotate(`${names.size} e-mails through ${kills} kills, ${received.length - names.size} of them offered twice`))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
