import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted } from "../contract/bookings/visiting.ts"
import { advance, ready } from "../support/test-clock.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { post, read } from "./paying.ts"
import { atHost, headingOf, payAt, sendForm, visit } from "./paying-by-link.ts"
import { acceptAt, quote, quotes, sentQuote, versionOf } from "./quoting.ts"

const change = (id: number, body: object) => send(`${quotes}/${id}`, { key: "acmeTest", method: "PATCH", ...json(body) })

const acceptAtVersion = (url: string, version: string) => sendForm(url, { name: "Grace", version })

layer(TestServer, { excludeTestServices: true })("the page of a quote", (it) => {
  it.effect("says what is offered, for how much, until when and by whom, as the reader writes it, and runs nothing", () =>
    Effect.gen(function*() {
      yield* send("/gateway/tax-rates", {
        key: "acmeTest", method: "PUT",
        ...json({ rates: [{ name: "USt", country: "AT", region: null, category: "standard", percentage: 20, inclusive: false }] })
      })
      const { id, url } = yield* sentQuote({ discount: 300, tax_country: "AT", note: "Within\ntwo weeks.", valid_until: "2098-12-31T23:00:00Z" })
      const { headers, status, text } = yield* visit(url, { headers: { "accept-language": "de-AT" } })
      assert.strictEqual(status, 200)
      const german = text.replaceAll("\u00a0", " ").replaceAll(/<\/?bdi[^>]*>/g, "")
      const parts = [
        `Quote ${id}`, "2 × Manual, hardcover", "€ 18,00", "-€ 3,00", "USt", "€ 3,00", "<p class=\"amount\">€ 18,00", "31. Dezember 2098", "Within\ntwo weeks.", ">acme<",
        "Test mode: no money moves.", "Accept for € 18,00"
      ]
      for (const part of parts) assert.include(german, part)
      assert.notInclude(text, "<script")
      assert.deepInclude(Object.fromEntries(headers), { "referrer-policy": "strict-origin", "cache-control": "no-store", "vary": "accept-language" })
      assert.match(headers.get("content-security-policy")!, /^default-src 'none'; style-src 'sha256-/)
    }))

  it.effect("accepts what was shown, says so from then on, and leads on to pay", () =>
    Effect.gen(function*() {
      const made = yield* sentQuote()
      const shown = yield* visit(made.url)
      const twice = yield* Effect.all([1, 2].map(() => sendForm(made.url, { name: " Grace <Hopper> ", version: versionOf(shown) })), { concurrency: 2 })
      for (const { headers, status } of twice) assert.deepStrictEqual([status, headers.get("location")], [303, new URL(made.url).pathname])
      const after = yield* visit(made.url)
      assert.deepStrictEqual([after.status, headingOf(after)], [200, `Quote ${made.id} was accepted`])
      assert.include(after.text, "Grace &lt;Hopper>")
      assert.notInclude(after.text, "<form")
      const { accepted_by, order_id } = yield* read(`${quotes}/${made.id}`)
      assert.strictEqual(accepted_by, "Grace <Hopper>")
      const page = /href="([^"]*\/pay\/[\w-]{43})"/.exec(after.text)![1]!
      const paid = yield* payAt(page)
      assert.strictEqual(headingOf(paid.shown), "Paid")
      assert.deepInclude(yield* read(`/orders/${order_id}`), { state: "paid", paid_amount: made.amount })
      assert.notInclude((yield* visit(made.url)).text, "Go on to pay")

      const ofInvoice = yield* sentQuote({ becomes: "invoice" })
      yield* acceptAt(ofInvoice.url)
      assert.include((yield* visit(ofInvoice.url)).text, "An invoice follows from")
      const { invoice_id } = yield* read(`${quotes}/${ofInvoice.id}`)
      yield* post(`/gateway/invoices/${invoice_id}/finalize`, {})
      yield* post(`/gateway/invoices/${invoice_id}/send`, { email: "grace@navy.example" })
      assert.include((yield* visit(ofInvoice.url)).text, "Go on to pay")
    }))

  it.effect("accepts nothing that was changed since, and nothing without a name", () =>
    Effect.gen(function*() {
      const made = yield* sentQuote()
      const version = versionOf(yield* visit(made.url))
      yield* change(made.id, { state: "draft", discount: 300 })
      const changing = yield* visit(made.url)
      assert.deepStrictEqual([changing.status, headingOf(changing)], [409, "This quote is being changed"])
      assert.strictEqual((yield* acceptAtVersion(made.url, version)).status, 409)
      yield* post(`${quotes}/${made.id}/send`, { email: null })
      const stale = yield* acceptAtVersion(made.url, version)
      assert.deepStrictEqual([stale.status, stale.text.includes("It was changed or sent again since"), stale.text.includes("€15.00")], [409, true, true])
      assert.include(stale.text, "value=\"Grace\"")
      const now = versionOf(stale)
      const wrong: ReadonlyArray<readonly [Record<string, string>, string]> = [
        [{ version: now }, "Write your name"],
        [{ version: now, name: "  " }, "Write your name"],
        [{ version: now, name: "x".repeat(201) }, "Write your name"],
        [{ version: now, name: "a\0b" }, "Write your name"],
        [{ version: now, name: "4242 4242 4242 4242" }, "Write your name"],
        [{ name: "Grace" }, "The form was not complete"],
        [{ version: "1e99", name: "Grace" }, "The form was not complete"]
      ]
      for (const [fields, words] of wrong) {
        const { status, text } = yield* sendForm(made.url, fields)
        assert.strictEqual(status, 422)
        assert.include(text, words)
        assert.notInclude(text, "4242 4242")
      }
      assert.deepInclude(yield* read(`${quotes}/${made.id}`), { state: "sent", order_id: null })
    }))

  it.effect("is gone once the quote is canceled, has expired or its contact is gone, and where there is none", () =>
    Effect.gen(function*() {
      const canceled = yield* sentQuote()
      yield* change(canceled.id, { state: "canceled" })
      const deleted = yield* sentQuote()
      yield* send(`/crm/contacts/${deleted.contact_id}`, { key: "acmeTest", method: "DELETE" })
      for (const { url } of [canceled, deleted]) {
        const gone = yield* visit(url)
        assert.deepStrictEqual([gone.status, headingOf(gone)], [410, "This quote was taken back"])
        assert.strictEqual((yield* acceptAtVersion(url, "2")).status, 410)
      }
      assert.strictEqual((yield* visit((yield* quote()).url)).status, 409)
      for (const path of ["x", "x".repeat(43)]) assert.strictEqual((yield* visit(canceled.url.replace(/[^/]+$/, path))).status, 404)

      const at = new Date(Date.now() + 3_600_000).toISOString()
      const made = yield* sentQuote({ valid_until: at })
      const version = versionOf(yield* visit(made.url))
      assert.strictEqual((yield* advance({ to: at })).status, 200)
      yield* ready()
      const gone = yield* visit(made.url)
      assert.deepStrictEqual([gone.status, headingOf(gone)], [410, "This quote has expired"])
      assert.strictEqual((yield* acceptAtVersion(made.url, version)).status, 410)
      assert.deepStrictEqual((yield* read(`${quotes}?state=expired`)).items.map(({ id }: { id: number }) => id), [made.id])
      assert.strictEqual((yield* post(`${quotes}/${made.id}/send`, { email: null })).status, 409)
      yield* change(made.id, { state: "draft", valid_until: null })
      yield* post(`${quotes}/${made.id}/send`, { email: null })
      assert.strictEqual((yield* acceptAt(made.url)).status, 303)
    }))

  it.effect("is at the company's own host, once that is proved, and at no other company's", () =>
    Effect.gen(function*() {
      yield* hosted("acme", "offers.acme.test")
      yield* hosted("bolt", "offers.bolt.test")
      const { url } = yield* sentQuote()
      const { host, pathname, protocol } = new URL(url)
      assert.deepStrictEqual([protocol, host], ["https:", "offers.acme.test"])
      const shown = yield* atHost(host, pathname)
      assert.strictEqual(shown.status, 200)
      assert.notInclude(shown.text, "Business Platform")
      assert.strictEqual((yield* atHost("offers.bolt.test", pathname)).status, 404)
      const form = `name=Grace&version=${/name="version" value="(\d+)"/.exec(shown.text)![1]}`
      assert.strictEqual((yield* atHost("offers.bolt.test", pathname, form)).status, 404)
      const { location, status } = yield* atHost(host, pathname, form)
      assert.deepStrictEqual([status, location], [303, pathname])
      assert.include((yield* atHost(host, pathname)).text, "was accepted")
    }))
})
