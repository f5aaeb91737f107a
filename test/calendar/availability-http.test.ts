import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { read } from "../payments/paying.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { at, booked, book, monday, service, slotsOf, staff, startsOf, withOne } from "./booking.ts"

const put = (path: string, body: object, method = "PUT", key: Key = "acme") =>
  Effect.map(send(path, { key, method, ...json(body) }), ({ status, text }) => assert.oneOf(status, [200, 201], text))

const reasonsOf = (service_id: number, starts_at: string, more = "") =>
  Effect.map(read(`/calendar/availability/explain?service_id=${service_id}&starts_at=${starts_at}${more}`, "acme"), ({ open, reasons }) => {
    assert.strictEqual(open, reasons.length === 0)
    return reasons as ReadonlyArray<{ rule: string; [field: string]: unknown }>
  })

layer(TestServer, { excludeTestServices: true })("availability", (it) => {
  it.effect("is what hours, buffers, time off, holidays and appointments leave, and says why the rest is not there", () =>
    Effect.gen(function*() {
      const { service_id, staff_id } = yield* withOne({ buffer_after_minutes: 30, slot_interval_minutes: 30 })
      yield* put(`/calendar/staff/${staff_id}/hours`, { weekly: [{ weekday: 1, from: "09:00", to: "12:00" }, { weekday: 1, from: "13:00", to: "15:00" }] })
      const times = (hours: ReadonlyArray<string>) => hours.map((time) => `${monday()}T${time}:00.000Z`)
      assert.deepStrictEqual(yield* startsOf(service_id, monday()), times(["09:00", "09:30", "10:00", "10:30", "11:00", "13:00", "13:30", "14:00"]))
      const { id } = yield* booked({ service_id, starts_at: at(10) })
      assert.deepStrictEqual(yield* startsOf(service_id, monday()), times(["13:00", "13:30", "14:00"]))
      const [taken] = yield* reasonsOf(service_id, at(10))
      assert.deepInclude(taken, { rule: "appointment", staff_id, appointment_id: id })
      assert.include((yield* reasonsOf(service_id, at(9))).map(({ rule }) => rule), "buffer")
      assert.deepStrictEqual(yield* reasonsOf(service_id, at(13)), [])
      assert.include((yield* reasonsOf(service_id, at(12))).map(({ rule }) => rule), "working_hours")
      assert.include((yield* reasonsOf(service_id, `${monday()}T13:10:00Z`)).map(({ rule }) => rule), "grid")
      assert.include((yield* reasonsOf(service_id, at(9, -2))).map(({ rule }) => rule), "past")
      yield* put(`/calendar/staff/${staff_id}/time-off`, { starts: `${monday()}T13:00`, ends: `${monday()}T14:00` }, "POST")
      assert.deepStrictEqual(yield* startsOf(service_id, monday()), times(["14:00"]))
      assert.include((yield* reasonsOf(service_id, at(13))).map(({ rule }) => rule), "time_off")
      yield* put(`/calendar/services/${service_id}`, { active: false }, "PATCH")
      assert.deepStrictEqual(yield* startsOf(service_id, monday()), [])
      assert.deepStrictEqual((yield* reasonsOf(service_id, at(14))).map(({ rule }) => rule), ["inactive"])
    }))

  it.effect("is told on the clock of any zone, by its days or between instants, and what it tells can be booked", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      const slots = yield* slotsOf(service_id, monday(), monday(), "&time_zone=Asia/Kathmandu")
      assert.deepStrictEqual(slots.map(({ starts_at }: any) => starts_at), [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => at(hour)))
      assert.strictEqual(slots[0].local_time, `${monday()}T14:45:00+05:45`)
      assert.deepStrictEqual(yield* startsOf(service_id, at(10), at(12)), [at(10), at(11)])
      /* Where the day ends in the middle of that of the company, all year. */
      assert.deepStrictEqual(yield* startsOf(service_id, monday(), monday(), "&time_zone=Pacific/Majuro"), [9, 10, 11].map((hour) => at(hour)))
      for (const starts_at of yield* startsOf(service_id, at(10), at(12))) assert.strictEqual((yield* book({ service_id, starts_at })).status, 201)
      assert.deepStrictEqual(yield* startsOf(service_id, at(10), at(12)), [])
      const status = (query: string) => Effect.map(send(`/calendar/availability?service_id=${service_id}&${query}`, { key: "acme" }), ({ status }) => status)
      assert.strictEqual(yield* status("from=2030-01-07&to=2030-01-06"), 422)
      assert.strictEqual(yield* status("from=2030-01-01&to=2030-03-03"), 200)
      assert.strictEqual(yield* status("from=2030-01-01&to=2030-03-05"), 422)
      assert.strictEqual(yield* status("from=monday&to=2030-03-05"), 422)
      assert.strictEqual(yield* status("from=2030-01-01&to=2030-01-02&time_zone=Nowhere/Land"), 422)
    }))

  it.effect("is right across a change of the clocks and on holidays in the company's zone", () =>
    Effect.gen(function*() {
      const person = yield* staff("bolt")
      yield* put("/company/settings", { time_zone: "Europe/Berlin" }, "PATCH", "boltOwner")
      yield* put("/calendar/settings", { holidays_country: "DE" }, "PATCH", "bolt")
      yield* put(`/calendar/staff/${person}/hours`, { weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "01:00", to: "04:00" })) }, "PUT", "bolt")
      const { id } = yield* service({ staff_ids: [person], horizon_days: 730 }, "bolt")
      const year = new Date().getUTCFullYear() + 1
      const lastSunday = (month: number) => {
        const last = new Date(Date.UTC(year, month, 0))
        return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10)
      }
      const local = (day: string) => Effect.map(slotsOf(id, day, day, "", "bolt"), (slots) => slots.map(({ local_time }: any) => local_time.slice(11)))
      assert.deepStrictEqual(yield* local(lastSunday(3)), ["01:00:00+01:00", "03:00:00+02:00"])
      assert.deepStrictEqual(yield* local(lastSunday(10)), ["01:00:00+02:00", "02:00:00+02:00", "02:00:00+01:00", "03:00:00+01:00"])
      assert.deepStrictEqual(yield* local(`${year}-12-25`), [])
      yield* put("/calendar/settings", { open_on: [`${year}-12-25`] }, "PATCH", "bolt")
      assert.lengthOf(yield* local(`${year}-12-25`), 3)
    }))
})
