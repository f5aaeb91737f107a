import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { shopOf } from "../contract/keys.ts"
import type { Visit } from "../contract/visitor-probes.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, type Key, send, type TestServer } from "../support/test-server.ts"
import { at, monday, room, service } from "./booking.ts"

type Here = Layer.Success<typeof TestServer>
type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Here>

const BOOK = "/cms/pages/public/book"
const guest = { name: "Grace Hopper", email: "grace@navy.example" }

/** What visitors book, with so many seats that there is always one. */
const open = Effect.fnUntraced(function*(key: Key) {
  return (yield* service({ resources: [{ any_of: [yield* room(key)] }], capacity: 1_000 }, key)).id as number
})

const ofOpen: Adjust = (call, key) =>
  Effect.map(open(key), (service_id) => ({ ...call, query: {}, payload: { service_id, starts_at: at(9), ...guest } }))

const timesOfOpen: Adjust = (call, key) => Effect.map(open(key), (service_id) => ({ ...call, query: { service_id, date: monday() } }))

/** Of what a visitor booked. */
const own = (payload?: object): Adjust => (call, key) =>
  Effect.gen(function*() {
    const { json: { token } } = yield* send(BOOK, { key: shopOf[key] ?? "acmeShop", method: "POST", ...json({ service_id: yield* open(key), starts_at: at(9), ...guest }) })
    return { ...call, params: { token }, ...payload !== undefined && { payload: payload as Call["payload"] } }
  })

/** What examples of visitors have. */
export const callsOfVisitors: Readonly<Record<string, Adjust>> = {
  book_appointment: ofOpen,
  list_open_slots: timesOfOpen,
  get_own_booking: own(),
  move_own_booking: own({ starts_at: at(10) }),
  accept_own_booking: own(),
  cancel_own_booking: own()
}

/** A service that has the same id in each company. */
const SERVICE = 900_001

/** Makes it, once for each company. */
export const sameService = (company: Visit["company"]) =>
  Effect.flatMap(OwnerSql, (sql) => Effect.orDie(sql`
    with r as (insert into resources (company_id, id, name, kind, active) overriding system value
      values (${companyIds[company]}, ${SERVICE}, 'Hall', 'room', true) on conflict do nothing returning company_id)
    insert into services (company_id, id, name, duration_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, currency, capacity, staff_ids,
      resources, notice_minutes, horizon_days, cancellation_notice_minutes, confirmation, keep_deposit_on_no_show, reminder_minutes, questions, online, active)
    overriding system value
    select company_id, ${SERVICE}, 'Concert', 60, 0, 0, 60, 'USD', 1000, '{}', ${JSON.stringify([{ any_of: [SERVICE] }])}::jsonb, 0, 60, 1440, 'automatic', false, '{}',
      '[]', true, true from r`))

/** What visitors of any company send, by operation. */
export const bodiesOfVisitors = {
  book_appointment: { service_id: SERVICE, starts_at: at(9), ...guest },
  move_own_booking: { starts_at: at(10) }
}
export const queriesOfVisitors = { list_open_slots: { service_id: SERVICE, date: monday() } }

/** What the link of a booking holds, of a visitor's who came with a key of that company and mode. */
export const tokenOfVisit = ({ company, mode }: Visit) =>
  Effect.gen(function*() {
    yield* sameService(company)
    const key = shopOf[company === "cheap" ? "starter" : company === "acme" && mode === "test" ? "acmeTest" : company]!
    const { json: { token } } = yield* send(BOOK, { key, method: "POST", ...json(bodiesOfVisitors.book_appointment) })
    return token as string
  })
