import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted } from "../contract/bookings/visiting.ts"
import { eventually } from "../support/eventually.ts"
import { advance, ready } from "../support/test-clock.ts"
import { send, TestServer } from "../support/test-server.ts"
import { booksAreRight, movedBy, invoice, order, post, read } from "./paying.ts"
import { atHost, headingOf, link, links, payAt, sendForm, showingOf, visit } from "./paying-by-link.ts"

const ofLink = ({ id }: { readonly id: number }) => Effect.map(read(`/gateway/payments?payment_link_id=${id}&sort=id`), ({ items }) => items)

layer(TestServer, { excludeTestServices: true })("the page of a payment link", (it) => {
  it.effect("says what is paid, how much and to whom, as the reader writes numbers and dates, and runs nothing", () =>
    Effect.gen(function*() {
      const { url } = yield* link({ expires_at: "2098-12-31T23:00:00Z" })
      const written = (language: string) => Effect.map(visit(url, { headers: { "accept-language": language } }), ({ text }) => text.replaceAll("\u00a0", " "))
      const german = yield* written("xx,de-AT;q=0.9,en;q=0.5")
      for (const part of ["Deposit for the workshop", "€ 12,50", "31. Dezember 2098", "Test mode: no money moves.", ">acme<"]) assert.include(german, part)
      assert.include(yield* written("ja"), "€12.50")
      const { headers, status, text } = yield* visit(url)
      assert.strictEqual(status, 200)
      assert.notInclude(text, "<script")
      assert.deepInclude(Object.fromEntries(headers), { "referrer-policy": "strict-origin", "cache-control": "no-store", "vary": "accept-language" })
      assert.match(headers.get("content-security-policy")!, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/)
    }))

  it.effect("takes a test card, books it, and gives a receipt; what is sent twice is paid once", () =>
    Effect.gen(function*() {
      const made = yield* link()
      const { text } = yield* visit(made.url)
      const fields = { showing: showingOf(text), card: "pm_card_visa", email: " Grace@Navy.example " }
      const paid = yield* movedBy(Effect.all([sendForm(made.url, fields), sendForm(made.url, fields)], { concurrency: 2 }))
      assert.deepStrictEqual(paid.moved, { provider_clearing: [1_250, 0], revenue: [-1_250, 0] })
      assert.deepStrictEqual(paid.done.map(({ status }) => status), [303, 303])
      const [address, again] = paid.done.map(({ headers }) => headers.get("location")!)
      assert.strictEqual(address, again)
      const receipt = yield* visit(new URL(address!, made.url).href)
      assert.strictEqual(headingOf(receipt), "Paid")
      const [payment, ...others] = yield* ofLink(made)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(payment, { state: "succeeded", amount: 1_250, currency: "EUR", description: "Deposit for the workshop", payment_link_id: made.id })
      assert.deepInclude(yield* read(`/crm/contacts/${payment.contact_id}`), { email: "grace@navy.example" })
      assert.deepInclude(yield* read(`${links}/${made.id}`), { paid_count: 1, state: "active" })

      const { shown } = yield* payAt(made.url, { email: "grace@navy.example" })
      assert.strictEqual(headingOf(shown), "Paid")
      const nameless = yield* payAt(made.url)
      assert.strictEqual(headingOf(nameless.shown), "Paid")
      assert.deepStrictEqual((yield* ofLink(made)).map(({ contact_id }: any) => contact_id), [payment.contact_id, payment.contact_id, null])
      yield* post(`/gateway/payments/${payment.id}/refunds`, { amount: 250 })
      assert.include((yield* visit(new URL(address!, made.url).href)).text, "Given back")
      const guessed = address!.replace(/\/(\d+)\./, (_, id) => `/${Number(id) + 1}.`)
      assert.strictEqual((yield* visit(new URL(guessed, made.url).href)).status, 404)
      const other = yield* link()
      assert.strictEqual((yield* visit(`${other.url}/receipt/${address!.split("/").at(-1)}`)).status, 404)
      yield* booksAreRight
    }))

  it.effect("gives a single use back when a card is declined, and is gone once it was paid", () =>
    Effect.gen(function*() {
      const made = yield* link({ single_use: true })
      const declined = yield* payAt(made.url, { card: "pm_card_chargeDeclinedInsufficientFunds" })
      assert.strictEqual(headingOf(declined.shown), "The payment was not made")
      assert.include(declined.shown.text, "There is not enough money on the card.")
      assert.include(declined.shown.text, `href="${new URL(made.url).pathname}"`)
      assert.strictEqual(headingOf((yield* payAt(made.url)).shown), "Paid")
      const gone = yield* visit(made.url)
      assert.deepStrictEqual([gone.status, headingOf(gone)], [410, "This link was used"])
      assert.strictEqual((yield* sendForm(made.url, { showing: "x".repeat(43), card: "pm_card_visa" })).status, 410)
      assert.deepInclude(yield* read(`${links}/${made.id}`), { state: "used", paid_count: 1 })
      yield* booksAreRight
    }))

  it.effect("waits for the holder of a card that is asked first, who confirms or refuses it", () =>
    Effect.gen(function*() {
      const made = yield* link({ single_use: true })
      const asked = { card: "pm_card_authenticationRequired" }
      const first = yield* payAt(made.url, asked)
      assert.strictEqual(headingOf(first.shown), "The bank asks the holder of the card")
      const busy = yield* visit(made.url)
      assert.deepStrictEqual([busy.status, headingOf(busy)], [409, "A payment is being made"])
      assert.include(busy.text, `href="${first.receipt}"`)
      const address = new URL(first.receipt!, made.url).href
      assert.strictEqual((yield* sendForm(address, { answer: "refuse" })).status, 303)
      const refused = yield* visit(address)
      assert.deepStrictEqual([headingOf(refused), refused.text.includes("It was not confirmed.")], ["The payment was not made", true])
      const second = yield* payAt(made.url, asked)
      const address2 = new URL(second.receipt!, made.url).href
      yield* sendForm(address2, { answer: "confirm" })
      yield* sendForm(address2, { answer: "refuse" })
      assert.strictEqual(headingOf(yield* visit(address2)), "Paid")
      assert.deepStrictEqual((yield* ofLink(made)).map(({ state }: any) => state), ["failed", "succeeded"])

      const left = yield* link({ single_use: true })
      yield* payAt(left.url, asked)
      yield* post(`${links}/${left.id}/deactivate`, {})
      yield* eventually(ofLink(left), ([payment]) => payment.state === "canceled")
      yield* booksAreRight
    }))

  it.effect("takes what is left of an order, for its contact, with its tax, and no more", () =>
    Effect.gen(function*() {
      const made = yield* order({ lines: [{ description: "Manual, hardcover", quantity: 2, unit_amount: 900 }], currency: "EUR" })
      const { url } = yield* link({ order_id: made.id })
      yield* post("/gateway/payments", { order_id: made.id, amount: 300, payment_method: "pm_card_visa" })
      const { text } = yield* visit(url)
      for (const part of [`Order ${made.id}`, "2 × Manual, hardcover", "€15.00"]) assert.include(text, part)
      assert.notInclude(text, "name=\"email\"")
      assert.strictEqual(headingOf((yield* payAt(url)).shown), "Paid")
      const after = yield* read(`/orders/${made.id}`)
      assert.deepInclude(after, { state: "paid", payment_state: "paid", paid_amount: 1_800 })
      const { items } = yield* read(`/gateway/payments?order_id=${made.id}&sort=-id`)
      assert.strictEqual(items[0].contact_id, made.contact_id)
      const done = yield* visit(url)
      assert.deepStrictEqual([done.status, headingOf(done)], [410, "This was paid"])
      const cancelled = yield* order({ amount: 500 })
      const ofCancelled = yield* link({ order_id: cancelled.id })
      yield* post(`/orders/${cancelled.id}/cancel`, {})
      assert.strictEqual(headingOf(yield* visit(ofCancelled.url)), "This order was cancelled")
      yield* booksAreRight
    }))

  it.effect("takes what is left of an invoice, and of one that was paid, credited or voided nothing", () =>
    Effect.gen(function*() {
      const lines = [{ description: "Manual, hardcover", quantity: 2, unit_amount: 900 }]
      const made = yield* invoice({ lines, currency: "EUR" })
      const { url } = yield* link({ invoice_id: made.id })
      yield* post(`/gateway/invoices/${made.id}/payments`, { amount: 300, method: "cash" })
      const { text } = yield* visit(url)
      for (const part of [`Invoice ${made.number}`, "2 × Manual, hardcover", "€15.00"]) assert.include(text, part)
      assert.notInclude(text, "name=\"email\"")
      const { shown } = yield* payAt(url)
      assert.strictEqual(headingOf(shown), "Paid")
      assert.include(shown.text, made.number)
      assert.deepInclude(yield* read(`/gateway/invoices/${made.id}`), { state: "paid", paid_amount: 1_800 })
      assert.deepStrictEqual([headingOf(yield* visit(url)), (yield* post(links, { invoice_id: made.id })).status], ["This was paid", 409])

      const [credited, voided] = [yield* invoice({ lines }), yield* invoice({ lines })]
      const [ofCredited, ofVoided] = [yield* link({ invoice_id: credited.id }), yield* link({ invoice_id: voided.id })]
      yield* post(`/gateway/invoices/${credited.id}/credit-notes`, { amount: 800 })
      assert.include((yield* visit(ofCredited.url)).text, "$10.00")
      yield* post(`/gateway/invoices/${credited.id}/credit-notes`, {})
      yield* send(`/gateway/invoices/${voided.id}/void`, { key: "acmeTest", method: "POST" })
      assert.deepStrictEqual([headingOf(yield* visit(ofCredited.url)), headingOf(yield* visit(ofVoided.url))], ["This was paid", "This invoice was called off"])

      /* An order and its invoice are one thing to pay. */
      const { id: order_id } = yield* order({ amount: 2_000 })
      const ofOrder = yield* invoice({ order_id })
      const pages = [yield* link({ order_id }), yield* link({ invoice_id: ofOrder.id })] as const
      yield* post(`/gateway/invoices/${ofOrder.id}/credit-notes`, { amount: 500 })
      for (const { url } of pages) assert.include((yield* visit(url)).text, "$15.00")
      yield* payAt(pages[1].url)
      for (const { url } of pages) assert.strictEqual(headingOf(yield* visit(url)), "This was paid")
      assert.deepInclude(yield* read(`/orders/${order_id}`), { state: "paid", paid_amount: 1_500 })
      yield* booksAreRight
    }))

  it.effect("tells plainly what is wrong, and repeats no number of a card", () =>
    Effect.gen(function*() {
      const { id, url } = yield* link()
      const showing = showingOf((yield* visit(url)).text)
      const wrong: ReadonlyArray<readonly [Record<string, string>, string]> = [
        [{ showing, card: "pm_card_visa", email: "nobody" }, "This is not an e-mail address"],
        [{ showing, card: "pm_card_visa", email: "4242424242424242@navy.example" }, "This is not an e-mail address"],
        [{ showing, token: "4242 4242 4242 4242" }, "never the number of a card"],
        [{ showing }, "Choose a card"],
        [{ card: "pm_card_visa" }, "The form was not complete"]
      ]
      for (const [fields, words] of wrong) {
        const { status, text } = yield* sendForm(url, fields)
        assert.strictEqual(status, 422)
        assert.include(text, words)
        assert.notInclude(text, "4242 4242")
        assert.notInclude(text, "4242424242424242")
      }
      assert.deepStrictEqual(yield* ofLink({ id }), [])
      const broken = yield* payAt(url, { token: "pm_simulated_unavailable" })
      assert.match(headingOf(broken.shown)!, /^The payment (was not|is being) made$/)
      for (const path of ["x", "x".repeat(43)]) {
        const { status, text } = yield* visit(url.replace(/[^/]+$/, path))
        assert.strictEqual(status, 404, text)
      }
      yield* post(`${links}/${id}/deactivate`, {})
      assert.deepStrictEqual((yield* Effect.map(visit(url), (page) => [page.status, headingOf(page)])), [410, "This link is no longer in use"])
    }))

  it.effect("is gone from the very instant that it expires, by the company's clock", () =>
    Effect.gen(function*() {
      const at = new Date(Date.now() + 3_600_000).toISOString()
      const made = yield* link({ expires_at: at })
      const { text } = yield* visit(made.url)
      assert.strictEqual((yield* visit(made.url)).status, 200)
      assert.strictEqual((yield* advance({ to: at })).status, 200)
      yield* ready()
      const gone = yield* visit(made.url)
      assert.deepStrictEqual([gone.status, headingOf(gone)], [410, "This link has expired"])
      assert.strictEqual((yield* sendForm(made.url, { showing: showingOf(text), card: "pm_card_visa" })).status, 410)
      assert.strictEqual((yield* send(`${links}/${made.id}`, { key: "acmeTest" })).json.state, "expired")
      assert.deepStrictEqual(yield* ofLink(made), [])
    }))

  it.effect("for a single use is paid once by 200 who pay at once", () =>
    Effect.gen(function*() {
      const made = yield* link({ single_use: true })
      const paid = yield* movedBy(Effect.forEach(Array.from({ length: 200 }, (_, turn) => String(turn).padStart(43, "x")), (showing) =>
        sendForm(made.url, { showing, card: "pm_card_visa" }), { concurrency: "unbounded" }))
      const count = (wanted: number) => paid.done.filter(({ status }) => status === wanted).length
      assert.deepStrictEqual([count(303), count(303) + count(409) + count(410)], [1, 200])
      assert.deepStrictEqual(paid.moved, { provider_clearing: [1_250, 0], revenue: [-1_250, 0] })
      assert.strictEqual((yield* ofLink(made)).length, 1)
      assert.deepInclude(yield* read(`${links}/${made.id}`), { paid_count: 1, state: "used" })
      yield* booksAreRight
    }))

  it.effect("is at the company's own host, once that is proved, and at no other company's", () =>
    Effect.gen(function*() {
      yield* hosted("acme", "pay.acme.test")
      yield* hosted("bolt", "pay.bolt.test")
      const { url } = yield* link()
      const { host, pathname, protocol } = new URL(url)
      assert.deepStrictEqual([protocol, host], ["https:", "pay.acme.test"])
      const shown = yield* atHost(host, pathname)
      assert.strictEqual(shown.status, 200)
      assert.notInclude(shown.text, "Business Platform")
      const { location, status } = yield* atHost(host, pathname, `card=pm_card_visa&showing=${showingOf(shown.text)}`)
      assert.deepStrictEqual([status, location?.startsWith(`${pathname}/receipt/`)], [303, true])
      assert.include((yield* atHost(host, location!)).text, "Paid")
      for (const path of [pathname, location!]) assert.strictEqual((yield* atHost("pay.bolt.test", path)).status, 404, path)
    }))
})
