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

/** What examples of the calendar have. */
export const callsOfCalendar: Readonly<Record<string, Adjust>> = {
  create_service: bookable,
  update_service: bookable
}
