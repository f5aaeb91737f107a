import { randomUUID } from "node:crypto"
import { Effect, type Layer } from "effect"
import { tiers } from "#schemas/kernel/tenancy"
import { callsOfAnalytics } from "../analytics/tracking-examples.ts"
import { callsOfChat } from "../ai/examples.ts"
import { callsOfReports } from "../analytics/examples.ts"
import { callsOfPeople } from "../auth/calls.ts"
import { callsOfCalendar } from "../calendar/examples.ts"
import { callsOfVisitors } from "../calendar/visiting-examples.ts"
import { someone } from "../crm/records.ts"
import { callsOfIntegrations } from "../integrations/examples.ts"
import { callsOfKnowledge } from "../kb/examples.ts"
import { callsOfTexts } from "../messages/sms/examples.ts"
import { callsOfCalls } from "../messages/voice/examples.ts"
import { stripeSignature } from "../providers/stripe-server.ts"
import { callsOfProducts } from "../shop/examples.ts"
import { callsOfWebsite } from "../website/examples.ts"
import { callsOfRuns } from "../workflows/examples.ts"
import { OwnerSql } from "../support/database.ts"
import { product, shipped, shopOrder } from "../support/shop-order.ts"
import { json, type Key, MAIL_SECRET, send, STRIPE_SIGNING, type TestServer } from "../support/test-server.ts"
import type { Call } from "./examples.ts"

export type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Layer.Success<typeof TestServer>>

let turn = 0

/** Another tier than the last, so that there is something to change. */
const nextTier: Adjust = (call) => Effect.sync(() => ({ ...call, payload: { tier: tiers[turn++ % 3]! } }))

const without = (...names: ReadonlyArray<string>): Adjust => ({ payload = {}, ...call }) =>
  Effect.succeed({ ...call, payload: Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name))) })

/** Of a payment that is yet to be captured. */
const authorized: Adjust = (call, key) =>
  Effect.gen(function*() {
    const body = { contact_id: (yield* someone(key)).id, amount: call.payload!["amount"], payment_method: "pm_card_visa", capture: false }
    const { json: { id } } = yield* send("/gateway/payments", { key, method: "POST", ...json(body) })
    return { ...call, params: { id } }
  })

/** Of an invoice that is owed. */
const finalized: Adjust = (call, key) => Effect.as(send(`/gateway/invoices/${call.params["id"]}/finalize`, { key, method: "POST" }), call)

/** Of an invoice that says from where it comes. */
const addressed: Adjust = (call, key) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    yield* Effect.orDie(sql`update companies set tax_ids = '[{"type": "other", "value": "42"}]', address = '{"line1": "1 Main Street", "city": "Boston", "country": "US"}'
      where address is null`)
    return yield* finalized(call, key)
  })

/** Of a quote that can be accepted. */
const offered: Adjust = (call, key) =>
  Effect.gen(function*() {
    const body = { contact_id: (yield* someone(key)).id, lines: [{ description: "Manual", unit_amount: 900 }] }
    const { json: { id } } = yield* send("/gateway/quotes", { key, method: "POST", ...json(body) })
    const { json: { url, version } } = yield* send(`/gateway/quotes/${id}/send`, { key, method: "POST", ...json({ email: null }) })
    return { ...call, payload: { ...call.payload, token: url.split("/").at(-1), version } }
  })

const paused: Adjust = (call, key) => Effect.as(send(`/gateway/subscriptions/${call.params["id"]}/pause`, { key, method: "POST" }), call)

/** Of a seller who earned something. */
const earning: Adjust = (call, key) =>
  Effect.gen(function*() {
    const { seller_id } = call.payload!
    const rules = [{ name: "Ten percent", earns: { type: "share", tiers: [{ from: 0, basis_points: 1_000 }] } }]
    yield* send("/gateway/commissions/rules", { key, method: "PUT", ...json({ rules }) })
    const body = { contact_id: (yield* someone(key)).id, amount: 10_000, currency: "USD", payment_method: "pm_card_visa", seller_id }
    yield* send("/gateway/payments", { key, method: "POST", ...json(body) })
    return { ...call, payload: { ...call.payload, currency: "USD" } }
  })

/** Of a line of an invoice, and nothing else. */
const ofLine: Adjust = (call, key) =>
  Effect.gen(function*() {
    const body = { contact_id: (yield* someone(key)).id, lines: [{ description: "Manual", unit_amount: 900 }] }
    const { json: { id } } = yield* send("/gateway/invoices", { key, method: "POST", ...json(body) })
    return { ...call, query: { object: "invoice", object_id: id, line: 1 } }
  })

/** Of an order of the shop that is paid; from where its goods are. */
const bought: Adjust = (call, key) =>
  Effect.gen(function*() {
    const { id: order_id } = yield* shopOrder({ goods: [{ ...yield* product({ stock: 2 }, key), quantity: 2 }] }, key)
    const { location_id: _, ...payload } = call.payload!
    return { ...call, payload: { ...payload, order_id } }
  })

/** Of one whose goods were sent. */
const sent: Adjust = (call, key) => Effect.tap(bought(call, key), ({ payload }) => shipped(payload!["order_id"] as number, key))

const onItsWay: Adjust = (call, key) => Effect.as(send(`/ecommerce/fulfillments/${call.params["id"]}/ship`, { key, method: "POST", ...json({}) }), call)

/** Of goods that are counted; either so many more, or so many. */
const counted: Adjust = (call, key) =>
  Effect.map(product({ stock: 2 }, key), ({ variant_id }) => ({ ...call, payload: { ...call.payload, items: [{ variant_id, change: 12 }] } }))

/** Of a cart with something in it that needs no sending. */
const filled: Adjust = (call, key) =>
  Effect.gen(function*() {
    const { variant_id } = yield* product({ stock: 2 }, key)
    const body = { email: `${randomUUID()}@customers.example`, items: [{ variant_id, quantity: 1 }] }
    const { json: { id } } = yield* send("/ecommerce/carts", { key, method: "POST", ...json(body) })
    return { ...call, params: { id }, payload: { payment_method: "pm_card_visa" } }
  })

/** Where an example made field by field breaks a rule between fields, or needs a session of its own. */
export const adjusted: Readonly<Record<string, Adjust>> = {
  ...callsOfPeople,
  ...callsOfProducts,
  ...callsOfCalendar,
  ...callsOfVisitors,
  ...callsOfWebsite,
  ...callsOfTexts,
  ...callsOfCalls,
  ...callsOfIntegrations,
  ...callsOfKnowledge,
  ...callsOfChat,
  ...callsOfReports,
  ...callsOfAnalytics,
  create_schedule: without("interval_seconds"),
  ...callsOfRuns,
  change_tier: nextTier,
  apply_industry_template: (call) => Effect.succeed({ ...call, params: { id: "salon" } }),
  /* The records of a domain are looked up afterwards, which makes another version of the settings. What is protected, test keys cannot delete. */
  update_company_settings: without("email_from", "protect_shared_records"),
  /* The amount of an order with lines follows from them. */
  create_order: without("amount"),
  update_order: without("amount"),
  /* An order, an invoice or a contact, and either a saved method or a token. */
  create_payment: without("order_id", "invoice_id", "payment_method_id"),
  approve_commission_payout: earning,
  explain_amount: ofLine,
  /* Either an order, an invoice or an amount. */
  create_payment_link: without("order_id", "invoice_id"),
  /* Plans that there are. */
  update_portal_settings: without("change_plan_ids"),
  capture_payment: authorized,
  /* Its lines, not those of an order. */
  create_invoice: without("order_id"),
  get_invoice_xml: addressed,
  send_invoice: finalized,
  update_quote: without("state"),
  send_quote: without("email"),
  accept_quote: offered,
  create_credit_note: (call, key) => Effect.flatMap(finalized(call, key), (call) => without("amount")(call, key)),
  /* All that is left. */
  record_invoice_payment: (call, key) => Effect.flatMap(finalized(call, key), (call) => without("amount")(call, key)),
  void_invoice: finalized,
  /* Whose it would have to be; and from when on a preview told it, which is minutes ago at most. */
  create_subscription: without("payment_method_id"),
  change_subscription: without("payment_method_id", "proration_at"),
  preview_subscription_change: without("payment_method_id", "proration_at"),
  resume_subscription: paused,
  adjust_inventory: counted,
  checkout_cart: filled,
  /* New ones, beside those where something lies. */
  set_locations: (call, key) => Effect.map(send("/ecommerce/locations", { key }), ({ json: { items } }) => ({
    ...call,
    payload: { locations: items.filter(({ active }: { readonly active: boolean }) => active).map(({ address, id, name, pickup }: any) => ({ address, id, name, pickup })) }
  })),
  /* Of the whole order, with a code of its own. */
  create_discount: (call, key) => Effect.map(without("applies_to")(call, key), (call) => ({ ...call, payload: { ...call.payload, code: `EXAMPLE${turn++}` } })),
  /* Sent, not fetched. */
  set_shipping_rates: (call) => Effect.succeed({ ...call, payload: {
    rates: [{
      id: null, name: "Standard", zone: "Europe", countries: ["GB"], regions: [], currency: "USD", by: "flat", bands: [{ from: 0, amount: 490 }],
      free_above: null, location_id: null, tax_category: "standard", delivery_days: null
    }]
  } }),
  create_fulfillment: bought,
  deliver_fulfillment: onItsWay,
  create_return: sent,
  receive_payment_event: (call) =>
    Effect.sync(() => ({ ...call, headers: { ...call.headers, "stripe-signature": stripeSignature(STRIPE_SIGNING, call.file!.text, Math.floor(Date.now() / 1_000)) } })),
  receive_email_report: (call) => Effect.succeed({ ...call, headers: { ...call.headers, "x-webhook-secret": MAIL_SECRET } }),
  attach_file: (call) => Effect.succeed({ ...call, query: { name: call.query["name"], contact_id: call.query["contact_id"] } })
}
