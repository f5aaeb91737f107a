import { request } from "node:http"
import { Effect } from "effect"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { baseOf } from "../connector/grants.ts"
import { begin, modernRequest } from "../mcp/asking.ts"
import { port } from "../support/wire.ts"
import { bearer, type State, stateOf } from "./states.ts"

const closing = <A extends { readonly close: () => void }, R>(way: Effect.Effect<A, never, R>) =>
  Effect.acquireRelease(way, ({ close }) => Effect.sync(close))

/** A file of which little was read; the rest is read when it is looked at, and comes whole or breaks off. */
export const download = (token: string, path: string) =>
  Effect.map(
    closing(Effect.flatMap(port, (listening) =>
      Effect.callback<{ readonly close: () => void; readonly finish: () => Promise<State> }>((resume) => {
        const end = Promise.withResolvers<State>()
        const asking = request({ port: listening, host: "127.0.0.1", path: `/api/v1${path}`, headers: bearer(token) })
        asking.on("error", () => end.resolve("ended"))
        asking.on("response", (response) => {
          if (response.statusCode !== 200) return resume(Effect.die(new Error(`the download began with ${response.statusCode}`)))
          response.on("error", () => end.resolve("ended"))
          response.on("close", () => end.resolve(response.complete ? stateOf([response.statusCode!]) : "ended"))
          response.once("readable", () =>
            resume(Effect.succeed({ close: () => void asking.destroy(), finish: () => (response.resume(), end.promise) })))
        })
        asking.end()
      }))),
    ({ finish }) => Effect.promise(finish)
  )

/** A request is let in again before it writes, where that was so long ago. */
const STALE_MS = 550

/** A write whose headers and half of whose body were sent; the rest is sent when it is looked at. */
export const slowWrite = (token: string) =>
  Effect.map(
    closing(Effect.flatMap(port, (listening) =>
      Effect.sync(() => {
        const body = JSON.stringify({ first_name: "Slow" })
        const answer = Promise.withResolvers<State>()
        const asking = request({
          port: listening, host: "127.0.0.1", path: "/api/v1/crm/contacts", method: "POST",
          headers: { ...bearer(token), "content-type": "application/json", "content-length": body.length }
        }, (response) => {
          response.resume()
          answer.resolve(stateOf([response.statusCode!]))
        })
        asking.on("error", () => answer.resolve("ended"))
        asking.write(body.slice(0, 5))
        const began = performance.now()
        return { close: () => void asking.destroy(), began, finish: () => (asking.end(body.slice(5)), answer.promise) }
      }))),
    ({ began, finish }) =>
      Effect.gen(function*() {
        while (performance.now() - began < STALE_MS) yield* Effect.sleep("20 millis")
        return yield* Effect.promise(finish)
      })
  )

const events = (init: RequestInit) =>
  closing(Effect.flatMap(baseOf, (base) =>
    Effect.promise(async () => {
      const stop = new AbortController()
      const response = await fetch(base + CONNECTOR_PATH, { ...init, signal: stop.signal })
      if (response.headers.get("content-type") !== "text/event-stream") throw new Error(await response.text())
      let state: State = "open"
      response.text().then(() => void (state = "ended"), () => void (state = "ended"))
      return { state: () => state, close: () => stop.abort() }
    })))

/** The stream on which a session of 2025-11-25 is told of changes. */
export const stream = Effect.fnUntraced(function*(token: string) {
  const { headers } = yield* begin(CONNECTOR_PATH, bearer(token))
  return yield* events({ headers: { ...headers, ...bearer(token), accept: "text/event-stream" } })
})

/** The same of 2026-07-28, which has no sessions. */
export const subscription = (token: string) => {
  const { body, headers } = modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } })
  return events({ method: "POST", body: JSON.stringify(body), headers: { ...headers, ...bearer(token), "content-type": "application/json" } })
}
