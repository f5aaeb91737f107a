import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Quotes } from "#layers/payments/quotes"
import { someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { booksAreRight, movedBy, post, read } from "./paying.ts"
import { accept, quote, quotes, sentQuote, tokenOf } from "./quoting.ts"

const change = (id: number, body: object, headers: Record<string, string> = {}) =>
  send(`${quotes}/${id}`, { key: "acmeTest", method: "PATCH", headers, ...json(body) })

const eventsOf = (object: string, id: number) =>
  Effect.flatMap(OwnerSql, (sql) =>
    Effect.map(sql<{ kind: string }>`select kind from events where company_id = 1 and data -> 'object' ->> 'id' = ${String(id)}
      and kind like ${`${object}.%`} order by id`, (rows) => rows.map(({ kind }) => kind)))

layer(TestServer, { excludeTestServices: true })("quotes", (it) => {
  it.effect("are drafted with sums, changed with If-Match, listed by their state, and kept apart by mode and company", () =>
    Effect.gen(function*() {
      const made = yield* quote({ discount: 100, reference: "Q-1", note: "Within two weeks.", valid_until: "2099-01-01T00:00:00+01:00" })
      assert.deepInclude(made, {
        state: "draft", becomes: "order", currency: "EUR", subtotal: 1_800, discount: 100, amount: 1_700, reference: "Q-1", version: 1,
        valid_until: "2098-12-31T23:00:00.000Z", accepted_at: null, order_id: null, invoice_id: null, livemode: false
      })
      assert.match(made.url, /^http:\/\/127\.0\.0\.1:\d+\/quote\/[\w-]{43}$/)
      assert.deepStrictEqual(yield* read(`${quotes}/${made.id}`), made)
      assert.deepStrictEqual((yield* read(`${quotes}?state=draft&contact_id=${made.contact_id}`)).items, [made])
      assert.strictEqual((yield* read(`${quotes}?state=sent`)).total, 0)
      for (const key of ["acme", "bolt"] as const) {
        assert.strictEqual((yield* send(`${quotes}/${made.id}`, { key })).status, 404)
        assert.strictEqual((yield* post(`${quotes}/${made.id}/send`, {}, key)).status, 404)
      }
      assert.strictEqual((yield* change(made.id, { discount: 300 }, { "if-match": "\"7\"" })).status, 412)
      const changed = yield* change(made.id, { discount: 300 }, { "if-match": "\"1\"" })
      assert.deepInclude(changed.json, { amount: 1_500, discount: 300, version: 2, url: made.url })
      assert.deepInclude((yield* change(made.id, { lines: [{ description: "Manual", unit_amount: 500 }] })).json, { amount: 200, subtotal: 500, discount: 300 })
    }))

  it.effect("are sent by e-mail with their page, or without, and changed afterwards only as drafts", () =>
    Effect.gen(function*() {
      const { json: contact } = yield* post("/crm/contacts", { first_name: "Grace", email: "grace@quotes.example" })
      const made = yield* quote({ contact_id: contact.id })
      const sent = yield* post(`${quotes}/${made.id}/send`, { message: "As we discussed." })
      assert.deepInclude(sent.json, { state: "sent", version: 2, url: made.url })
      const { items: [email] } = yield* read(`/messages/emails?contact_id=${contact.id}`)
      assert.deepInclude(email, { template: "quote", state: "simulated", subject: `Quote ${made.id} from acme` })
      assert.include((yield* read(`/messages/emails/${email.id}`)).text, made.url)
      const refused = yield* change(made.id, { discount: 100 })
      assert.deepStrictEqual([refused.status, refused.json.message], [409, "The quote is sent: make it a draft again to change it."])
      assert.deepInclude((yield* change(made.id, { state: "draft", discount: 100 })).json, { state: "draft", amount: 1_700, sent_at: sent.json.sent_at })
      assert.strictEqual((yield* accept(sent.json)).status, 409)
      const again = yield* post(`${quotes}/${made.id}/send`, { email: null })
      assert.deepInclude(again.json, { state: "sent", amount: 1_700 })
      assert.strictEqual((yield* accept({ url: made.url, version: again.json.version - 1 })).json.message, "The quote was changed or sent again since it was read: read it again.")
      assert.deepInclude((yield* change(made.id, { state: "canceled" })).json, { state: "canceled" })
      assert.deepInclude((yield* change(made.id, { state: "canceled" })).json, { state: "canceled" })
      for (const done of [yield* change(made.id, { state: "draft" }), yield* post(`${quotes}/${made.id}/send`, {}), yield* accept(again.json)]) {
        assert.strictEqual(done.status, 409, done.text)
      }
      assert.deepStrictEqual(yield* eventsOf("quote", made.id), ["quote.sent", "quote.sent"])
    }))

  it.effect("become an order with the very same sums once they are accepted, whatever rates are set since, and move no money", () =>
    Effect.gen(function*() {
      const rates = (percentage: number) => send("/gateway/tax-rates", {
        key: "acmeTest", method: "PUT", ...json({ rates: [{ name: "VAT", country: "GB", region: null, category: "standard", percentage, inclusive: false }] })
      })
      yield* rates(19.6)
      const made = yield* sentQuote({
        lines: [{ description: "Manual", quantity: 3, unit_amount: 333, discount: 7 }, { description: "Delivery", unit_amount: 99 }], discount: 11, tax_country: "GB",
        reference: "Q-7", note: "Within two weeks."
      })
      yield* rates(25)
      const { done, moved } = yield* movedBy(accept(made))
      assert.deepStrictEqual(moved, {})
      assert.strictEqual(done.status, 200, done.text)
      const { order_id, pay_url } = done.json
      assert.deepInclude(done.json, { state: "accepted", accepted_by: "Grace Hopper", amount: made.amount, becomes: "order", invoice_id: null })
      assert.match(pay_url, /\/pay\/[\w-]{43}$/)
      const order = yield* read(`/orders/${order_id}`)
      for (const field of ["contact_id", "lines", "taxes", "subtotal", "discount", "tax", "amount", "currency", "tax_country", "reference"]) {
        assert.deepStrictEqual(order[field], made[field], field)
      }
      assert.deepInclude(order, { notes: "Within two weeks.", state: "open" })
      const again = yield* accept(made, { name: "Somebody else", version: 1 })
      assert.deepStrictEqual([again.status, again.json], [200, done.json])
      assert.deepInclude(yield* read(`${quotes}/${made.id}`), { state: "accepted", order_id, accepted_by: "Grace Hopper" })
      assert.strictEqual((yield* change(made.id, { note: "Never" })).status, 409)
      assert.deepStrictEqual([yield* eventsOf("quote", made.id), yield* eventsOf("order", order_id)], [["quote.sent", "quote.accepted"], ["order.created"]])
    }))

  it.effect("become a draft of an invoice, which the company finalizes", () =>
    Effect.gen(function*() {
      const made = yield* sentQuote({ becomes: "invoice", discount: 50 })
      const { json: { invoice_id, order_id, pay_url } } = yield* accept(made)
      assert.deepStrictEqual([order_id, pay_url], [null, null])
      const invoice = yield* read(`/gateway/invoices/${invoice_id}`)
      assert.deepInclude(invoice, { state: "draft", number: null, amount: 1_750, discount: 50, contact_id: made.contact_id })
      assert.deepStrictEqual(invoice.lines, made.lines)
      yield* post(`/gateway/invoices/${invoice_id}/finalize`, {})
      const { json: { url } } = yield* post("/gateway/payment-links", { invoice_id })
      assert.strictEqual((yield* accept(made)).json.pay_url, url)
      yield* booksAreRight
    }))

  it.effect("are accepted once by 50 who accept at once", () =>
    Effect.gen(function*() {
      const made = yield* sentQuote()
      const all = yield* Effect.forEach(Array.from({ length: 50 }, (_, turn) => `Grace ${turn}`), (name) => accept(made, { name }), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(all.map(({ status }) => status))], [200])
      assert.strictEqual(new Set(all.map(({ text }) => text)).size, 1)
      assert.strictEqual((yield* read(`/orders/?contact_id=${made.contact_id}`)).total, 1)
      assert.deepStrictEqual(yield* eventsOf("quote", made.id), ["quote.sent", "quote.accepted"])
    }))

  it.effect("are either accepted as they were read or changed, where both are asked for at once", () =>
    Effect.gen(function*() {
      const all = yield* Effect.forEach(Array.from({ length: 12 }), () => sentQuote())
      const ends = yield* Effect.forEach(all, (made) =>
        Effect.all([accept(made), change(made.id, { state: "draft", discount: 300 })], { concurrency: 2 }), { concurrency: "unbounded" })
      for (const [place, [accepted, changed]] of ends.entries()) {
        assert.deepStrictEqual([accepted.status, changed.status].toSorted(), [200, 409], accepted.text + changed.text)
        const { contact_id, id } = all[place]!
        const after = yield* read(`${quotes}/${id}`)
        const { items: orders } = yield* read(`/orders/?contact_id=${contact_id}`)
        assert.deepStrictEqual(orders.map(({ amount }: { amount: number }) => amount), accepted.status === 200 ? [1_800] : [])
        assert.deepInclude(after, accepted.status === 200 ? { state: "accepted", amount: 1_800 } : { state: "draft", amount: 1_500 })
      }
      yield* booksAreRight
    }))

  it.effect("are refused with one clear error where what they ask for cannot be", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const { id: foreign } = yield* someone("bolt")
      const lines = [{ description: "Manual", unit_amount: 500 }]
      const wrong: ReadonlyArray<readonly [number, string, object]> = [
        [400, "contact_id", { lines }],
        [422, "contact_id", { contact_id: foreign, lines }],
        [400, "lines", { contact_id }],
        [422, "lines", { contact_id, lines: [] }],
        [422, "lines", { contact_id, lines: [{ description: "Nothing", unit_amount: 0 }] }],
        [422, "discount", { contact_id, lines, discount: 501 }],
        [422, "valid_until", { contact_id, lines, valid_until: "2020-01-01T00:00:00Z" }],
        [422, "becomes", { contact_id, lines, becomes: "subscription" }],
        [422, "currency", { contact_id, lines, currency: "XXQ" }]
      ]
      for (const [status, field, given] of wrong) {
        const { json, status: got, text } = yield* post(quotes, given)
        assert.deepStrictEqual([got, json.details?.[0]?.field], [status, field], text)
      }
      const made = yield* sentQuote()
      for (const token of ["x", "x".repeat(43), "send"]) {
        assert.strictEqual((yield* accept({ ...made, url: token })).status, 404)
      }
      for (const given of [{ name: " " }, { name: "4242 4242 4242 4242" }, { name: "x".repeat(201) }, { version: 0 }, { version: 1.5 }]) {
        assert.strictEqual((yield* accept(made, given)).status, 422)
      }
      const nameless = yield* post("/crm/contacts", { first_name: "Nobody" })
      const { id } = yield* quote({ contact_id: nameless.json.id })
      assert.strictEqual((yield* post(`${quotes}/${id}/send`, {})).status, 422)
      yield* send(`/crm/contacts/${made.contact_id}`, { key: "acmeTest", method: "DELETE" })
      assert.strictEqual((yield* accept(made)).json.message, "The quote was canceled.")
    }))

  it.effect("keep what their addresses hold only sealed", () =>
    Effect.gen(function*() {
      const made = yield* sentQuote({ note: "Sealed" }, "acme")
      const token = tokenOf(made)
      const sql = yield* OwnerSql
      const [row] = yield* sql<{ row: string; receipts: string }>`select (select row_to_json(q)::text from quotes q where q.company_id = 1 and q.id = ${made.id}) as row,
        (select string_agg(row_to_json(r)::text, '') from receipts r where company_id = 1) as receipts`
      assert.include(row!.row, "Sealed")
      assert.notInclude(row!.row + row!.receipts, token)
      assert.deepInclude(Option.getOrThrow(yield* Quotes.use(({ byToken }) => byToken(token))), { id: made.id, livemode: true })
    }))
})
