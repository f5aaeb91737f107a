import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send, type TestServer } from "../support/test-server.ts"
import { at, booked, withOne } from "./booking.ts"

type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Layer.Success<typeof TestServer>>

/** Of staff and rooms that there are. */
const bookable: Adjust = (call, key) =>
  Effect.gen(function*() {
    const made = yield* Effect.forEach(["staff", "resources"], (kind) => send(`/calendar/${kind}`, { key, method: "POST", ...json({ name: "Example" }) }))
    const [person, room] = made.map(({ json }) => json.id)
    return { ...call, payload: { ...call.payload, staff_ids: [person], resources: [{ any_of: [room] }] } }
  })

/** Of somebody who has no calendar yet. */
const unconnected: Adjust = (call, key) =>
  Effect.map(send("/calendar/staff", { key, method: "POST", ...json({ name: "Example" }) }), ({ json: { id } }) =>
    ({ ...call, payload: { kind: "ics", address: call.payload!["address"], name: call.payload!["name"], staff_id: id } }))

/** By an address that the company was given. */
const subscribed: Adjust = (call, key) =>
  Effect.map(send("/calendar/feeds", { key, method: "POST", ...json({}) }), ({ json: { url } }) => ({ ...call, params: { token: url.split("/").at(-1) } }))

/** Of a person who is free. */
const free: Adjust = (call, key) =>
  Effect.gen(function*() {
    const [{ service_id }, { id: contact_id }] = [yield* withOne({}, key), yield* someone(key)]
    return { ...call, payload: { service_id, contact_id, starts_at: at(9) } }
  })

const waiting: Adjust = (call, key) =>
  Effect.map(free(call, key), ({ payload, ...found }) => {
    const { service_id, contact_id } = payload!
    return { ...found, payload: { service_id, contact_id, from: "2030-01-07", to: "2030-01-11" } }
  })

const inSeries: Adjust = (call, key) =>
  Effect.map(free(call, key), ({ payload, ...found }) => ({ ...found, payload: { ...payload, count: 2 } }))

const toAnotherHour: Adjust = (call) => Effect.succeed({ ...call, payload: { starts_at: at(10), reason: "The customer is late" } })

const begun: Adjust = (call, key) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    const { id } = yield* booked({ service_id: (yield* withOne({}, key)).service_id, starts_at: at(9) }, key)
    yield* Effect.orDie(sql`update appointments set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days' where id = ${id}`)
    return { ...call, params: { id } }
  })

const requested: Adjust = (call, key) =>
  Effect.gen(function*() {
    const { id } = yield* booked({ service_id: (yield* withOne({}, key)).service_id, starts_at: at(9), status: "requested" }, key)
    return { ...call, params: { id } }
  })

/** At a start within the horizon: what is beyond is told by when the horizon ends, which moves with the clock. */
const ofService: Adjust = (call, key) =>
  Effect.map(withOne({}, key), ({ service_id, staff_id }) => ({
    ...call,
    query: { ...call.query, service_id, ..."staff_id" in call.query && { staff_id }, ..."starts_at" in call.query && { starts_at: at(9) } }
  }))

/** What examples of the calendar have. */
export const callsOfCalendar: Readonly<Record<string, Adjust>> = {
  connect_calendar: unconnected,
  create_calendar_feed: (call) => Effect.succeed({ ...call, payload: { ...call.payload, staff_id: null } }),
  create_service: bookable,
  get_calendar_feed: subscribed,
  update_service: bookable,
  create_appointment: free,
  create_appointment_series: inSeries,
  reschedule_appointment: toAnotherHour,
  complete_appointment: begun,
  confirm_appointment: requested,
  decline_appointment: requested,
  join_waiting_list: waiting,
  get_availability: ofService,
  explain_availability: ofService
}
