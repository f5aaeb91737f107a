import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import type { Key, Sent } from "../support/test-server.ts"

const DAY = 86_400_000

let turn = 0

const made = (path: string, body: object, key: Key) =>
  Effect.map(post(`/calendar${path}`, body, key), ({ json, status, text }) => {
    assert.strictEqual(status, 201, text)
    return json
  })

export const staff = (key: Key = "acme") => Effect.map(made("/staff", { name: `Person ${turn++}` }, key), ({ id }) => id as number)

export const room = (key: Key = "acme") => Effect.map(made("/resources", { name: `Room ${turn++}` }, key), ({ id }) => id as number)

/** A service of an hour that may be booked whenever it is free. */
export const service = (given: object, key: Key = "acme") =>
  made("/services", { name: `Service ${turn++}`, duration_minutes: 60, slot_interval_minutes: 60, notice_minutes: 0, ...given }, key)

/** A service that one person does, who does nothing else. */
export const withOne = Effect.fnUntraced(function*(given: object = {}, key: Key = "acme") {
  const staff_id = yield* staff(key)
  return { staff_id, service_id: (yield* service({ staff_ids: [staff_id], ...given }, key)).id as number }
})

/** How many days ahead the first Monday is at least: bookings may be changed until a day before, and test clocks may be ahead. */
const DAYS_AHEAD = 3

/** A Monday so many weeks ahead, as the day that it is everywhere in tests: their companies' clocks show UTC. */
export const monday = (weeks = 1) => {
  const earliest = Math.floor(Date.now() / DAY) + DAYS_AHEAD
  const next = Math.ceil((earliest + 3) / 7) * 7 - 3
  return new Date((next + 7 * (weeks - 1)) * DAY).toISOString().slice(0, 10)
}

/** An hour of that Monday. */
export const at = (hour: number, weeks = 1) => `${monday(weeks)}T${String(hour).padStart(2, "0")}:00:00.000Z`

export const book = (given: object, key: Key = "acme", headers: Record<string, string> = {}) =>
  post("/calendar/appointments", { contact: { name: `Guest ${turn++}` }, ...given }, key, headers)

export const booked = (given: object, key: Key = "acme") =>
  Effect.map(book(given, key), ({ json, status, text }) => {
    assert.strictEqual(status, 201, text)
    return json
  })

export const act = (id: number, verb: string, body: object = {}, key: Key = "acme", headers: Record<string, string> = {}) =>
  post(`/calendar/appointments/${id}/${verb}`, body, key, headers)

export const appointmentOf = (id: number, key: Key = "acme") => read(`/calendar/appointments/${id}`, key)

export const slotsOf = (service_id: number, from: string, to: string, more = "", key: Key = "acme") =>
  Effect.map(read(`/calendar/availability?service_id=${service_id}&from=${from}&to=${to}${more}`, key), ({ slots }) => slots)

export const startsOf = (service_id: number, from: string, to = from, more = "", key: Key = "acme") =>
  Effect.map(slotsOf(service_id, from, to, more, key), (slots) => slots.map(({ starts_at }: any) => starts_at as string))

/** How often each status was answered. */
export const tally = (sent: ReadonlyArray<Sent>) => {
  const counts: Record<number, number> = {}
  for (const { status } of sent) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** What holds whatever happened: of all companies, seats are as many as appointments have, and whoever is taken is taken by one of them. */
export const booksAreSound = Effect.gen(function*() {
  const sql = yield* OwnerSql
  assert.deepStrictEqual(yield* sql`select b.id, b.taken from booked_sessions b where b.taken <> (
    select coalesce(sum(a.seats), 0) from appointments a where a.company_id = b.company_id and a.session_id = b.id)`, [])
  assert.deepStrictEqual(yield* sql`select a.id from claims a join claims b on b.company_id = a.company_id and b.id > a.id
    and (b.staff_id = a.staff_id or b.resource_id = a.resource_id) and b.starts_at < a.ends_at and a.starts_at < b.ends_at`, [])
  assert.deepStrictEqual(
    yield* sql`select b.id from booked_sessions b left join lateral (
      select array_agg(c.staff_id) filter (where c.staff_id is not null) as staff, count(c.resource_id)::int as rooms
      from claims c where c.company_id = b.company_id and c.session_id = b.id) c on true
      where coalesce(c.staff, '{}') <> array_remove(array[b.staff_id], null) or coalesce(c.rooms, 0) <> cardinality(b.resource_ids)`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select a.id from appointments a join booked_sessions b on b.company_id = a.company_id and b.id = a.session_id
      where a.starts_at <> b.starts_at or a.staff_id is distinct from b.staff_id or a.resource_ids <> b.resource_ids or a.service_id <> b.service_id`,
    []
  )
}).pipe(Effect.orDie)
