import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import PostalMime from "postal-mime"
import { formatsOf } from "#schemas/kernel/formats"
import { TestMailServer, TestServerWithMail } from "../auth/mail-server.ts"
import { eventsOf, someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, json, type Key, secrets, send } from "../support/test-server.ts"
import { invoice, post, read } from "./paying.ts"

const lines = [
  { description: "Manual, hardcover", unit_amount: 125_050, quantity: 3, discount: 1_000 }, { description: "Εγχειρίδιο · Руководство · Złoty łoś", unit_amount: 99 }
]

const pdfOf = Effect.fnUntraced(function*(id: number, key: Key = "acme") {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const response = await fetch(`${base}/api/v1/gateway/invoices/${id}/pdf`, { headers: { authorization: `Bearer ${secrets[key]}` } })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  })
})

const has = (tool: string, asked: string) => {
  try {
    execFileSync(tool, [asked], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
/** Debian's `poppler-utils` and `qpdf`, where they can be had. */
const hasTools = has("qpdf", "--version") && has("pdftotext", "-v")
/** It is written as THB. */
const BAHT = "\u0E3F"
const textOf = (bytes: Buffer) => execFileSync("pdftotext", ["-layout", "-", "-"], { input: bytes, encoding: "utf8" })
/** `qpdf` fails where it has as much as a warning. */
const isSound = (bytes: Buffer) => {
  const folder = mkdtempSync(join(tmpdir(), "pdf-"))
  writeFileSync(join(folder, "a.pdf"), bytes)
  execFileSync("qpdf", ["--check", join(folder, "a.pdf")])
  rmSync(folder, { recursive: true })
}
/** How PDF readers see spaces that do not break. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ")

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("invoices as documents", (it) => {
  it.effect("are PDF with every amount as the API gives it, the same bytes each time", () =>
    Effect.gen(function*() {
      yield* send("/company/settings", { key: "owner", method: "PATCH", ...json({
        legal_name: "Juniper & Vale AS", locale: "nb-NO", tax_ids: [{ type: "no_vat", value: "NO123456789MVA" }],
        address: { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" }
      }) })
      yield* send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [{ name: "MVA 25 %", country: "NO", percentage: 25 }] }) })
      const made = yield* invoice({
        lines, discount: 1_050, currency: "NOK", billing_name: "Юлия Παππά", billing_address: { line1: "Havnegata 2", city: "Bergen", country: "NO" }, due_on: "2030-01-31"
      }, "acme")
      assert.deepInclude(made.seller, { legal_name: "Juniper & Vale AS", locale: "nb-NO" })
      const first = yield* pdfOf(made.id)
      assert.strictEqual(first.status, 200)
      assert.strictEqual(first.headers.get("content-type"), "application/pdf")
      assert.include(first.headers.get("content-disposition"), `${made.number}.pdf`)
      assert.strictEqual(first.bytes.subarray(0, 5).toString(), "%PDF-")

      yield* send("/company/settings", { key: "owner", method: "PATCH", ...json({ legal_name: "Another AS", locale: "en" }) })
      yield* post(`/gateway/invoices/${made.id}/payments`, { method: "cash", amount: 100 }, "acme")
      assert.isTrue((yield* pdfOf(made.id)).bytes.equals(first.bytes), "whatever the company is called later, and whatever was paid")
      assert.strictEqual((yield* pdfOf(made.id, "bolt")).status, 404)
      if (!hasTools) return
      isSound(first.bytes)
      const text = plain(textOf(first.bytes))
      const { money } = formatsOf({ locale: "nb-NO", time_zone: "UTC" })
      const amounts = [made.amount, made.subtotal, -made.discount, made.tax, ...made.lines.flatMap((line: any) => [line.unit_amount, line.amount])]
      for (const amount of amounts) assert.include(text, plain(money({ amount, currency: "NOK" })))
      for (const word of ["Juniper & Vale AS", "NO123456789MVA", "Юлия Παππά", "Εγχειρίδιο · Руководство", "Złoty łoś", made.number, "31. januar 2030"]) {
        assert.include(text.replaceAll(/\s+/g, " "), word)
      }
    }))

  it.effect.skipIf(!hasTools)("print every sign of a currency in languages of Latin, Greek and Cyrillic letters, and two hundred lines over pages", () =>
    Effect.gen(function*() {
      const locales = ["en", "de", "pl", "cs", "tr", "vi", "es-CR", "es-PY", "fil", "en-NG", "en-GH", "el", "ru", "uk", "kk", "mn", "bg", "sr"]
      const signs = [...new Set(Intl.supportedValuesOf("currency").flatMap((currency) => locales.map((locale) =>
        new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(1).find(({ type }) => type === "currency")!.value)
      ))].filter((sign) => /\p{Sc}/u.test(sign) && sign !== BAHT)
      const many = Array.from({ length: 200 }, (_, n) => ({ description: signs.slice(n * 2, n * 2 + 2).join(" ") || `Line ${n + 1}`, unit_amount: n + 1 }))
      const made = yield* invoice({ lines: many }, "acme")
      const { bytes } = yield* pdfOf(made.id)
      isSound(bytes)
      const text = textOf(bytes)
      assert.isAbove(signs.length, 20)
      assert.deepStrictEqual(signs.filter((sign) => !text.includes(sign)), [])
      assert.include(text, "Line 200")
    }))

  it.effect("are sent with it, noted, and told of", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      const made = yield* invoice({ lines }, "acme")
      const sent = yield* post(`/gateway/invoices/${made.id}/send`, { email: "grace@navy.example", message: "With thanks." }, "acme")
      assert.strictEqual(sent.status, 200, sent.text)
      assert.isString(sent.json.sent_at)
      const one = yield* eventually(
        Effect.sync(() => received.find(({ envelope }) => envelope.to.includes("grace@navy.example"))), (found) => found !== undefined
      )
      const mail = yield* Effect.promise(() => PostalMime.parse(one!.source))
      assert.include(mail.subject, made.number)
      assert.include(mail.text, "With thanks.")
      const { items: [page] } = yield* read(`/gateway/payment-links?invoice_id=${made.id}`, "acme")
      assert.strictEqual(page, undefined, "nobody takes payments of this company")
      const { bytes } = yield* pdfOf(made.id)
      assert.deepStrictEqual(mail.attachments.map(({ content, filename }) => [filename, Buffer.from(content as ArrayBuffer).equals(bytes)]), [[`${made.number}.pdf`, true]])
      assert.deepStrictEqual((yield* eventsOf("acme", "invoice", made.id)).map(({ kind }) => kind), ["invoice.finalized", "invoice.sent"])
    }))

  it.effect("are not sent as drafts, void, or to nobody, and of test keys nothing leaves", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      const { id: contact_id } = yield* someone("acme")
      const draft = yield* post("/gateway/invoices", { contact_id, lines }, "acme")
      const pdf = yield* pdfOf(draft.json.id)
      assert.strictEqual(pdf.status, 200)
      assert.strictEqual((yield* post(`/gateway/invoices/${draft.json.id}/send`, {}, "acme")).status, 409)
      const made = yield* invoice({ lines })
      const sent = yield* post(`/gateway/invoices/${made.id}/send`, { email: "nobody@navy.example" })
      assert.strictEqual(sent.status, 200, sent.text)
      const sql = yield* OwnerSql
      assert.deepStrictEqual(
        yield* sql`select state, recipient from emails where company_id = ${companyIds.acme} and recipient = 'nobody@navy.example'`,
        [{ state: "simulated", recipient: "nobody@navy.example" }]
      )
      assert.isFalse(received.some(({ envelope }) => envelope.to.includes("nobody@navy.example")))
      assert.strictEqual((yield* read(`/gateway/invoices/${made.id}`)).state, "open")
    }))
})
