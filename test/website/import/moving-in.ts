import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { type Key, send } from "../../support/test-server.ts"

/** The import once it has ended. */
export const ended = (id: number, key: Key = "acme") =>
  send(`/cms/imports/${id}`, { key }).pipe(
    Effect.map(({ json }) => json),
    Effect.repeat({ until: ({ finished_at, state }) => finished_at !== null || state === "failed", schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("400 seconds"),
    Effect.orDie
  )

export const sent = (body: string | Uint8Array<ArrayBuffer>, type: string, key: Key = "acme", query = "") =>
  send(`/cms/import${query}`, { key, method: "POST", body, headers: { "content-type": type } })

/** Imports an export and waits for the end. */
export const movedIn = Effect.fnUntraced(function*(body: string | Uint8Array<ArrayBuffer>, type = "application/xml", key: Key = "acme", query = "") {
  const answer = yield* sent(body, type, key, query)
  assert.strictEqual(answer.status, 202, answer.text)
  const done = yield* ended(answer.json.id, key)
  assert.strictEqual(done.state, "completed", JSON.stringify(done))
  return done
})

/** All that a list gives. */
export const allOf = Effect.fnUntraced(function*(path: string, key: Key = "acme") {
  const items: Array<any> = []
  for (let offset = 0;; offset += 200) {
    const { json, status, text } = yield* send(`${path}${path.includes("?") ? "&" : "?"}limit=200&offset=${offset}`, { key })
    assert.strictEqual(status, 200, text)
    items.push(...json.items)
    if (!json.has_more) return items
  }
})
