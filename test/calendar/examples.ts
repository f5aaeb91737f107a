import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { json, type Key, send, type TestServer } from "../support/test-server.ts"

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
    ({ ...call, payload: { ...call.payload, staff_id: id } }))

/** By an address that the company was given. */
const subscribed: Adjust = (call, key) =>
  Effect.map(send("/calendar/feeds", { key, method: "POST", ...json({}) }), ({ json: { url } }) => ({ ...call, params: { token: url.split("/").at(-1) } }))

/** What examples of the calendar have. */
export const callsOfCalendar: Readonly<Record<string, Adjust>> = {
  connect_calendar: unconnected,
  create_calendar_feed: (call) => Effect.succeed({ ...call, payload: { ...call.payload, staff_id: null } }),
  create_service: bookable,
  get_calendar_feed: subscribed,
  update_service: bookable
}
