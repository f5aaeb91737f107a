import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send, type Sent } from "../support/test-server.ts"

/** A request to the calendar. */
export const call = (method: string, path: string, body?: object, key: Key = "acme") =>
  send(`/calendar${path}`, { key, method, ...body === undefined ? {} : json(body) })

/** What a request makes, which has to succeed. */
export const make = Effect.fnUntraced(function*(path: string, body: object, key: Key = "acme") {
  const { json, status, text } = yield* call("POST", path, body, key)
  assert.strictEqual(status, 201, text)
  return json
})

/** The one field that was refused, and why. */
export const fault = ({ json, status, text }: Sent): readonly [field: string, error: string] => {
  assert.strictEqual(status, 422, text)
  assert.lengthOf(json.details, 1, text)
  return [json.details[0].field, json.details[0].error]
}
