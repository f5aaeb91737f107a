import { assert, layer } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { allRecords } from "#layers/all-records"
import { Tenancy } from "#layers/kernel/tenancy"
import { Disputes } from "#layers/payments/disputes"
import { Ledger } from "#layers/payments/ledger"
import { MediaUses } from "#layers/website/media-uses"
import { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { at } from "../calendar/booking.ts"
import { member } from "../crm/records.ts"
import { emailTo } from "../messages/emailing.ts"
import { booked, payment } from "../payments/booking.ts"
import { someAnswer, someRun } from "../ai/examples.ts"
import { numbered, someText } from "../messages/sms/examples.ts"
import { someRecording } from "../messages/voice/examples.ts"
import { OwnerSql } from "../support/database.ts"
import { prepared, product, shipped, shopOrder } from "../support/shop-order.ts"
import { companyIds, json, type Key, send, TestServer } from "../support/test-server.ts"
import { hosted } from "../contract/bookings/visiting.ts"
import { uploaded } from "../website/media/files.ts"

const add = Effect.fnUntraced(function*(path: string, body: object, key: Key = "acme") {
  const { json: { id }, status, text } = yield* send(path, { key, method: "POST", ...json(body) })
  assert.strictEqual(status, 201, text)
  return id as number
})

/** Records of each kind: one with as little as there can be, and one with as much. */
const fill = Effect.gen(function*() {
  yield* add("/crm/fields", { key: "size", label: "Size", type: "number" })
  yield* add("/crm/fields", { key: "plan", label: "Plan", type: "select", options: ["gold", "silver"] })
  const organization_id = yield* add("/crm/companies", { name: "Navy", domain: "navy.example", phone: "+12025550123", address: "Washington" })
  yield* add("/crm/companies", { name: "Army" })
  const contact_id = yield* add("/crm/contacts", {
    first_name: "Grace", email: "grace@navy.example", organization_id, tags: ["vip"], custom_fields: { size: 38.5, plan: "gold" }
  })
  yield* add("/crm/contacts", { last_name: "Hopper" })
  const deal_id = yield* add("/crm/deals", { title: "Manuals", amount: 5_000_000_000, contact_id, expected_close: "2030-01-31", custom_fields: {} })
  yield* add("/crm/deals", { title: "Lost", amount: 100, stage: "lost", reason: "too dear" })
  yield* add("/crm/activities", { kind: "call", subject: "Called", body: "Long", deal_id, duration_minutes: 5 })
  yield* add("/crm/activities", { kind: "note", subject: "Noted" })
  yield* add("/crm/tasks", { title: "Send", notes: "Soon", due_at: "2030-01-01T00:00:00Z", deal_id })
  const task = yield* add("/crm/tasks", { title: "Done" })
  yield* send(`/crm/tasks/${task}/complete`, { key: "acme", method: "POST" })
  yield* add("/crm/segments", { name: "Loyal", description: "Vips", filter: { match: "all", of: [{ type: "tag", value: "vip" }] } })
  yield* add("/webhooks", { url: "https://hooks.acme.example/events", events: ["contact.*"], description: "Warehouse" })
  yield* add("/company/hosts", { host: "shop.acme.example" })
  yield* send(`/crm/files?name=offer.txt&contact_id=${contact_id}`, {
    key: "acme", method: "POST", body: "Offer", headers: { "content-type": "text/plain" }
  })
  yield* emailTo(contact_id)
  const order_id = yield* add("/orders/", { contact_id, amount: 5_000_000_000, reference: "PO-1" })
  yield* add("/orders/", { contact_id, lines: [{ description: "Manual", quantity: 2, unit_amount: 900 }], discount: 100, tax_country: "GB" })
  const payment_method_id = yield* add("/gateway/payment-methods", { contact_id, payment_method: "pm_card_visa" })
  const paid = yield* add("/gateway/payments", { contact_id, amount: 5_000_000_000, payment_method_id, description: "Manuals" })
  yield* add("/gateway/payments", { contact_id, amount: 100, payment_method: "pm_card_chargeDeclined" })
  const seller_id = yield* member("acme")
  yield* send("/gateway/commissions/rules", {
    key: "acme", method: "PUT",
    ...json({ rules: [
      { name: "Ten percent", earns: { type: "share", tiers: [{ from: 0, basis_points: 1_000 }] } },
      { name: "Books", seller_id, category: "books", currency: "USD", earns: { type: "fixed", amount: 5_000_000_000 } }
    ] })
  })
  const sold = yield* add("/orders/", { contact_id, seller_id, lines: [{ description: "Manual", unit_amount: 500_000_000_000, tax_category: "books" }] })
  yield* add("/gateway/payments", { order_id: sold, payment_method: "pm_card_visa" })
  yield* add("/gateway/payments", { contact_id, seller_id, amount: 100, payment_method: "pm_card_visa" })
  yield* add("/gateway/commissions/payouts", { seller_id })
  yield* add("/orders/", { contact_id, amount: 5_000_000_000 })
  yield* add("/gateway/payment-links", { order_id })
  yield* add("/gateway/payment-links", { amount: 5_000_000_000, description: "Deposit", single_use: true, expires_at: "2099-01-01T00:00:00Z" })
  yield* add(`/gateway/payments/${paid}/refunds`, { amount: 500_000_000, reason: "Sent back" })
  yield* add(`/gateway/payments/${paid}/refunds`, {})
  for (const reason of ["fraudulent", null]) {
    yield* booked(Disputes.use(({ create }) => create({
      payment_id: paid, state: "open", amount: 5_000_000_000, currency: "USD", reason, reference: `dp_${reason}`, livemode: true
    })))
  }
  const lines = [{ description: "Manual", quantity: 2, unit_amount: 900 }]
  const invoice = yield* add("/gateway/invoices", { contact_id, lines, discount: 100, tax_country: "GB", reference: "PO-2" })
  yield* send(`/gateway/invoices/${invoice}/finalize`, { key: "acme", method: "POST" })
  yield* send(`/gateway/invoices/${invoice}/payments`, { key: "acme", method: "POST", ...json({ amount: 100, method: "cash", reference: "Till" }) })
  yield* add(`/gateway/invoices/${invoice}/credit-notes`, { amount: 200, reason: "Late" })
  yield* add(`/gateway/invoices/${invoice}/credit-notes`, {})
  yield* add("/gateway/invoices", { order_id, billing_name: "Grace", billing_tax_id: "GB1", billing_address: { line1: "1 Road", city: "Leeds", country: "GB" } })
  yield* add("/gateway/invoices", { contact_id, lines: [{ description: "Whole", unit_amount: 5_000_000_000 }] })
  const quote = { contact_id, lines, reference: "Q-1", note: "Soon", valid_until: "2099-01-01T00:00:00Z", tax_country: "GB", discount: 100 }
  for (const becomes of ["order", "invoice"]) {
    const id = yield* add("/gateway/quotes", { ...quote, becomes })
    const { json: { url, version } } = yield* send(`/gateway/quotes/${id}/send`, { key: "acme", method: "POST", ...json({ email: null }) })
    yield* send("/gateway/quotes/accept", { method: "POST", ...json({ token: url.split("/").at(-1), name: "Grace", version }) })
  }
  yield* add("/gateway/quotes", { contact_id, lines: [{ description: "Whole", unit_amount: 5_000_000_000 }] })
  for (const trial_days of [0, 14]) {
    const plan_id = yield* add("/gateway/plans", { name: "Gold", amount: 5_000_000_000, interval: "month", trial_days })
    yield* add("/gateway/subscriptions", { contact_id, plan_id, quantity: 2, ...trial_days === 0 && { payment_method_id } })
  }
  const paused = yield* add("/gateway/subscriptions", { contact_id, plan_id: 1 })
  yield* send(`/gateway/subscriptions/${paused}/pause`, { key: "acme", method: "POST" })
  yield* send(`/gateway/subscriptions/${paused}/cancel`, { key: "acme", method: "POST", ...json({ at: "now" }) })
  yield* booked(Ledger.use(({ post }) => post(payment({ cash: 5_000_000_000, receivable: -5_000_000_000 }))))
  const bought = yield* shopOrder({ goods: [{ ...yield* product({ stock: 5 }, "acme"), quantity: 2, unit_amount: 500_000_000 }], contact_id, shipping: 500, discount: 100 }, "acme")
  yield* shipped(bought.id, "acme")
  yield* add("/ecommerce/returns", { order_id: bought.id, reason: "Sent back", items: [{ line: 1, quantity: 1, reason: "Too small" }] })
  yield* add("/ecommerce/returns", { order_id: bought.id, items: [{ line: 1, quantity: 1, restock: false }], refund: false })
  yield* prepared("acme")
  yield* add("/ecommerce/collections", { title: "Kitchen", rule: { match: "all", conditions: [{ field: "tag", value: "kitchen" }] } })
  const rates = ["weight", "flat"].map((by) => ({
    name: "Standard", zone: "Europe", countries: ["GB"], regions: ["Wales"], currency: "USD", by, bands: [{ from: 0, amount: 5_000_000_000 }],
    free_above: 5_000_000_000, delivery_days: 3
  }))
  const forCart = yield* product({ stock: 5 }, "acme")
  const { json: { rates: [rate] } } = yield* send("/ecommerce/shipping/rates", { key: "acme", method: "PUT", ...json({ rates }) })
  yield* add("/ecommerce/discounts", { title: "Everything", takes_off: { type: "free_shipping" } })
  yield* add("/ecommerce/discounts", {
    title: "Two for one", code: "TWO", takes_off: { type: "buy_x_get_y", buy_quantity: 1, get_quantity: 1, get: { product_ids: [forCart.product_id] } },
    applies_to: { product_ids: [forCart.product_id] }, minimum_amount: 5_000_000_000, minimum_quantity: 2, combines_with: ["order", "shipping"],
    starts_at: "2026-01-01T00:00:00Z", ends_at: "2099-01-01T00:00:00Z", usage_limit: 5, usage_limit_per_contact: 1
  })
  yield* add("/ecommerce/carts", {})
  yield* add("/ecommerce/carts", {
    contact_id, email: "grace@navy.example", items: [{ variant_id: forCart.variant_id, quantity: 2 }], codes: ["TWO"], shipping_rate_id: rate.id,
    shipping_address: { line1: "1 Road", line2: "Back door", postal_code: "CF10", city: "Cardiff", region: "Wales", country: "GB" }
  })
  yield* add("/auth/members", { email: "new@acme.example" }, "owner")
  const price = { currency: "USD", amount: 5_000_000_000 }
  yield* add("/ecommerce/products", { title: "Least", variants: [{ prices: [price] }] })
  const product_id = yield* add("/ecommerce/products", {
    title: "Mug", state: "active", description: "Holds 350 ml.", tags: ["kitchen"], options: [{ name: "Colour", values: ["Red", "Blue"] }],
    media: [{ url: "https://x.example/mug.jpg", alt: "A mug" }],
    variants: [{
      sku: "MUG-R", options: ["Red"], prices: [{ ...price, compare_at_amount: 6_000_000_000 }, { ...price, amount: 1, from_quantity: 10 }], weight_grams: 350,
      length_mm: 1, width_mm: 1, height_mm: 1, backorder_limit: 2, low_stock_at: 1
    }]
  })
  yield* add("/ecommerce/collections", { title: "By hand", description: "Picked", product_ids: [product_id] })
  const staff_id = yield* add("/calendar/staff", { name: "Grace", email: "grace@navy.example", user_id: yield* member("acme") })
  yield* send(`/calendar/staff/${staff_id}/hours`, {
    key: "acme", method: "PUT",
    ...json({ weekly: [{ weekday: 1, from: "09:00", to: "17:00" }], exceptions: [{ date: "2030-01-01", hours: [{ from: "10:00", to: "12:00" }] }] })
  })
  yield* add("/calendar/staff", { name: "Ada" })
  yield* add("/calendar/connections", { staff_id, kind: "ics", address: "https://calendar.example/least.ics" })
  yield* add("/calendar/connections", { staff_id, kind: "ics", name: "Private", address: "webcal://calendar.example/most.ics", username: "ada", password: "secret" })
  const room_id = yield* add("/calendar/resources", { name: "Studio" })
  const least = yield* add("/calendar/services", { name: "Least", duration_minutes: 30, staff_ids: [staff_id] })
  const most = yield* add("/calendar/services", {
    name: "Most", description: "Long", duration_minutes: 90, price: 5_000_000_000, deposit_amount: 5_000_000_000, staff_ids: [staff_id],
    resources: [{ any_of: [room_id] }], daily_limit: 3, reminder_minutes: [60, 1_440], questions: [{ label: "What about?", required: true }]
  })
  yield* add("/calendar/waiting-list", { service_id: least, contact_id, from: "2030-01-07", to: "2030-01-11" })
  yield* add("/calendar/waiting-list", { service_id: least, contact_id, from: "2030-01-07", to: "2030-01-07", staff_id, time_zone: "Europe/Oslo" })
  yield* add("/calendar/appointments", { service_id: least, starts_at: at(9), contact: { name: "Grace" } })
  const appointment_id = yield* add("/calendar/appointments", {
    service_id: most, starts_at: at(10), contact_id, status: "requested", notes: "Brings a dog.", answers: [{ label: "What about?", answer: "A dog" }],
    time_zone: "Europe/Oslo"
  })
  yield* send(`/calendar/appointments/${appointment_id}/reschedule`, { key: "acme", method: "POST", ...json({ starts_at: at(13), reason: "Late" }) })
  yield* send(`/calendar/appointments/${appointment_id}/decline`, { key: "acme", method: "POST", ...json({ reason: "Full" }) })
  yield* add(`/calendar/staff/${staff_id}/time-off`, { starts: "2030-01-01T09:00", ends: "2030-01-02T09:00" })
  yield* add(`/calendar/staff/${staff_id}/time-off`, {
    everybody: true, starts: "2030-01-01T09:00", ends: "2030-01-02T09:00", rrule: "FREQ=YEARLY", except_dates: ["2031-01-01"], reason: "Outing"
  })
  const page_id = yield* add("/cms/pages", { title: "Least" })
  const below = yield* add("/cms/pages", { title: "Most", parent_id: page_id, translation_of: page_id, locale: "de", blocks: [{ type: "divider" }] })
  yield* send(`/cms/pages/${below}/publish`, { key: "acme", method: "POST", ...json({}) })
  yield* send(`/cms/pages/${below}/unpublish`, { key: "acme", method: "POST", ...json({ unpublish_at: "2030-01-01T00:00:00Z" }) })
  yield* add("/cms/posts", { title: "Least" })
  const post_id = yield* add("/cms/posts", { title: "Most", body: "Words", tags: ["clay"], posted_at: "2026-01-01T00:00:00Z", locale: "de" })
  yield* send(`/cms/posts/${post_id}/publish`, { key: "acme", method: "POST", ...json({}) })
  yield* send(`/cms/posts/${post_id}/publish`, { key: "acme", method: "POST", ...json({ publish_at: "2030-01-01T00:00:00Z" }) })
  const drawing = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="8" height="8"/></svg>`
  yield* uploaded({ content: drawing(8), fields: { alt: "A square", tags: ["shapes", "black"], focal_x: "0" } })
  const used = yield* uploaded({ content: drawing(9) })
  yield* booked(MediaUses.use((uses) => uses.set("page", 5_000_000_000, "draft", [used.id])))
  yield* uploaded({ content: "<svg" })
  yield* hosted("acme", "site.acme.test")
  const fields = [{ name: "email", label: "E-mail", type: "email" }, { name: "message", label: "Message", type: "paragraph" }]
  const forms = [
    yield* add("/cms/forms", { name: "Least", fields }),
    yield* add("/cms/forms", { name: "Most", fields, tag: "asked", notify_email: "hello@acme.example", makes_task: true, after: "Thank you." })
  ]
  for (const id of forms) {
    const { status, text } = yield* send(`/cms/pages/public/forms/${id}?host=site.acme.test`, {
      method: "POST", ...json({ answers: { email: "grace@forms.example", message: "A table for six" }, page: "/contact" })
    })
    assert.strictEqual(status, 201, text)
  }
  const leading = yield* send("/cms/redirects", {
    key: "acme", method: "PUT",
    ...json({ redirects: [{ from: "/old", match: "exact", to: "/new", status: 301 }, { from: "/gone", match: "prefix", to: null, status: 410 }] })
  })
  assert.strictEqual(leading.status, 200, leading.text)
  const from_phone = yield* numbered("acme")
  yield* someText("acme")
  yield* someRecording("acme")
  yield* add("/sms/templates", { name: "Open again", text: "Hello {{contact.first_name|there}}, we are open again on {{day}}." })
  yield* send(`/sms/opt-outs/${encodeURIComponent("+12025550188")}`, { key: "acme", method: "PUT", ...json({}) })
  yield* add("/sms/consents", { contact_id, phone: "+12025550123", purposes: ["marketing"], source: "web_form", text: "Yes, text me offers." })
  yield* add("/sms/campaigns", {
    name: "Winter sale", segment_id: yield* add("/crm/segments", { name: "Nobody", filter: { match: "all", of: [{ type: "tag", value: "nobody" }] } }),
    purpose: "marketing", from_phone, shorten_links: true, start_paused: true, variants: [{ name: "A", message: "Our sale begins.", share: 1 }]
  })
  const conditions = [{ field: "tag", value: "kitchen" }, { field: "price_above", currency: "USD", amount: 1 }, { field: "in_stock" }]
  yield* add("/ecommerce/collections", { title: "By rule", rule: { match: "any", conditions } })
  yield* add("/kb/company/1", { title: "Returns", body: "Within 30 days." })
  yield* add("/kb/company/1/drafts", { question: "Do you wrap presents?" })
  yield* add("/analytics/goals", { name: "Signs up", event: "Signed up" })
  yield* add("/analytics/goals", { name: "Reads prices", page: "/prices" })
  yield* add("/kb/synonyms", { words: ["voucher", "gift card"] })
  const report_id = yield* add("/analytics/reports", { name: "Least", query: { measure: "new_contacts", period: "today" } })
  const mostAsked = yield* add("/analytics/reports", {
    name: "Most", description: "For Mondays.", chart: "bars", query: {
      measure: "won_amount", dimensions: ["month", "deal_owner"], filters: [{ dimension: "deal_status", op: "is_not", values: ["open", null] }],
      period: { from: "2026-01-01", to: "2026-03-31" }, compare: "year_before", limit: 10
    }
  })
  yield* send(`/analytics/reports/${mostAsked}/schedule`, {
    key: "acme", method: "PUT", ...json({ schedule: { every: "week", weekday: "monday", at: "07:30", recipients: [yield* member("acme")] } })
  })
  yield* add("/analytics/dashboards", { name: "Least", tiles: [] })
  yield* add("/analytics/dashboards", { name: "Most", tiles: [{ report_id, title: "Today", show: "figure", wide: true }, { report_id: mostAsked }] })
  yield* add("/workflows/schedules", { name: "Least", workflow: "website.check_links", interval_seconds: 86_400 })
  yield* add("/workflows/schedules", {
    name: "Most", workflow: "website.check_links", input: {}, cron: "30 7 * * 1-5", time_zone: "Europe/Oslo", jitter_seconds: 60, overlap: "buffer_one",
    catch_up_seconds: 3_600, ends_at: "2999-01-01T00:00:00Z", note: "Before the meeting."
  })
  yield* someAnswer("acme")
  yield* someRun("acme")
})

const caller = Caller.of({
  company_id: CompanyId.make(companyIds.acme), key_id: KeyId.make(1), credential: "key", scopes: new Set(), tier: "enterprise", mode: "live",
  standing: new Map()
})

layer(TestServer, { excludeTestServices: true })("the rows of a repository", (it) => {
  it.effect("are what the entity's read schema says, no less and no more", () =>
    Effect.gen(function*() {
      yield* fill
      const sql = yield* OwnerSql
      const tenancy = yield* Tenancy
      for (const { entity, find, table } of yield* allRecords) {
        const decode = Schema.decodeUnknownSync(Schema.toType(entity.read) as Schema.Codec<unknown>, { errors: "all", onExcessProperty: "error" })
        const ids = yield* sql<{ id: number }>`select id from ${sql(table)} where ${sql(table === "companies" ? "id" : "company_id")} = ${companyIds.acme}`
        const rows = yield* Effect.forEach(ids, ({ id }) => tenancy.as(companyIds.acme)(find(id)))
        const found = rows.flatMap(Option.toArray)
        assert.isAbove(found.length, 0, `${table}: add one above`)
        for (const row of found) assert.deepStrictEqual(decode(row), row, table)
        for (const row of found) assert.notStrictEqual(entity.label(row) ?? "", "", `${table}: what people call it`)
      }
    }).pipe(Effect.provideService(Caller, caller)))
})
