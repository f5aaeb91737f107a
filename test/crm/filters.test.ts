import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import fc from "fast-check"
import { Filters, type Group, linkFields, moments, textFields } from "#schemas/crm/filter"
import { withOne } from "../calendar/booking.ts"
import { OwnerSql } from "../support/database.ts"
import { product } from "../support/shop-order.ts"
import { TestServer, send } from "../support/test-server.ts"
import { fits, type Known } from "./filter-evaluator.ts"
import { call, member } from "./records.ts"

const SEED = Number(process.env["FILTER_SEED"] ?? 20_261_121)
const FILTERS = Number(process.env["FILTERS"] ?? 400)
const CONTACTS = 60
const DAY = 86_400_000

const letters = ["a", "A", "b", "B", "ß", "Ä", "ä", "Σ", "σ", "é", "%", "_", "\\", "'", "\"", "(", " ", "☃", "😀", "1"]
const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 }).map((all) => all.join("").trim()).filter((text) => text !== "")
const tags = ["new", "VIP", "é'\"{}", "a,b"]
const kinds = ["note", "call", "meeting", "email"] as const
const statuses = ["open", "won", "lost"] as const
const appointmentStatuses = ["requested", "booked", "completed", "no_show", "canceled", "declined"] as const
const paymentStates = ["unpaid", "paid"] as const
const daysAgo = fc.constantFrom(0, 1, 3, 10, 40, 400)
const few = fc.integer({ min: 0, max: 4 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const values = {
  motto: word,
  size: fc.constantFrom(-2.5, 0, 0.1, 3, 1e21, 12),
  born: fc.constantFrom("0001-01-01", "1906-12-09", "2000-02-29", "9999-12-31"),
  plan: fc.constantFrom("gold", "Gold", "grey 'n blue"),
  vip: fc.boolean()
}
const free = new Set(["motto"])

const contact = fc.record({
  first_name: maybe(word), last_name: word, email: fc.constant(null), phone: fc.constant(null), company_name: maybe(word),
  notes: maybe(word), source: maybe(word), owner: fc.integer({ min: -1, max: 1 }), organization: fc.integer({ min: -1, max: 1 }),
  tags: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 3 }),
  score: fc.integer({ min: -2, max: 2 }),
  custom_fields: fc.record(values, { requiredKeys: [] }),
  created: daysAgo, updated: daysAgo,
  activities: fc.array(fc.record({ kind: fc.constantFrom(...kinds), ago: daysAgo }), { maxLength: 4 }),
  deals: fc.array(fc.record({ status: fc.constantFrom(...statuses), ago: daysAgo }), { maxLength: 3 }),
  appointments: fc.array(fc.record({ of: fc.integer({ min: 0, max: 1 }), status: fc.constantFrom(...appointmentStatuses), ago: daysAgo, counts: fc.boolean() }), { maxLength: 3 }),
  orders: fc.array(fc.record({ payment_state: fc.constantFrom(...paymentStates), ago: daysAgo, counts: fc.boolean() }), { maxLength: 3 }),
  payments: fc.array(fc.record({ currency: fc.constantFrom("USD", "EUR"), taken: few, back: few, ago: daysAgo, counts: fc.boolean() }), { maxLength: 3 }),
  purchases: fc.array(fc.record({ of: fc.integer({ min: 0, max: 1 }), quantity: fc.integer({ min: 1, max: 3 }), back: few, ago: daysAgo, counts: fc.boolean() }), { maxLength: 2 }),
  messages: fc.array(fc.record({ direction: fc.constantFrom("inbound", "outbound"), ago: daysAgo, counts: fc.boolean() }), { maxLength: 3 }),
  calls: fc.array(fc.record({ direction: fc.constantFrom("inbound", "outbound"), result: fc.constantFrom("answered", "missed"), ago: daysAgo, counts: fc.boolean() }), { maxLength: 3 })
})

const comparison = fc.constantFrom("eq", "ne", "lt", "lte", "gt", "gte")
const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(all: T, optional: ReadonlyArray<keyof T>) =>
  fc.record(all, { requiredKeys: Object.keys(all).filter((key) => !optional.includes(key)) as never })

type Sold = ReadonlyArray<{ readonly product_id: number; readonly variant_id: number }>

const conditionOf = (owners: ReadonlyArray<number>, organizations: ReadonlyArray<number>, sold: Sold, services: ReadonlyArray<number>) => {
  const type = <T extends string>(name: T) => fc.constant(name)
  const asked = (key: string, ops: ReadonlyArray<string>, value: fc.Arbitrary<unknown>) =>
    fc.oneof(
      fc.record({ type: type("custom"), key: fc.constant(key), op: fc.constantFrom(...ops), value }),
      fc.record({ type: type("custom"), key: fc.constant(key), op: fc.constant("empty") })
    )
  const ordered = ["is", "is_not", "lt", "lte", "gt", "gte"]
  return fc.oneof(
    fc.record({ type: type("text"), field: fc.constantFrom(...textFields), op: fc.constantFrom("is", "is_not", "contains", "starts_with", "ends_with"), value: word }),
    fc.record({ type: type("empty"), field: fc.constantFrom(...textFields, ...linkFields) }),
    fc.record({ type: type("link"), field: fc.constant("owner_id"), value: fc.constantFrom(...owners, 999_999) }),
    fc.record({ type: type("link"), field: fc.constant("organization_id"), value: fc.constantFrom(...organizations, 999_999) }),
    fc.record({ type: type("tag"), value: fc.constantFrom(...tags, "none") }),
    fc.record({ type: type("score"), op: comparison, value: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ type: type("time"), field: fc.constantFrom(...moments), op: fc.constantFrom("before", "since"), value: daysAgo.map((days) => new Date(Date.now() - days * DAY + 3_600_000).toISOString()) }),
    fc.record({ type: type("age"), field: fc.constantFrom(...moments), op: fc.constantFrom("within", "longer_ago"), days: fc.constantFrom(1, 3, 10, 40, 400, 3_650) }),
    asked("motto", ["is", "is_not", "contains"], word),
    asked("size", ordered, values.size),
    asked("born", ordered, values.born),
    asked("plan", ["is", "is_not"], values.plan),
    asked("vip", ["is", "is_not"], fc.boolean()),
    optional({ type: type("activities"), kind: fc.constantFrom(...kinds), within_days: fc.constantFrom(1, 10, 400), op: comparison, value: few }, ["kind", "within_days"]),
    optional({ type: type("deals"), status: fc.constantFrom(...statuses), within_days: fc.constantFrom(1, 10, 400), op: comparison, value: few }, ["status", "within_days"]),
    optional({ type: type("appointments"), service_id: fc.constantFrom(...services), status: fc.constantFrom(...appointmentStatuses), within_days: fc.constantFrom(1, 10, 400),
      op: comparison, value: few }, ["service_id", "status", "within_days"]),
    optional({ type: type("orders"), payment_state: fc.constantFrom(...paymentStates), within_days: fc.constantFrom(1, 10, 400), op: comparison, value: few }, ["payment_state", "within_days"]),
    optional({ type: type("revenue"), currency: fc.constantFrom("USD", "EUR"), within_days: fc.constantFrom(1, 10, 400), op: comparison, value: few }, ["currency", "within_days"]),
    optional({ type: type("purchases"), product_id: fc.constantFrom(...sold.map(({ product_id }) => product_id)), variant_id: fc.constantFrom(...sold.map(({ variant_id }) => variant_id)),
      tag: fc.constantFrom("books", "none"), within_days: fc.constantFrom(1, 10, 400), op: comparison, value: few }, ["product_id", "variant_id", "tag", "within_days"]),
    optional({ type: type("messages"), direction: fc.constantFrom("inbound", "outbound"), within_days: fc.constantFrom(1, 10, 400), op: comparison, value: few }, ["direction", "within_days"]),
    optional({ type: type("calls"), direction: fc.constantFrom("inbound", "outbound"), result: fc.constantFrom("answered", "missed"), within_days: fc.constantFrom(1, 10, 400),
      op: comparison, value: few }, ["direction", "result", "within_days"])
  )
}

const group = (item: fc.Arbitrary<unknown>) =>
  fc.record({ match: fc.constantFrom("all", "any", "none"), of: fc.array(item, { minLength: 1, maxLength: 3 }) })

const filterOf = (owners: ReadonlyArray<number>, organizations: ReadonlyArray<number>, sold: Sold, services: ReadonlyArray<number>) => {
  const condition = conditionOf(owners, organizations, sold, services)
  const inner = group(condition)
  const middle = group(fc.oneof({ arbitrary: condition, weight: 3 }, { arbitrary: inner, weight: 1 }))
  return group(fc.oneof({ arbitrary: condition, weight: 3 }, { arbitrary: middle, weight: 1 }))
}

layer(TestServer, { excludeTestServices: true })("filters", (it) => {
  it.effect("say of each contact what plain TypeScript says", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (const [key, type] of [["motto", "text"], ["size", "number"], ["born", "date"], ["plan", "select"], ["vip", "boolean"]]) {
        yield* call("acme", "POST", "/crm/fields", { key, type, label: key, options: type === "select" ? ["gold", "Gold", "grey 'n blue"] : [] })
      }
      const owners = [yield* member("acme"), yield* member("acme")]
      const organizations: Array<number> = []
      for (const name of ["One", "Two"]) organizations.push((yield* call("acme", "POST", "/crm/companies", { name })).json.id)
      const { json: { items: [pipeline] } } = yield* send("/crm/pipelines", { key: "acme" })

      const productTags = [["books", "new"], []]
      const sold = yield* Effect.forEach(productTags, (tags) => product({ tags }, "acme"))
      const services = [(yield* withOne()).service_id, (yield* withOne()).service_id]
      const [session] = yield* sql<{ id: number }>`insert into booked_sessions (company_id, service_id, starts_at, ends_at, capacity, taken)
        values (1, ${services[0]!}, now(), now() + interval '1 hour', 1, 1) returning id`

      const now = Date.now()
      const at = (days: number) => new Date(now - days * DAY - (days === 0 ? 0 : DAY / 2)).toISOString()
      const everybody = new Map<number, Known>()
      for (const one of fc.sample(contact, { seed: SEED, numRuns: CONTACTS })) {
        const { activities, appointments, calls, created, custom_fields, deals, messages, orders, organization, owner, payments, purchases, updated, ...plain } = one
        const [owner_id, organization_id] = [owners[owner] ?? null, organizations[organization] ?? null]
        const [row] = yield* sql<{ id: number }>`insert into contacts ${sql.insert({
          company_id: 1, ...plain, owner_id, organization_id, custom_fields: JSON.stringify(custom_fields),
          created_at: at(created), updated_at: at(updated)
        })} returning id`
        for (const { ago, kind } of activities) {
          yield* sql`insert into activities ${sql.insert({ company_id: 1, kind, subject: "s", contact_id: row!.id, occurred_at: at(ago) })}`
        }
        for (const { ago, status } of deals) {
          yield* sql`insert into deals ${sql.insert({
            company_id: 1, title: "t", pipeline_id: pipeline.id, stage: pipeline.stages[0].name, status, amount: 1, currency: "USD",
            contact_id: row!.id, created_at: at(ago)
          })}`
        }
        for (const { ago, counts, of, status } of appointments) {
          const isOff = status === "canceled" || status === "declined"
          yield* sql`insert into appointments ${sql.insert({
            company_id: 1, contact_id: row!.id, service_id: services[of]!, session_id: isOff ? null : session!.id, status, livemode: counts,
            starts_at: at(0), ends_at: new Date(now + DAY).toISOString(), created_at: at(ago)
          })}`
        }
        for (const [n, { ago, counts, direction }] of messages.entries()) {
          const [phone, own] = [`+1202555${row!.id}${n}`, "+12025550100"]
          const [thread] = yield* sql<{ id: number }>`insert into sms_threads ${sql.insert({
            company_id: 1, own_phone: own, phone, last_message: "m", last_direction: direction, livemode: counts
          })} returning id`
          yield* sql`insert into sms_messages ${sql.insert({
            company_id: 1, contact_id: row!.id, thread_id: thread!.id, direction, state: direction === "inbound" ? "received" : "sent", from_phone: own, to_phone: phone,
            message: "m", encoding: "GSM-7", segments: 1, provider: "twilio", livemode: counts, created_at: at(ago)
          })}`
        }
        for (const { ago, counts, direction, result } of calls) {
          yield* sql`insert into calls ${sql.insert({
            company_id: 1, contact_id: row!.id, direction, result, state: "completed", rule: direction === "inbound" ? "open" : null, from_phone: "+12025550100",
            to_phone: "+12025550101", provider: "simulated", livemode: counts, created_at: at(ago)
          })}`
        }
        for (const [n, { ago, counts, payment_state }] of orders.entries()) {
          const nothing = JSON.stringify([])
          yield* sql`insert into orders ${sql.insert({
            company_id: 1, contact_id: row!.id, payment_state, amount: 1, currency: "USD", lines: nothing, discount: 0, order_discount: 0, subtotal: 1, tax: 0,
            taxes: nothing, livemode: counts || n % 2 === 0, state: !counts && n % 2 === 0 ? "cancelled" : "open", created_at: at(ago)
          })}`
        }
        for (const { ago, back, counts, currency, taken } of payments) {
          yield* sql`insert into payments ${sql.insert({
            company_id: 1, contact_id: row!.id, state: "succeeded", amount: 9, captured_amount: taken, refunded_amount: Math.min(taken, back), currency,
            provider: "stripe", simulated: false, livemode: counts, created_at: at(ago)
          })}`
        }
        for (const { ago, back, counts, of, quantity } of purchases) {
          const nothing = JSON.stringify([])
          const [made] = yield* sql<{ id: number }>`insert into orders ${sql.insert({
            company_id: 1, contact_id: row!.id, payment_state: "paid", amount: 1, currency: "USD", lines: nothing, discount: 0, order_discount: 0, subtotal: 1,
            tax: 0, taxes: nothing, livemode: counts, state: "paid", created_at: at(ago)
          })} returning id`
          const { product_id, variant_id } = sold[of]!
          yield* sql`insert into order_items ${sql.insert({
            company_id: 1, order_id: made!.id, line: 1, product_id, variant_id, quantity, amount: 1, prepared: quantity, fulfilled: quantity,
            returned: Math.min(back, quantity), livemode: counts
          })}`
        }
        const bought = purchases.filter(({ counts }) => counts)
        everybody.set(row!.id, {
          ...plain, owner_id, organization_id, custom_fields: custom_fields as never,
          created_at: Date.parse(at(created)), updated_at: Date.parse(at(updated)),
          activities: activities.map(({ ago, kind }) => ({ kind, at: Date.parse(at(ago)) })),
          deals: deals.map(({ ago, status }) => ({ status, at: Date.parse(at(ago)) })),
          appointments: appointments.filter(({ counts }) => counts)
            .map(({ ago, of, status }) => ({ service_id: services[of]!, status, at: Date.parse(at(ago)) })),
          orders: [
            ...orders.filter(({ counts }) => counts).map(({ ago, payment_state }) => ({ payment_state, at: Date.parse(at(ago)) })),
            ...bought.map(({ ago }) => ({ payment_state: "paid", at: Date.parse(at(ago)) }))
          ],
          payments: payments.filter(({ counts }) => counts)
            .map(({ ago, back, currency, taken }) => ({ currency, amount: taken - Math.min(taken, back), at: Date.parse(at(ago)) })),
          purchases: bought.map(({ ago, back, of, quantity }) =>
            ({ ...sold[of]!, tags: productTags[of]!, pieces: quantity - Math.min(back, quantity), at: Date.parse(at(ago)) })),
          messages: messages.filter(({ counts }) => counts).map(({ ago, direction }) => ({ direction, at: Date.parse(at(ago)) })),
          calls: calls.filter(({ counts }) => counts).map(({ ago, direction, result }) => ({ direction, result, at: Date.parse(at(ago)) }))
        })
      }
      /* What is not theirs must not count: the bin, and another company. */
      yield* sql`insert into contacts ${sql.insert({ company_id: 1, last_name: "a", tags: ["new"], deleted_at: at(1) })}`
      yield* sql`insert into contacts ${sql.insert({ company_id: 2, last_name: "a", tags: ["new"] })}`

      let [some, all] = [0, 0]
      for (const [turn, sent] of fc.sample(filterOf(owners, organizations, sold, services), { seed: SEED + 1, numRuns: FILTERS }).entries()) {
        const filter = Schema.decodeUnknownSync(Filters)(sent) as Group
        const made = yield* call("acme", "POST", "/crm/segments", { name: `S ${turn}`, filter: sent })
        assert.strictEqual(made.status, 201, `${made.text} ${JSON.stringify(sent)}`)
        assert.deepStrictEqual(made.json.filter, filter)
        const { json, text } = yield* send(`/crm/segments/${made.json.id}/contacts?limit=200`, { key: "acme" })
        const expected = [...everybody].filter(([, known]) => fits(filter, known, now, free)).map(([id]) => id)
        assert.deepStrictEqual(json.items?.map(({ id }: any) => id), expected, `${JSON.stringify(sent)} ${text.slice(0, 200)}`)
        assert.strictEqual(json.total, expected.length)
        if (expected.length > 0 && expected.length < CONTACTS) some++
        all++
      }
      /* Filters that fit nobody or everybody would prove nothing. */
      assert.isAbove(some, all * 0.5)
    }))
})
