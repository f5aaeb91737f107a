import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send } from "../support/test-server.ts"
import { until } from "./receiver.ts"

interface Made {
  readonly key?: Key
  readonly events?: ReadonlyArray<string>
  readonly [field: string]: unknown
}

/** A webhook, made over HTTP. */
export const create = (url: string, { key = "acme", events = ["contact.*"], ...more }: Made = {}) =>
  Effect.map(send("/webhooks", { key, method: "POST", ...json({ url, events, ...more }) }), ({ json, status, text }) => {
    assert.strictEqual(status, 201, text)
    return json
  })

/** A contact, whose making is an event. */
export const addContact = (first_name: string, key: Key = "acme") =>
  Effect.map(send("/crm/contacts", { key, method: "POST", ...json({ first_name }) }), ({ json, status, text }) => {
    assert.strictEqual(status, 201, text)
    return json
  })

export const post = (path: string, body: unknown = {}, key: Key = "acme") => send(path, { key, method: "POST", ...json(body) })

export const patch = (path: string, body: unknown, key: Key = "acme") => send(path, { key, method: "PATCH", ...json(body) })

/** The log of an endpoint, newest first. */
export const deliveries = (id: number, query = "", key: Key = "acme") =>
  Effect.map(send(`/webhooks/${id}/deliveries?limit=200${query}`, { key }), ({ json }) => json.items as ReadonlyArray<any>)

/** The log, once there are so many deliveries and none is under way. */
export const settledLog = (id: number, count: number, patience?: number) =>
  until(deliveries(id), (items) => items.length >= count && items.every(({ status }) => status !== "pending"), patience)

/** The log, once each delivery has been tried. */
export const triedLog = (id: number, count: number, patience?: number) =>
  until(deliveries(id), (items) => items.length >= count && items.every(({ attempt_count }) => attempt_count > 0), patience)
