import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send } from "../support/test-server.ts"
import { post, read } from "./paying.ts"

/** A plain share, or tiers of the month. */
export const share = (...tiers: ReadonlyArray<readonly [from: number, basis_points: number]>) =>
  ({ type: "share", tiers: tiers.map(([from, basis_points]) => ({ from, basis_points })) })

export const tenPercent = { name: "Ten percent", earns: share([0, 1_000]) }

export const putRules = (rules: ReadonlyArray<object>, key: Key = "acmeTest") =>
  send("/gateway/commissions/rules", { key, method: "PUT", ...json({ rules }) })

export const setRules = Effect.fnUntraced(function*(rules: ReadonlyArray<object>, key: Key = "acmeTest") {
  const set = yield* putRules(rules, key)
  assert.strictEqual(set.status, 200, set.text)
  return set.json.rules
})

/** What a seller earned, the oldest first. */
export const commissionsOf = (seller_id: number, query = "", key: Key = "acmeTest") =>
  Effect.map(read(`/gateway/commissions?seller_id=${seller_id}&limit=200${query}`, key), ({ items }) => items as ReadonlyArray<any>)

export const payOut = (seller_id: number, given: object = {}, key: Key = "acmeTest") => post("/gateway/commissions/payouts", { seller_id, ...given }, key)
