import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import fc from "fast-check"
import { XMLParser } from "fast-xml-parser"
import { netOf, sumOf } from "#schemas/payments/net"
import { percentOf } from "#schemas/payments/rounding"
import { totalsOf } from "#schemas/payments/totals"
import { json, type Key, secrets, send, TestServer } from "../support/test-server.ts"
import { invoice, post } from "./paying.ts"

const lines = [
  { description: "Kaffe & <kake> &lt;", quantity: 3, unit_amount: 4_900, discount: 500, tax_category: "food" }, { description: "Εγχειρίδιο", unit_amount: 10_001, quantity: 2 }
]

const xmlOf = Effect.fnUntraced(function*(id: number, key: Key = "acme") {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const response = await fetch(`${base}/api/v1/gateway/invoices/${id}/xml`, { headers: { authorization: `Bearer ${secrets[key]}` } })
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
  })
})

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", textNodeName: "#", parseTagValue: false, trimValues: false })

const settings = (changes: object) => send("/company/settings", { key: "owner", method: "PATCH", ...json(changes) })
const buyer = { billing_name: "Юлия & Co", billing_address: { line1: "Havnegata 2", city: "Athen", country: "GR" }, billing_tax_id: "123456789" }

layer(TestServer, { excludeTestServices: true })("electronic invoices", (it) => {
  it.effect("say what EN 16931 asks for, in UBL, the same text each time", () =>
    Effect.gen(function*() {
      yield* settings({
        legal_name: "Juniper & Vale AS", tax_ids: [{ type: "no_vat", value: "NO123456789MVA" }, { type: "other", value: "987654321" }],
        address: { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" }, contact_email: "post@juniper.example"
      })
      const rates = [
        { name: "MVA", country: "NO", category: "standard", percentage: 25, inclusive: false }, { name: "MVA mat", country: "NO", category: "food", percentage: 15, inclusive: true }
      ]
      const set = yield* send("/gateway/tax-rates", { key: "owner", method: "PUT", ...json({ rates: rates.map((rate) => ({ ...rate, region: null })) }) })
      assert.strictEqual(set.status, 200, set.text)
      const made = yield* invoice({ lines, discount: 333, currency: "NOK", tax_country: "NO", reference: "PO-2041", notes: "Takk!", due_on: "2030-01-31", ...buyer }, "acme")
      const { status, text, type } = yield* xmlOf(made.id)
      assert.deepStrictEqual([status, type], [200, "application/xml; charset=utf-8"], text)
      assert.strictEqual((yield* xmlOf(made.id)).text, text)

      const { Invoice: ubl } = parser.parse(text)
      const [seller, customer] = [ubl["cac:AccountingSupplierParty"]["cac:Party"], ubl["cac:AccountingCustomerParty"]["cac:Party"]]
      const money = (units: number) => ({ "@currencyID": "NOK", "#": (units / 100).toFixed(2) })
      const terms: ReadonlyArray<readonly [string, unknown, unknown]> = [
        ["BT-1", ubl["cbc:ID"], made.number], ["BT-2", ubl["cbc:IssueDate"], made.issued_on], ["BT-3", ubl["cbc:InvoiceTypeCode"], "380"],
        ["BT-5", ubl["cbc:DocumentCurrencyCode"], "NOK"], ["BT-9", ubl["cbc:DueDate"], "2030-01-31"], ["BT-10", ubl["cbc:BuyerReference"], "PO-2041"],
        ["BT-22", ubl["cbc:Note"], "Takk!"], ["BT-24", ubl["cbc:CustomizationID"], "urn:cen.eu:en16931:2017"],
        ["BT-27", seller["cac:PartyLegalEntity"]["cbc:RegistrationName"], "Juniper & Vale AS"], ["BT-30", seller["cac:PartyLegalEntity"]["cbc:CompanyID"], "987654321"],
        ["BT-31", seller["cac:PartyTaxScheme"]["cbc:CompanyID"], "NO123456789MVA"], ["BT-35", seller["cac:PostalAddress"]["cbc:StreetName"], "Storgata 1"],
        ["BT-40", seller["cac:PostalAddress"]["cac:Country"]["cbc:IdentificationCode"], "NO"], ["BT-43", seller["cac:Contact"]["cbc:ElectronicMail"], "post@juniper.example"],
        ["BT-44", customer["cac:PartyLegalEntity"]["cbc:RegistrationName"], "Юлия & Co"], ["BT-48", customer["cac:PartyTaxScheme"]["cbc:CompanyID"], "EL123456789"],
        ["BT-55", customer["cac:PostalAddress"]["cac:Country"]["cbc:IdentificationCode"], "GR"],
        ["BT-110", ubl["cac:TaxTotal"]["cbc:TaxAmount"], money(made.tax)],
        ["BT-109", ubl["cac:LegalMonetaryTotal"]["cbc:TaxExclusiveAmount"], money(made.amount - made.tax)],
        ["BT-112", ubl["cac:LegalMonetaryTotal"]["cbc:TaxInclusiveAmount"], money(made.amount)],
        ["BT-115", ubl["cac:LegalMonetaryTotal"]["cbc:PayableAmount"], money(made.amount)],
        ["BT-126", ubl["cac:InvoiceLine"].map((line: any) => line["cbc:ID"]), ["1", "2"]],
        ["BT-129", ubl["cac:InvoiceLine"].map((line: any) => line["cbc:InvoicedQuantity"]["#"]), ["3", "2"]],
        ["BT-151", ubl["cac:InvoiceLine"].map((line: any) => line["cac:Item"]["cac:ClassifiedTaxCategory"]["cbc:ID"]), ["S", "S"]],
        ["BT-153", ubl["cac:InvoiceLine"].map((line: any) => line["cac:Item"]["cbc:Name"]), ["Kaffe & <kake> &lt;", "Εγχειρίδιο"]]
      ]
      for (const [term, said, wanted] of terms) assert.deepStrictEqual(said, wanted, term)
      const shares = ubl["cac:TaxTotal"]["cac:TaxSubtotal"].map((one: any) =>
        [one["cac:TaxCategory"]["cbc:Percent"], one["cbc:TaxableAmount"]["#"], one["cbc:TaxAmount"]["#"]])
      assert.deepStrictEqual(shares, made.taxes.toSorted((a: any) => a.percentage === 15 ? -1 : 1).map((tax: any) =>
        [String(tax.percentage), money(tax.taxable)["#"], money(tax.amount)["#"]]))
    }))

  it.effect("are told to be incomplete where they are, and are nobody else's", () =>
    Effect.gen(function*() {
      yield* settings({ address: null, tax_ids: [] })
      const made = yield* invoice({ lines: [{ description: "Manual", unit_amount: 100 }] }, "acme")
      const { status, text } = yield* xmlOf(made.id)
      assert.strictEqual(status, 409)
      for (const part of ["address of your company", "billing_address"]) assert.include(text, part)
      yield* settings({ address: { line1: "Storgata 1", city: "Oslo", country: "NO" } })
      const untaxed = yield* invoice({ lines: [{ description: "Manual", unit_amount: 100 }], currency: "JPY", tax_country: "SE", ...buyer }, "acme")
      const { Invoice: ubl } = parser.parse((yield* xmlOf(untaxed.id)).text)
      assert.deepInclude(ubl["cac:TaxTotal"]["cac:TaxSubtotal"]["cac:TaxCategory"], { "cbc:ID": "O", "cbc:TaxExemptionReason": "Not subject to VAT" })
      assert.strictEqual(ubl["cac:LegalMonetaryTotal"]["cbc:PayableAmount"]["#"], "100", "the yen has no decimals")
      assert.isUndefined(ubl["cac:AccountingCustomerParty"]["cac:Party"]["cac:PartyTaxScheme"])
      const draft = yield* post("/gateway/invoices", { contact_id: made.contact_id, lines: [{ description: "Manual", unit_amount: 100 }] }, "acme")
      assert.strictEqual((yield* xmlOf(draft.json.id)).status, 409)
      assert.strictEqual((yield* xmlOf(untaxed.id, "bolt")).status, 404)
    }))

  it.effect("add up to what the invoice says, whatever is taxed and taken off", () =>
    Effect.sync(() => {
      const rates = [undefined, { name: "A", percentage: 25, inclusive: false }, { name: "B", percentage: 7.7, inclusive: true }, { name: "C", percentage: 0, inclusive: false }]
      const sold = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 50 }), unit_amount: fc.integer({ min: 1, max: 99_999 }), off: fc.nat(100), rate: fc.nat(3) }), {
        minLength: 1, maxLength: 6
      })
      fc.assert(fc.property(sold, fc.nat(100), (all, percent) => {
        const lines = all.map(({ off, quantity, rate, unit_amount }, n) =>
          ({ description: `Line ${n}`, quantity, unit_amount, discount: percentOf(quantity * unit_amount, off), tax_category: String(rate) }))
        const whole = lines.reduce((sum, { discount, quantity, unit_amount }) => sum + quantity * unit_amount - discount, 0)
        const totals = totalsOf(lines, ({ tax_category }) => rates[Number(tax_category)], percentOf(whole, percent))
        const { allowances, lines: net, taxes } = netOf(totals)
        assert.strictEqual(sumOf(net) - sumOf(allowances) + sumOf(taxes), totals.amount)
        assert.strictEqual(sumOf(taxes), totals.tax)
        assert.strictEqual(taxes.reduce((sum, { taxable }) => sum + taxable, 0), totals.amount - totals.tax)
        for (const { amount, off, price, line } of net) assert.strictEqual(amount, price.amount * line.quantity / price.quantity - off)
      }), { numRuns: 2_000 })
    }))
})
