import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { send, TestServer } from "../support/test-server.ts"
import { cart, carts, discount, goods, put, ratesOf, readCart } from "./carting.ts"

const leeds = { line1: "1 Road", city: "Leeds", country: "GB" }

layer(TestServer, { excludeTestServices: true })("carts", (it) => {
  it.effect("come to the sum of what is in them, with discounts, shipping and tax, and say why", () =>
    Effect.gen(function*() {
      const { variant_id, name, product_id } = yield* goods()
      yield* put("/gateway/tax-rates", { rates: [{ name: "VAT", country: "GB", region: null, category: "standard", percentage: 20, inclusive: false }] })
      const [rate] = yield* ratesOf([{ countries: ["GB"], zone: "Britain", by: "weight", bands: [{ from: 0, amount: 300 }, { from: 1_000, amount: 500 }] }])
      yield* discount({ code: "TEN", combines_with: ["shipping"] })
      const made = yield* cart({
        items: [{ variant_id, quantity: 1 }, { variant_id, quantity: 2 }], codes: ["ten", "TEN", "nothing"], shipping_address: leeds, shipping_rate_id: rate.id
      })
      assert.deepInclude(made, {
        state: "open", contact_id: null, currency: "USD", items: [{ variant_id, quantity: 3 }], codes: ["ten", "nothing"], subtotal: 3_000, discount: 300,
        tax: 640, amount: 3_840, requires_shipping: true, faults: [], changed: [], order_id: null, livemode: false, version: 1
      })
      assert.deepInclude(made.lines[0], { variant_id, product_id, sku: null, description: name, quantity: 3, unit_amount: 1_000, discount: 300, amount: 2_700 })
      assert.deepInclude(made.shipping, { shipping_rate_id: rate.id, name: "Standard", zone: "Britain", amount: 500, discount: 0 })
      assert.deepStrictEqual(made.shipping.tax.amount + made.lines[0].tax.amount, 640)
      assert.deepInclude(made.discounts[0], { title: "Welcome", code: "TEN", amount: 300 })
      assert.deepStrictEqual(made.refused_codes, [{ code: "nothing", reason: "unknown", message: "There is no such code." }])
      assert.deepStrictEqual(yield* readCart(made.id), made)
      const { amount, steps } = yield* read(`${carts}/${made.id}/explain`)
      assert.deepStrictEqual([amount, steps.map(({ text }: { text: string }) => text)], [3_840, [
        `3 times 10.00 USD for ${name} is 30.00 USD.`, "Standard in the zone Britain costs 5.00 USD.", "Welcome takes off 10 % of the order: 3.00 USD.",
        "nothing takes nothing off. There is no such code.", "VAT of 32.00 USD, due in GB, is 6.40 USD, which is added.", "Together that is 38.40 USD."
      ]])
      yield* put("/gateway/tax-rates", { rates: [] })
    }))

  it.effect("say what changed since they were read last: prices, stock, products, discounts, shipping", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [one, two, three] = [yield* goods(), yield* goods(), yield* goods()]
      const rates = yield* ratesOf([{}])
      const { id: code_id } = yield* discount({ code: "SOON", combines_with: ["shipping"] })
      const items = [one, two, three].map(({ variant_id }) => ({ variant_id, quantity: 2 }))
      const { id } = yield* cart({ items, codes: ["SOON"], shipping_rate_id: rates[0].id })
      assert.deepStrictEqual((yield* readCart(id)).changed, [])
      yield* sql`update variants set prices = '[{"currency": "USD", "amount": 1100, "compare_at_amount": null, "from_quantity": 1}]' where id = ${one.variant_id}`
      yield* sql`update products set state = 'archived' where id = ${two.product_id}`
      yield* sql`update stock_levels set on_hand = 1 where variant_id = ${three.variant_id}`
      yield* sql`update discounts set ends_at = now() where id = ${code_id}`
      yield* ratesOf([{ ...rates[0], bands: [{ from: 0, amount: 700 }] }])
      const after = yield* readCart(id)
      assert.deepStrictEqual(after.changed.map(({ after, before, kind, variant_id }: any) => [kind, variant_id, before, after]), [
        ["price", one.variant_id, 1_000, 1_100], ["archived", two.variant_id, 1_000, null], ["availability", three.variant_id, 1_000, 1_000],
        ["discount", null, 600, null], ["shipping", null, 490, 700]
      ])
      assert.deepStrictEqual(after.changed.map(({ message }: any) => message), [
        `${one.name} costs 11.00 USD now, not 10.00 USD.`, `${two.name} is not for sale.`, `Only 1 of ${three.name} can be sold.`,
        "The discount Welcome no longer applies.", "Shipping costs 7.00 USD now, not 4.90 USD."
      ])
      assert.deepStrictEqual(after.faults.map(({ available, reason, variant_id }: any) => [reason, variant_id, available]), [
        ["not_active", two.variant_id, null], ["not_available", three.variant_id, 1]
      ])
      assert.deepStrictEqual([after.amount, after.lines.length, after.refused_codes[0].reason, after.version], [2 * 1_100 + 2 * 1_000 + 700, 2, "ended", 1])
      assert.deepStrictEqual((yield* readCart(id)).changed, [], "it is told once")
      yield* ratesOf([])
      assert.deepStrictEqual((yield* readCart(id)).faults.at(-1), { reason: "shipping_rate", variant_id: null, available: null, message: "The shipping rate does not fit the cart or its address." })
    }))

  it.effect("are changed whole, with If-Match, and refuse what cannot be sold", () =>
    Effect.gen(function*() {
      const { variant_id } = yield* goods()
      const { variant_id: draft } = yield* goods({ product: { state: "draft" } })
      const { variant_id: idle } = yield* goods({ active: false })
      const { variant_id: foreign } = yield* goods({}, "bolt")
      const { id } = yield* cart()
      const items = (given: ReadonlyArray<object>, rest: object = {}, headers = {}) => put(`${carts}/${id}/items`, { items: given, ...rest }, "acmeTest", headers)
      const wrong: ReadonlyArray<readonly [string, ReadonlyArray<object>, object?]> = [
        ["items[0].variant_id", [{ variant_id: 999_999_999, quantity: 1 }]],
        ["items[1].variant_id", [{ variant_id, quantity: 1 }, { variant_id: foreign, quantity: 1 }]],
        ["items[0].variant_id", [{ variant_id: draft, quantity: 1 }]],
        ["items[0].variant_id", [{ variant_id: idle, quantity: 1 }]],
        ["items[0].quantity", [{ variant_id, quantity: 0 }]],
        ["items[0].quantity", [{ variant_id, quantity: -1 }]],
        ["items[0].quantity", [{ variant_id, quantity: 1.5 }]],
        ["items[0].quantity", [{ variant_id, quantity: 1_000_001 }]],
        ["items", [{ variant_id, quantity: 600_000 }, { variant_id, quantity: 400_001 }]],
        ["items", Array.from({ length: 101 }, () => ({ variant_id, quantity: 1 }))],
        ["contact_id", [], { contact_id: 999_999_999 }],
        ["shipping_rate_id", [], { shipping_rate_id: 999_999_999 }],
        ["email", [], { email: "nobody" }]
      ]
      for (const [field, given, rest] of wrong) {
        const refused = yield* items(given, rest)
        assert.deepStrictEqual([refused.status, refused.json.details?.[0].field], [422, field], refused.text)
      }
      const inYen = yield* post(carts, { currency: "JPY", items: [{ variant_id, quantity: 1 }] })
      assert.deepStrictEqual([inYen.status, inYen.json.details[0].error], [422, "it has no price in JPY"])
      assert.strictEqual((yield* items([], {}, { "if-match": "\"7\"" })).status, 412)
      const full = yield* items([{ variant_id, quantity: 51 }], { email: "Grace@navy.example", shipping_address: leeds }, { "if-match": "\"1\"" })
      assert.deepInclude(full.json, { version: 2, email: "grace@navy.example", shipping_address: leeds, amount: 51_000 })
      assert.deepInclude(full.json.faults[0], { reason: "not_available", available: 50 })
      const emptied = yield* items([])
      assert.deepInclude(emptied.json, { amount: 0, lines: [], email: "grace@navy.example", faults: [], requires_shipping: false })
      const absurd = yield* goods({ prices: "[{\"currency\": \"USD\", \"amount\": 999999999999, \"compare_at_amount\": null, \"from_quantity\": 1}]" })
      const beyond = yield* items([{ variant_id: absurd.variant_id, quantity: 1_000_000 }])
      assert.deepStrictEqual([beyond.json.faults[0].reason, beyond.json.amount], ["too_much", 0])
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* send(`${carts}/${id}`, { key })).status, 404)
    }))

  it.effect("say of each code what it takes off or why not, and go by who the contact is", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { variant_id } = yield* goods()
      const { id: contact_id } = yield* someone("acmeTest")
      const once = yield* discount({ code: "Once", usage_limit_per_contact: 1, combines_with: ["order"] })
      yield* discount({ code: "Rich", minimum_amount: 5_000, combines_with: ["order"] })
      const { id } = yield* cart({ contact_id, items: [{ variant_id, quantity: 2 }] })
      const applied = yield* put(`${carts}/${id}/discount`, { codes: ["ONCE", "rich"] })
      assert.deepStrictEqual([applied.json.discounts.map(({ code }: any) => code), applied.json.refused_codes[0].reason], [["Once"], "minimum_amount"])
      assert.deepStrictEqual((yield* put(`${carts}/${id}/items`, { items: [{ variant_id, quantity: 5 }] })).json.discounts.map(({ amount }: any) => amount), [500, 450])
      yield* sql`insert into discount_uses (company_id, discount_id, livemode, contact_id, used, most) values (1, ${once.id}, false, ${contact_id}, 1, 1)`
      const used = yield* readCart(id)
      assert.deepStrictEqual(used.refused_codes, [{ code: "ONCE", reason: "used_by_contact", message: "The customer used the code as often as one can." }])
      assert.strictEqual(used.changed[0].kind, "discount")
      assert.strictEqual((yield* put(`${carts}/${id}/discount`, { codes: [] })).json.discount, 0)
    }))

  it.effect("take over others, whose goods are added to theirs, and expire", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [one, two] = [yield* goods(), yield* goods()]
      const { id: contact_id } = yield* someone("acmeTest")
      const first = yield* cart({ items: [{ variant_id: one.variant_id, quantity: 1 }], email: "first@x.example", codes: ["A"] })
      const second = yield* cart({ contact_id, items: [{ variant_id: one.variant_id, quantity: 2 }, { variant_id: two.variant_id, quantity: 3 }] })
      const body = { contact_id, items: [{ variant_id: two.variant_id, quantity: 4 }], merge_cart_ids: [first.id, second.id] }
      const both = yield* cart(body)
      assert.deepInclude(both, { contact_id, email: "first@x.example", codes: ["A"], amount: 10_000 })
      assert.deepStrictEqual(both.items, [{ variant_id: two.variant_id, quantity: 7 }, { variant_id: one.variant_id, quantity: 3 }])
      assert.strictEqual((yield* readCart(first.id)).state, "merged")
      const again = yield* post(carts, { currency: "USD", ...body })
      assert.deepStrictEqual([again.status, again.json.message], [409, `Cart ${first.id} is merged, so that it cannot be changed.`])
      const inEuro = yield* post(carts, { currency: "EUR", merge_cart_ids: [both.id] })
      assert.deepStrictEqual([inEuro.status, inEuro.json.details[0].error], [422, "it is in USD, not in EUR"])
      const { id: foreign } = yield* cart({}, "bolt")
      assert.strictEqual((yield* post(carts, { currency: "USD", merge_cart_ids: [foreign] })).json.details[0].error, "there is no such cart")
      yield* sql`update carts set expires_at = now() where id = ${both.id}`
      assert.strictEqual((yield* readCart(both.id)).state, "expired")
      const late = yield* put(`${carts}/${both.id}/items`, { items: [] })
      assert.deepStrictEqual([late.status, late.json.message], [409, `Cart ${both.id} is expired, so that it cannot be changed.`])
      const raced = yield* cart()
      const ends = yield* Effect.forEach(Array.from({ length: 8 }), () => post(carts, { currency: "USD", merge_cart_ids: [raced.id] }), { concurrency: "unbounded" })
      assert.deepStrictEqual(ends.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 7 }, () => 409)])
    }))
})
