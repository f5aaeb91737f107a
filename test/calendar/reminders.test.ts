import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { settings, settled } from "../messages/emailing.ts"
import { read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { advance, DAY_MS, HOUR_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { act, booked, startsOf, withOne } from "./booking.ts"

const ZONE = "Europe/Oslo"
const MINUTE = 60_000
const KEY = "acmeTest"

const hourThere = (ms: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" }).format(ms)

/** The next Sunday on which the clocks there are changed, as the middle of its day. */
const changeAfter = (now: number) => {
  let noon = Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS / 2
  while (hourThere(noon) === hourThere(noon + DAY_MS)) noon += DAY_MS
  return noon + DAY_MS
}

const dayAfter = (noon: number, days: number) => instant(noon + days * DAY_MS).slice(0, 10)

/** When customers were reminded of an appointment, as their letters name its begin. */
const remindersOf = Effect.fnUntraced(function*(id: number) {
  const sql = yield* OwnerSql
  const told = yield* Effect.orDie(sql<{ starts_at: string }>`
    select data -> 'object' ->> 'starts_at' as starts_at from events
    where kind = 'appointment.reminder' and (data -> 'object' ->> 'id')::int = ${id} order by id`)
  const written = yield* Effect.orDie(sql<{ subject: string }>`
    select subject from emails where key like ${`appointment ${id} reminder %`} order by id`)
  assert.lengthOf(written, told.length)
  return written.map(({ subject }) => subject)
})

const to = (ms: number) => Effect.andThen(advance({ to: instant(ms) }, KEY), ready(KEY))

/** Nobody is reminded until a second before that time, and once at that time. */
const remindedAt = Effect.fnUntraced(function*(id: number, ms: number, subject: RegExp) {
  const before = yield* remindersOf(id)
  yield* to(ms - 1_000)
  assert.deepStrictEqual(yield* remindersOf(id), before, instant(ms))
  yield* to(ms)
  const after = yield* remindersOf(id)
  assert.lengthOf(after, before.length + 1, instant(ms))
  assert.match(after.at(-1)!, subject)
})

const remind = (service_id: number, reminder_minutes: ReadonlyArray<number>) =>
  send(`/calendar/services/${service_id}`, { key: KEY, method: "PATCH", ...json({ reminder_minutes }) })

layer(TestServer, { excludeTestServices: true })("reminders of appointments", (it) => {
  it.effect("come at their exact times, across a change of the clocks, a move and a cancellation", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* settings({ time_zone: ZONE, contact_email: "hello@juniper.example" })).status, 200)
      const sunday = changeAfter((yield* nowOf(KEY)) + 7 * DAY_MS)
      const { service_id } = yield* withOne({ name: "Checkup", reminder_minutes: [2_880, 60], horizon_days: 730 }, KEY)
      const [monday] = yield* startsOf(service_id, dayAfter(sunday, 1), dayAfter(sunday, 1), "", KEY)
      const starts = Date.parse(monday!)
      assert.strictEqual(hourThere(starts), "09:00")
      /* Two days before are hours of clocks that show another time. */
      assert.notStrictEqual(hourThere(starts - 2 * DAY_MS), "09:00")
      const contact = { name: "Grace Hopper", email: "grace@navy.example" }
      const { id } = yield* booked({ service_id, starts_at: monday, contact }, KEY)
      const [, later] = yield* startsOf(service_id, dayAfter(sunday, 1), dayAfter(sunday, 1), "", KEY)
      const other = yield* booked({ service_id, starts_at: later, contact }, KEY)

      yield* remindedAt(id, starts - 2 * DAY_MS, /^Reminder: Checkup, Monday, .* at 09:00$/)
      assert.strictEqual((yield* act(other.id, "cancel", {}, KEY)).status, 200)
      const wednesday = (yield* startsOf(service_id, dayAfter(sunday, 3), dayAfter(sunday, 3), "", KEY))[2]!
      assert.strictEqual((yield* act(id, "reschedule", { starts_at: wednesday }, KEY)).status, 200)
      const moved = Date.parse(wednesday)
      assert.isBelow(starts, moved - 2 * DAY_MS)
      yield* remindedAt(id, moved - 2 * DAY_MS, /^Reminder: Checkup, Wednesday, .* at 11:00$/)
      yield* remindedAt(id, moved - HOUR_MS, /^Reminder: Checkup, Wednesday, .* at 11:00$/)
      assert.deepStrictEqual(yield* remindersOf(other.id), [])
      yield* to(moved + DAY_MS)
      assert.lengthOf(yield* remindersOf(id), 3)
    }))

  it.effect("that would be past are not sent, nor those of what waits, and those that a service is given hold for what is booked", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ name: "Lesson", reminder_minutes: [20_160, 90] }, KEY)
      const day = dayAfter(yield* nowOf(KEY), 6)
      const next = dayAfter(yield* nowOf(KEY), 9)
      const [first, second] = yield* startsOf(service_id, day, next, "", KEY)
      const contact = { email: "ada@engine.example" }
      const { id } = yield* booked({ service_id, starts_at: first, contact }, KEY)
      const asked = yield* booked({ service_id, starts_at: second, contact, status: "requested" }, KEY)
      const starts = Date.parse(first!)
      const changed = yield* remind(service_id, [30])
      assert.strictEqual(changed.status, 200, changed.text)
      const sql = yield* OwnerSql
      yield* eventually(
        Effect.orDie(sql<{ n: number }>`
          select count(*)::int as n from workflow_runs where workflow = 'calendar.reminder_plan' and status = 'completed'`),
        ([row]) => row!.n === 2
      )
      yield* remindedAt(id, starts - 30 * MINUTE, /^Reminder: Lesson/)
      yield* to(starts + DAY_MS)
      assert.lengthOf(yield* remindersOf(id), 1)
      assert.deepStrictEqual(yield* remindersOf(asked.id), [])
    }))

  it.effect("are set by one timer for all that begins at a time, and by another in live mode", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ capacity: 5, horizon_days: 730 }, KEY)
      const day = instant((yield* nowOf(KEY)) + 20 * DAY_MS).slice(0, 10)
      const [starts_at] = yield* startsOf(service_id, day, dayAfter(Date.parse(day), 5), "", KEY)
      const people = ["first", "second", "third"].map((name) => ({ email: `${name}@navy.example` }))
      const ids: Array<number> = []
      for (const contact of people) ids.push((yield* booked({ service_id, starts_at, contact }, KEY)).id)
      yield* booked({ service_id, starts_at, contact: people[0] })
      const { items: [live] } = yield* read("/messages/emails?template=appointment", "acme")
      assert.deepInclude(yield* settled(live.id), { state: "simulated", answer: "Not sent: this installation has no mail server (SMTP_URL)." })
      const at = Date.parse(starts_at!) - DAY_MS
      const sql = yield* OwnerSql
      const timers = yield* sql<{ livemode: boolean }>`
        select livemode from workflow_runs where workflow = 'calendar.reminders' and payload ->> 'at' = ${instant(at)} order by livemode`
      assert.deepStrictEqual(timers.map(({ livemode }) => livemode), [false, true])
      yield* to(at)
      for (const id of ids) assert.lengthOf(yield* remindersOf(id), 1)
      const { items } = yield* read("/messages/emails?template=appointment&limit=3", KEY)
      assert.deepStrictEqual(items.map(({ recipient }: any) => recipient).toSorted(), people.map(({ email }) => email).toSorted())
    }))
})
