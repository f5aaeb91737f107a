import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send } from "../support/test-server.ts"

/** A request to the website. */
export const call = (method: string, path: string, body?: object, key: Key = "acme", headers: Readonly<Record<string, string>> = {}) =>
  send(`/cms${path}`, { key, method, headers, ...body === undefined ? {} : json(body) })

/** What a request answers with, which has to succeed. */
export const done = Effect.fnUntraced(function*(method: string, path: string, body?: object, key: Key = "acme") {
  const { json, status, text } = yield* call(method, path, body, key)
  assert.isBelow(status, 300, `${method} ${path}: ${text}`)
  return json
})

export const make = (path: string, body: object, key: Key = "acme") => done("POST", path, body, key)

/** A block of text. */
export const text = (words: string) => ({ type: "text", text: words })

/** The events that were told of a document, in their order. */
export const eventsOf = Effect.fnUntraced(function*(object: "page" | "post", id: number) {
  const sql = yield* OwnerSql
  const found = yield* Effect.orDie(sql<{ kind: string }>`
    select kind from events where kind like ${`${object}.%`} and (data -> 'object' ->> 'id')::bigint = ${id} order by id`)
  return found.map(({ kind }) => kind)
})

/** How often what visitors see was changed. */
export const siteVersion = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<{ version: number }>`select version from site_versions v join companies c on c.id = v.company_id where c.name = 'acme'`)
  return Number(row?.version ?? 0)
})

/** The fields that were refused, and why. */
export const faults = Effect.fnUntraced(function*(method: string, path: string, body?: object, key: Key = "acme") {
  const { json, status, text } = yield* call(method, path, body, key)
  assert.include([400, 422], status, text)
  return (json.details as ReadonlyArray<{ readonly field: string; readonly error: string }>).map(({ error, field }) => [field, error] as const)
})

/** A page of these blocks, which visitors see. */
export const published = Effect.fnUntraced(function*(page: object, key: Key = "acme") {
  const { id } = yield* done("POST", "/pages", page, key)
  return (yield* done("POST", `/pages/${id}/publish`, {}, key)) as { readonly id: number; readonly path: string }
})
