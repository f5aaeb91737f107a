import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { PaymentLinks } from "#layers/payments/links"
import { OwnerSql } from "../support/database.ts"
import { send, TestServer } from "../support/test-server.ts"
import { booksAreRight, invoice, order, pay, post, read } from "./paying.ts"

const links = "/gateway/payment-links"

layer(TestServer, { excludeTestServices: true })("payment links", (it) => {
  it.effect("are made over an amount or an order, listed with their addresses, and deactivated for good", () =>
    Effect.gen(function*() {
      const made = yield* post(links, { amount: 12_500, currency: "EUR", description: "Deposit", expires_at: "2099-01-01T00:00:00+01:00" })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        description: "Deposit", amount: 12_500, currency: "EUR", order_id: null, single_use: false, active: true, state: "active", paid_count: 0,
        expires_at: "2098-12-31T23:00:00.000Z", livemode: false
      })
      assert.match(made.json.url, /^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{43}$/)
      const { id: order_id } = yield* order({ amount: 3_000, currency: "CHF" })
      const { json: ofOrder } = yield* post(links, { order_id, single_use: true })
      assert.deepInclude(ofOrder, { order_id, amount: null, currency: "CHF", single_use: true, description: null })

      assert.deepStrictEqual(yield* read(`${links}/${made.json.id}`), made.json)
      const { items, total } = yield* read(`${links}?sort=-id`)
      assert.deepStrictEqual([total, items], [2, [ofOrder, made.json]])
      assert.strictEqual((yield* read(links, "acme")).total, 0)
      assert.strictEqual((yield* send(`${links}/${made.json.id}`, { key: "acme" })).status, 404)
      assert.strictEqual((yield* send(`${links}/${made.json.id}`, { key: "bolt" })).status, 404)

      const end = post(`${links}/${made.json.id}/deactivate`, {})
      assert.deepInclude((yield* end).json, { active: false, state: "deactivated", version: 2, url: made.json.url })
      assert.deepInclude((yield* end).json, { active: false, version: 2 })
      assert.deepStrictEqual((yield* read(`${links}?active=true`)).items, [ofOrder])
    }))

  it.effect("are refused with one clear error where what they ask for cannot be", () =>
    Effect.gen(function*() {
      const { id: order_id } = yield* order({ amount: 3_000, currency: "CHF" })
      const { id: foreign } = yield* order({ amount: 3_000 }, "acme")
      const { id: invoice_id } = yield* invoice({ lines: [{ description: "Manual", unit_amount: 500 }], currency: "CHF" })
      const { id: of_another } = yield* invoice({ lines: [{ description: "Manual", unit_amount: 500 }] }, "acme")
      const amount = 100
      const description = "Deposit"
      const wrong: ReadonlyArray<readonly [number, string | undefined, object]> = [
        [422, "amount", { description }],
        [422, "amount", { description, amount: 0 }],
        [422, "amount", { description, amount: 1.5 }],
        [422, "amount", { order_id, amount }],
        [422, "amount", { invoice_id, amount }],
        [422, "invoice_id", { invoice_id, order_id }],
        [422, "currency", { invoice_id, currency: "EUR" }],
        [422, "description", { amount }],
        [422, "description", { amount, description: "4242 4242 4242 4242" }],
        [422, "currency", { order_id, currency: "EUR" }],
        [422, "currency", { amount, description, currency: "XXQ" }],
        [422, "expires_at", { amount, description, expires_at: "2020-01-01T00:00:00Z" }],
        [404, undefined, { order_id: foreign }],
        [404, undefined, { invoice_id: of_another }]
      ]
      for (const [status, field, given] of wrong) {
        const { json, text, status: got } = yield* post(links, given)
        assert.deepStrictEqual([got, json.details?.[0]?.field], [status, field], text)
        assert.notInclude(text, "4242")
      }
      yield* pay({ order_id })
      assert.strictEqual((yield* post(links, { order_id })).status, 409)
    }))

  it.effect("keep what their addresses hold only sealed", () =>
    Effect.gen(function*() {
      const { json } = yield* post(links, { amount: 100, description: "Sealed" }, "acme")
      const token = json.url.split("/").at(-1)
      const sql = yield* OwnerSql
      const [row] = yield* sql<{ row: string; receipts: string }>`select (select row_to_json(l)::text from payment_links l where l.company_id = 1 and l.id = ${json.id}) as row,
        (select string_agg(row_to_json(r)::text, '') from receipts r where company_id = 1) as receipts`
      assert.include(row!.row, "Sealed")
      assert.notInclude(row!.row, token)
      assert.notInclude(row!.receipts, token)
      const owner = yield* PaymentLinks.use(({ byToken }) => byToken(token))
      assert.deepInclude(Option.getOrThrow(owner), { id: json.id, livemode: true })
      yield* booksAreRight
    }))
})
