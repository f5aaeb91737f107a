import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { type Key, send, type TestServer } from "../support/test-server.ts"

/** By what pages of a company tell of visits. */
export const analyticsKey = (key: Key): Effect.Effect<string, never, Layer.Success<typeof TestServer>> =>
  Effect.map(send("/cms/settings", { key }), ({ json }) => json.analytics_key)

const told = Effect.fnUntraced(function*(call: Call, key: Key) {
  return { ...call, payload: { ...call.payload, site: yield* analyticsKey(key) } }
})

/** Either of an event or of a page. */
const ofEvent = ({ payload: { page: _, ...payload } = {}, ...call }: Call) => Effect.succeed({ ...call, payload })

export const callsOfAnalytics = { track_event: told, create_goal: ofEvent }
