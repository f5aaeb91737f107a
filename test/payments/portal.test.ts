import { assert, layer } from "@effect/vitest"
import { request } from "node:http"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { hosted } from "../contract/bookings/visiting.ts"
import { someone } from "../crm/records.ts"
import { send, TestServer } from "../support/test-server.ts"
import { allow, portalLink, sendAndFollow, told, wordsOf } from "./own-pages.ts"
import { booksAreRight, invoice, post, read } from "./paying.ts"
import { headingOf, payAt, sendForm, visit } from "./paying-by-link.ts"

const lines = [{ description: "Manual, hardcover", quantity: 2, unit_amount: 900 }]

/** What the service answers under a host; under its own, where none is named. */
const askAt = Effect.fnUntraced(function*(host: string | undefined, path: string, body?: string) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(() => new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const headers = { ...host !== undefined && { host }, ...body !== undefined && { "content-type": "application/x-www-form-urlencoded" } }
    const sent = request(base + path, { method: body === undefined ? "GET" : "POST", headers }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part)).on("end", () =>
        resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString(), location: answer.headers.location }))
    })
    sent.on("error", reject).end(body)
  }))
})

layer(TestServer, { excludeTestServices: true })("a customer's own pages", (it) => {
  it.effect("show the invoices of the customer, what is left of them, and lead to the page on which they are paid", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest", "Grace")
      const made = yield* invoice({ contact_id, lines, currency: "EUR", due_on: "2098-12-31" })
      yield* post("/gateway/invoices", { contact_id, lines: [{ description: "Secret draft", unit_amount: 100 }] })
      yield* post(`/gateway/invoices/${made.id}/payments`, { amount: 300, method: "cash" })
      yield* post(`/gateway/invoices/${made.id}/credit-notes`, { amount: 200, reason: "One came back." })
      const others = yield* invoice({ lines })
      const { url } = yield* portalLink(contact_id)
      const page = yield* visit(url, { headers: { "accept-language": "de" } })
      assert.deepStrictEqual(told(page), [200, "Your pages"])
      const words = wordsOf(page)
      for (const part of ["Of Grace", `Invoice ${made.number} to be paid`, "18,00 €", "13,00 € left to pay", "31. Dezember 2098", "2,00 € taken back", "One came back."]) {
        assert.include(words, part)
      }
      assert.include(page.text, "Test mode: no money moves.")
      for (const absent of ["Secret draft", others.number, "<script"]) assert.notInclude(page.text, absent)
      assert.deepInclude(Object.fromEntries(page.headers), { "referrer-policy": "strict-origin", "cache-control": "no-store", "vary": "accept-language" })
      assert.match(page.headers.get("content-security-policy")!, /^default-src 'none'; style-src 'sha256-/)
      const paper = yield* visit(`${url}/invoices/${made.id}/pdf`)
      assert.deepStrictEqual([paper.status, paper.headers.get("content-type"), paper.text.slice(0, 5)], [200, "application/pdf", "%PDF-"])
      const sent = yield* sendForm(`${url}/invoices/${made.id}/pay`, {})
      assert.strictEqual(sent.status, 303, sent.text)
      const again = yield* sendForm(`${url}/invoices/${made.id}/pay`, {})
      assert.strictEqual(again.headers.get("location"), sent.headers.get("location"))
      const { shown } = yield* payAt(new URL(sent.headers.get("location")!, url).href)
      assert.strictEqual(headingOf(shown), "Paid")
      assert.include(wordsOf(yield* visit(url)), `Invoice ${made.number} paid`)
      assert.deepStrictEqual(told(yield* sendForm(`${url}/invoices/${made.id}/pay`, {})), [409, "This cannot be paid here"])
      for (const path of [`invoices/${others.id}/pdf`, "invoices/0/pdf", "invoices/x/pdf", "invoices/999999999999999/pdf"]) {
        assert.strictEqual((yield* visit(`${url}/${path}`)).status, 404, path)
      }
      assert.strictEqual((yield* sendForm(`${url}/invoices/${others.id}/pay`, {})).status, 404)
      yield* booksAreRight
    }))

  it.effect("can be switched off", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const { url } = yield* portalLink(contact_id)
      yield* allow({ enabled: false })
      assert.deepStrictEqual(told(yield* visit(url)), [403, "These pages are closed"])
      assert.strictEqual((yield* post("/gateway/portal-links", { contact_id })).status, 409)
      yield* allow({ enabled: true })
      assert.strictEqual((yield* visit(url)).status, 200)
      assert.deepInclude(yield* read("/gateway/portal-settings", "acme"), { enabled: true, livemode: true })
    }))

  it.effect("saves and removes payment methods, once for each time that it is asked", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const { url } = yield* portalLink(contact_id)
      const form = yield* visit(`${url}/methods/new`)
      const showing = /name="showing" value="([\w-]{43})"/.exec(form.text)![1]!
      const sent = yield* Effect.all([1, 2].map(() => sendAndFollow(`${url}/methods/new`, { showing, card: "pm_card_visa" })), { concurrency: 2 })
      for (const page of sent) {
        assert.strictEqual(page.status, 200)
        assert.include(wordsOf(page), "Visa that ends in 4242")
      }
      const { items } = yield* read(`/gateway/payment-methods?contact_id=${contact_id}`)
      assert.strictEqual(items.length, 1)
      assert.include(wordsOf(yield* visit(`${url}/methods/${items[0].id}`)), "Visa that ends in 4242")
      assert.include(wordsOf(yield* sendAndFollow(`${url}/methods/${items[0].id}`)), "The payment method was removed.")
      assert.include(wordsOf(yield* sendAndFollow(`${url}/methods/${items[0].id}`)), "The payment method was removed.")
      assert.deepStrictEqual((yield* read(`/gateway/payment-methods?contact_id=${contact_id}`)).items, [])
    }))

  it.effect("escape what others wrote, and repeat no number of a card", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest", "<b>Grace</b>\u202e")
      const made = yield* invoice({ contact_id, lines })
      yield* post(`/gateway/invoices/${made.id}/credit-notes`, { amount: 100, reason: "<script>alert(1)</script>" })
      const { url } = yield* portalLink(contact_id)
      const { text } = yield* visit(url)
      for (const absent of ["<b>", "<script"]) assert.notInclude(text, absent)
      const showing = "x".repeat(43)
      for (const card of ["4242424242424242", "4242 4242 4242 4242", "<b>", ""]) {
        const page = yield* sendForm(`${url}/methods/new`, { showing, card })
        assert.strictEqual(page.status, 422, card)
        assert.notInclude(page.text, "4242")
      }
      assert.strictEqual((yield* sendForm(`${url}/methods/new`, { card: "pm_card_visa" })).status, 422)
      const declined = yield* sendForm(`${url}/methods/new`, { showing, card: "pm_card_chargeDeclined" })
      assert.strictEqual(declined.status, 422)
      assert.include(declined.text, "It was not saved")
      for (const page of ["999999999", "-1", "x", "9999"]) assert.strictEqual((yield* visit(`${url}?page=${page}`)).status, 200, page)
    }))

  it.effect("are at the company's own host, once that is proved, and at no other company's", () =>
    Effect.gen(function*() {
      yield* hosted("acme", "my.acme.test")
      yield* hosted("bolt", "my.bolt.test")
      const { id: contact_id } = yield* someone("acmeTest")
      const made = yield* invoice({ contact_id, lines })
      const { url } = yield* portalLink(contact_id)
      const { host, pathname, protocol } = new URL(url)
      assert.deepStrictEqual([protocol, host], ["https:", "my.acme.test"])
      const shown = yield* askAt(host, pathname)
      assert.strictEqual(shown.status, 200)
      assert.include(shown.text, made.number)
      assert.notInclude(shown.text, "Business Platform")
      const paid = yield* askAt(host, `${pathname}/invoices/${made.id}/pay`, "")
      assert.strictEqual(paid.status, 303)
      assert.match(paid.location!, /^\/pay\/[\w-]{43}$/u)
      assert.include((yield* askAt(host, paid.location!)).text, `Invoice ${made.number}`)
      for (const path of ["", `/invoices/${made.id}/pdf`, "/methods/new"]) assert.strictEqual((yield* askAt("my.bolt.test", pathname + path)).status, 404, path)
      const atSlug = yield* askAt(undefined, `/s/acme${pathname}`)
      assert.strictEqual(atSlug.status, 200)
      assert.include(atSlug.text, `action="/s/acme${pathname}/invoices/${made.id}/pay"`)
      assert.strictEqual((yield* askAt(undefined, `/s/acme${pathname}/invoices/${made.id}/pay`, "")).location?.startsWith("/s/acme/pay/"), true)
    }))

  it.effect("have tools of their own in the manifest", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webmcp/manifest?surface=portal", { key: "acme" })
      assert.strictEqual(json.surface, "portal")
      assert.sameMembers(json.tools.map(({ name }: any) => name), [
        "list_invoices", "get_invoice", "get_invoice_pdf", "list_credit_notes", "create_payment_link", "list_payment_methods", "add_payment_method",
        "remove_payment_method", "list_subscriptions", "get_subscription", "preview_subscription_change", "change_subscription", "pause_subscription",
        "resume_subscription", "cancel_subscription", "get_plan", "get_portal_settings"
      ])
    }))
})
