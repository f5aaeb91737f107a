import { Effect, type Layer } from "effect"
import { tiers } from "#schemas/kernel/tenancy"
import { callsOfPeople } from "../auth/calls.ts"
import { type Key, MAIL_SECRET, type TestServer } from "../support/test-server.ts"
import type { Call } from "./examples.ts"

type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Layer.Success<typeof TestServer>>

let turn = 0

/** Another tier than the last, so that there is something to change. */
const nextTier: Adjust = (call) => Effect.sync(() => ({ ...call, payload: { tier: tiers[turn++ % 3]! } }))

const without = (...names: ReadonlyArray<string>): Adjust => ({ payload = {}, ...call }) =>
  Effect.succeed({ ...call, payload: Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name))) })

/** Where an example made field by field breaks a rule between fields, or needs a session of its own. */
export const adjusted: Readonly<Record<string, Adjust>> = {
  ...callsOfPeople,
  change_tier: nextTier,
  /* The records of a domain are looked up afterwards, which makes another version of the settings. */
  update_company_settings: without("email_from"),
  /* The amount of an order with lines follows from them. */
  create_order: without("amount"),
  update_order: without("amount"),
  receive_email_report: (call) => Effect.succeed({ ...call, headers: { ...call.headers, "x-webhook-secret": MAIL_SECRET } }),
  attach_file: (call) => Effect.succeed({ ...call, query: { name: call.query["name"], contact_id: call.query["contact_id"] } })
}
