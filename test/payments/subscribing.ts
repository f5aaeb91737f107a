import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import { eventually } from "../support/eventually.ts"
import type { Key } from "../support/test-server.ts"
import { post, read } from "./paying.ts"

/** A plan of 20.00 a month unless told. */
export const plan = Effect.fnUntraced(function*(given: object = {}, key: Key = "acmeTest") {
  const made = yield* post("/gateway/plans", { name: "Gold", amount: 2_000, interval: "month", ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

/** A subscription of a contact of its own. */
export const subscribe = Effect.fnUntraced(function*(plan_id: number, given: object = {}, key: Key = "acmeTest") {
  const whose = "contact_id" in given ? {} : { contact_id: (yield* someone(key)).id }
  const made = yield* post("/gateway/subscriptions", { plan_id, ...whose, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

/** A contact with a card that is saved. */
export const cardholder = Effect.fnUntraced(function*(token = "pm_card_visa", key: Key = "acmeTest") {
  const { id: contact_id } = yield* someone(key)
  const saved = yield* post("/gateway/payment-methods", { contact_id, payment_method: token }, key)
  const { items } = yield* eventually(
    read(`/gateway/payment-methods?contact_id=${contact_id}`, key), ({ items: [one] }) => one.state !== "processing", 60_000
  )
  assert.deepInclude(items[0], { state: "active" }, saved.text)
  return { contact_id, payment_method_id: saved.json.id as number }
})
