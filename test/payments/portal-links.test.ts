import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { portalToken } from "#workflows/payments/portal-tokens"
import { TestMailServer, TestServerWithMail } from "../auth/mail-server.ts"
import { call, someone } from "../crm/records.ts"
import { acting, settled } from "../messages/emailing.ts"
import { OwnerSql } from "../support/database.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds } from "../support/test-server.ts"
import { allow, portalLink, told, wordsOf } from "./own-pages.ts"
import { invoice, post, read } from "./paying.ts"
import { sendForm, visit } from "./paying-by-link.ts"

const lines = [{ description: "Manual, hardcover", quantity: 2, unit_amount: 900 }]
const unknown = [404, "This link leads nowhere"]
const old = [410, "This link is too old"]
const lookThere = [200, "Look into your e-mails"]

/** The link of a customer in an e-mail, without the breaks that mail programs take out. */
const linkIn = (text = "") => /http:\/\/[^\s"<]+\/my\/[\w.-]+/u.exec(text)?.[0]

const tokenOf = (url: string) => url.split("/").at(-1)!

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("a link to a customer's own pages", (it) => {
  it.effect("is in the e-mails of invoices to the customer, and in no e-mail that the company keeps", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      const { id: contact_id } = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Grace", email: "grace@navy.example" })).json
      const made = yield* invoice({ contact_id, lines }, "acme")
      assert.strictEqual((yield* post(`/gateway/invoices/${made.id}/send`, {}, "acme")).status, 200)
      const { items: [sent] } = yield* read(`/messages/emails?contact_id=${contact_id}`, "acme")
      const kept = yield* settled(sent.id)
      assert.strictEqual(tokenOf(linkIn(kept.text)!), "link-of-the-reader")
      const { html, text } = received.at(-1)!
      const url = linkIn(text)!
      assert.strictEqual(linkIn(html), url)
      assert.notInclude(`${text} ${html}`, "link-of-the-reader")
      const [, mode, contact, expires] = tokenOf(url).split(".")
      assert.deepStrictEqual([mode, contact], ["live", String(contact_id)])
      assert.closeTo(Number(expires) * 1_000, Date.now() + 30 * DAY_MS, 60_000)
      const page = yield* visit(url)
      assert.strictEqual(page.status, 200)
      assert.include(wordsOf(page), `Invoice ${made.number}`)
      assert.notInclude(page.text, "Test mode")

      yield* post(`/gateway/invoices/${made.id}/send`, { email: "assistant@navy.example" }, "acme")
      const { items: [elsewhere] } = yield* read("/messages/emails?recipient=assistant@navy.example", "acme")
      assert.notInclude((yield* settled(elsewhere.id)).text, "/my/")
      yield* allow({ enabled: false }, "acme")
      yield* post(`/gateway/invoices/${made.id}/send`, {}, "acme")
      const { items: [later] } = yield* read(`/messages/emails?contact_id=${contact_id}&sort=-id`, "acme")
      assert.notInclude((yield* settled(later.id)).text, "/my/")
      yield* allow({ enabled: true }, "acme")
      const sql = yield* OwnerSql
      const token = tokenOf(url)
      for (const table of ["emails", "receipts", "events"]) {
        assert.deepStrictEqual(yield* sql`select 1 from ${sql(table)} t where t::text like ${`%${token.split(".").at(-1)}%`}`, [], table)
      }
    }))

  it.effect("opens nothing where anything of it is another's, and nothing of the other mode", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const other = yield* someone("acmeTest")
      const [test, live] = [yield* invoice({ contact_id, lines }), yield* invoice({ contact_id, lines }, "acme")]
      const [ofTest, ofLive] = [yield* portalLink(contact_id), yield* portalLink(contact_id, {}, "acme")]
      assert.deepStrictEqual([ofTest.livemode, ofLive.livemode], [false, true])
      const [shownTest, shownLive] = [yield* visit(ofTest.url), yield* visit(ofLive.url)]
      assert.deepStrictEqual([shownTest, shownLive].map(({ text }) => [text.includes(test.number), text.includes(live.number), text.includes("Test mode")]), [
        [true, false, true], [false, true, false]
      ])
      assert.strictEqual((yield* visit(`${ofTest.url}/invoices/${live.id}/pdf`)).status, 404)
      assert.strictEqual((yield* visit(`${ofLive.url}/invoices/${test.id}/pdf`)).status, 404)
      const parts = tokenOf(ofTest.url).split(".")
      const [company, mode, contact, expires, signature] = parts as [string, string, string, string, string]
      const wrong = [
        [companyIds.bolt, mode, contact, expires, signature], [company, "live", contact, expires, signature], [company, mode, other.id, expires, signature],
        [company, mode, contact, Number(expires) + 1, signature], [company, mode, contact, expires, signature.replace(/^./u, (first) => first === "A" ? "B" : "A")],
        [company, mode, contact, expires, "x".repeat(43)], [company, mode, contact, expires], [company, mode, contact, expires, signature, ""], ["x"], ["link-of-the-reader"],
        [company, mode, `0${contact}`, expires, signature]
      ].map((one) => ofTest.url.replace(/[^/]+$/u, one.join(".")))
      for (const url of wrong) {
        assert.deepStrictEqual(told(yield* visit(url)), unknown, url)
        assert.deepStrictEqual(told(yield* sendForm(url, { do: "renew" })), unknown, url)
      }
      assert.strictEqual((yield* post("/gateway/portal-links", { contact_id: 999_999 })).status, 404)
      assert.strictEqual((yield* post("/gateway/portal-links", { contact_id }, "bolt")).status, 404)
      assert.strictEqual((yield* post("/gateway/portal-links", { contact_id, days: 91 })).status, 422)
      assert.strictEqual((yield* post("/gateway/portal-links", { contact_id }, "acmeTest", { "idempotency-key": "once" })).json.url,
        (yield* post("/gateway/portal-links", { contact_id }, "acmeTest", { "idempotency-key": "once" })).json.url)
    }))

  it.effect("leads to the contact that is kept by a merge, and nowhere once the contact is gone", () =>
    Effect.gen(function*() {
      const [kept, merged] = [yield* someone("acme", "Kept"), yield* someone("acme", "Merged")]
      const made = yield* invoice({ contact_id: merged.id, lines }, "acme")
      const { url } = yield* portalLink(merged.id, {}, "acme")
      const whose = Effect.map(visit(url), (page) => [page.status, /Of (\w+)/u.exec(wordsOf(page))?.[1], page.text.includes(made.number)])
      assert.deepStrictEqual(yield* whose, [200, "Merged", true])
      const merge = yield* call("acme", "POST", `/crm/contacts/${kept.id}/merge`, { contact_ids: [merged.id] })
      assert.strictEqual(merge.status, 200, merge.text)
      assert.deepStrictEqual(yield* whose, [200, "Kept", true])
      yield* call("acme", "POST", `/crm/merges/${merge.json.id}/undo`)
      assert.deepStrictEqual(yield* whose, [200, "Merged", true])
      yield* call("acme", "DELETE", `/crm/contacts/${merged.id}`)
      assert.deepStrictEqual(told(yield* visit(url)), unknown)
      yield* call("acme", "POST", `/crm/contacts/${merged.id}/restore`)
      assert.strictEqual((yield* visit(url)).status, 200)
      const erased = yield* call("acme", "DELETE", `/crm/contacts/${merged.id}/personal-data`)
      assert.strictEqual(erased.status, 200, erased.text)
      assert.deepStrictEqual(told(yield* visit(url)), unknown)
      assert.deepStrictEqual(told(yield* sendForm(url, { do: "cancel" })), unknown)
    }))

  it.effect("that is too old offers a new one, which only the address that is known gets, three times an hour, whoever it is", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      const { id } = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Ada", email: "ada@navy.example" })).json
      const { url: fresh } = yield* portalLink(id, {}, "acme")
      const oldOf = (contact: number) => Effect.map(acting({})(portalToken(ContactId.make(contact), Date.now() - 1_000)), (token) => fresh.replace(/[^/]+$/u, token))
      const nameless = yield* someone("acme")
      const [ofAda, ofNameless, ofNobody] = [yield* oldOf(id), yield* oldOf(nameless.id), yield* oldOf(999_999)]
      for (const url of [ofAda, ofNameless, ofNobody]) {
        assert.deepStrictEqual(told(yield* visit(url)), old)
        assert.deepStrictEqual(told(yield* visit(`${url}/methods/new`)), old)
        assert.deepStrictEqual(told(yield* sendForm(url, { do: "cancel" })), old)
      }
      const answers = yield* Effect.forEach([ofAda, ofNameless, ofNobody], (url) => sendForm(url, { do: "renew" }))
      assert.deepStrictEqual(answers.map(told), [lookThere, lookThere, lookThere])
      assert.strictEqual(new Set(answers.map(wordsOf)).size, 1)
      assert.notInclude(wordsOf(answers[0]!), "ada@")
      const emailsOf = (contact: number) => Effect.map(read(`/messages/emails?contact_id=${contact}`, "acme"), ({ items }) => items)
      const [sent] = yield* emailsOf(id)
      yield* settled(sent.id)
      const email = received.at(-1)!
      assert.deepStrictEqual(email.envelope.to, ["ada@navy.example"])
      assert.strictEqual((yield* visit(linkIn(email.text)!)).status, 200)
      for (const form of Array.from({ length: 3 }, () => ({ do: "renew" }))) assert.deepStrictEqual(told(yield* sendForm(ofAda, form)), lookThere)
      assert.strictEqual((yield* emailsOf(id)).length, 3)
      assert.deepStrictEqual(yield* emailsOf(nameless.id), [])
      assert.strictEqual((yield* visit(fresh)).status, 200)
      yield* sendForm(fresh, { do: "renew" })
      assert.strictEqual((yield* emailsOf(id)).length, 3, "a link that is good needs no new one")
    }))

  it.effect("ends at its time, by the company's clock", () =>
    Effect.gen(function*() {
      const { id } = yield* someone("acmeTest")
      const { expires_at, url } = yield* portalLink(id, { days: 2 })
      assert.closeTo(Date.parse(expires_at), (yield* nowOf()) + 2 * DAY_MS, 60_000)
      yield* advance({ to: instant(Date.parse(expires_at) - 60_000) })
      yield* ready()
      assert.strictEqual((yield* visit(url)).status, 200)
      yield* advance({ to: expires_at })
      yield* ready()
      assert.deepStrictEqual(told(yield* visit(url)), old)
    }))
})
