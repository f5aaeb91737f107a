import { Effect } from "effect"
import { XMLBuilder } from "fast-xml-parser"
import { Invoices } from "#layers/payments/invoices"
import type { PostalAddress } from "#schemas/company/address"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import { decimalOf } from "#schemas/payments/currency"
import type { Invoice, Seller } from "#schemas/payments/invoice"
import type * as api from "#schemas/payments/invoices.api"
import { type Net, netOf, sumOf, type Treatment } from "#schemas/payments/net"

/** What the standard calls an invoice in the terms of EN 16931 (BT-24), and one that is not corrected (BT-3, UNTDID 1001). */
const CUSTOMIZATION = "urn:cen.eu:en16931:2017"
const COMMERCIAL_INVOICE = "380"
/** Pieces (BT-130, UN/ECE Recommendation 20). */
const PIECE = "C62"
/** Why an allowance is given (BT-98, UNTDID 5189). */
const DISCOUNT = "95"

const namespaces = {
  "@xmlns": "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  "@xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "@xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
}

type Address = typeof PostalAddress.Type

const addressOf = ({ city, country, line1, line2, postal_code, region }: Address) => ({
  "cbc:StreetName": line1, ...line2 !== undefined && { "cbc:AdditionalStreetName": line2 }, "cbc:CityName": city,
  ...postal_code !== undefined && { "cbc:PostalZone": postal_code }, ...region !== undefined && { "cbc:CountrySubentity": region },
  "cac:Country": { "cbc:IdentificationCode": country }
})

const schemeOf = (id: string) => ({ "cac:TaxScheme": { "cbc:ID": id } })
const vat = schemeOf("VAT")

/** A number of VAT begins with its country's letters (BR-CO-09), which are EL for Greece. */
const vatId = (country: string, id: string) => /^[A-Z]{2}/.test(id) ? id : `${country === "GR" ? "EL" : country}${id}`

/** Where nothing is subject to VAT, no number of VAT may be told (BR-O-02). */
const sellerOf = ({ contact_email, contact_phone, legal_name, name, tax_ids }: Seller, address: Address, hasVat: boolean) => {
  const id = tax_ids.find(({ type }) => type.endsWith("_vat"))
  const other = tax_ids.find((one) => one !== id)
  const taxed = id !== undefined ? { "cbc:CompanyID": vatId(address.country, id.value), ...vat } : { "cbc:CompanyID": other?.value, ...schemeOf("TAX") }
  return {
    "cac:Party": {
      "cac:PartyName": { "cbc:Name": name },
      "cac:PostalAddress": addressOf(address),
      ...hasVat && { "cac:PartyTaxScheme": taxed },
      "cac:PartyLegalEntity": { "cbc:RegistrationName": legal_name ?? name, ...other !== undefined && { "cbc:CompanyID": other.value } },
      ...(contact_email ?? contact_phone) !== null && {
        "cac:Contact": {
          ...contact_phone !== null && { "cbc:Telephone": contact_phone }, ...contact_email !== null && { "cbc:ElectronicMail": contact_email }
        }
      }
    }
  }
}

const buyerOf = (name: string, address: Address, taxId: string | null) => ({
  "cac:Party": {
    "cac:PostalAddress": addressOf(address),
    ...taxId !== null && { "cac:PartyTaxScheme": { "cbc:CompanyID": vatId(address.country, taxId), ...vat } },
    "cac:PartyLegalEntity": { "cbc:RegistrationName": name }
  }
})

/** A category of VAT (BT-118 and BT-151, UNTDID 5305) with its rate. */
const categoryOf = (treatment: Treatment) => ({
  "cbc:ID": treatment === "outside" ? "O" : treatment === "exempt" ? "E" : treatment === 0 ? "Z" : "S",
  ...treatment !== "outside" && { "cbc:Percent": treatment === "exempt" ? "0" : String(treatment) }
})

const reasonOf = (treatment: Treatment) =>
  typeof treatment === "string" && { "cbc:TaxExemptionReason": treatment === "outside" ? "Not subject to VAT" : "Exempt from VAT" }

interface Complete {
  readonly seller: Seller
  readonly from: Address
  readonly to: Address
  readonly name: string
}

/** An invoice as UBL 2.1 in the terms of EN 16931 (docs.peppol.eu/poacc/billing/3.0/syntax/ubl-invoice). The same invoice is the same text. */
const ublOf = (invoice: Invoice, { from, name, seller, to }: Complete, { allowances, lines, taxes }: Net) => {
  const { amount, billing_tax_id, currency, due_on, issued_on, notes, number, reference } = invoice
  const money = (units: number) => ({ "@currencyID": currency, "#": decimalOf(units, currency) })
  const [taxed, allowance] = [sumOf(taxes), sumOf(allowances)]
  const hasVat = taxes.some(({ treatment }) => treatment !== "outside")
  return {
    Invoice: {
      ...namespaces,
      "cbc:CustomizationID": CUSTOMIZATION,
      "cbc:ID": number,
      "cbc:IssueDate": issued_on,
      "cbc:DueDate": due_on,
      "cbc:InvoiceTypeCode": COMMERCIAL_INVOICE,
      ...notes !== null && { "cbc:Note": notes },
      "cbc:DocumentCurrencyCode": currency,
      ...reference !== null && { "cbc:BuyerReference": reference },
      "cac:AccountingSupplierParty": sellerOf(seller, from, hasVat),
      "cac:AccountingCustomerParty": buyerOf(name, to, hasVat ? billing_tax_id : null),
      "cac:AllowanceCharge": allowances.map(({ amount, treatment }) => ({
        "cbc:ChargeIndicator": "false", "cbc:AllowanceChargeReasonCode": DISCOUNT, "cbc:AllowanceChargeReason": "Discount",
        "cbc:Amount": money(amount), "cac:TaxCategory": { ...categoryOf(treatment), ...vat }
      })),
      "cac:TaxTotal": {
        "cbc:TaxAmount": money(taxed),
        "cac:TaxSubtotal": taxes.map(({ amount, taxable, treatment }) => ({
          "cbc:TaxableAmount": money(taxable), "cbc:TaxAmount": money(amount), "cac:TaxCategory": { ...categoryOf(treatment), ...reasonOf(treatment), ...vat }
        }))
      },
      "cac:LegalMonetaryTotal": {
        "cbc:LineExtensionAmount": money(sumOf(lines)),
        "cbc:TaxExclusiveAmount": money(amount - taxed),
        "cbc:TaxInclusiveAmount": money(amount),
        ...allowance !== 0 && { "cbc:AllowanceTotalAmount": money(allowance) },
        "cbc:PayableAmount": money(amount)
      },
      "cac:InvoiceLine": lines.map(({ amount, line, off, price, treatment }, place) => ({
        "cbc:ID": String(place + 1),
        "cbc:InvoicedQuantity": { "@unitCode": PIECE, "#": String(line.quantity) },
        "cbc:LineExtensionAmount": money(amount),
        ...off > 0 && {
          "cac:AllowanceCharge": {
            "cbc:ChargeIndicator": "false", "cbc:AllowanceChargeReasonCode": DISCOUNT, "cbc:AllowanceChargeReason": "Discount", "cbc:Amount": money(off)
          }
        },
        "cac:Item": { "cbc:Name": line.description, "cac:ClassifiedTaxCategory": { ...categoryOf(treatment), ...vat } },
        "cac:Price": {
          "cbc:PriceAmount": money(price.amount), ...price.quantity > 1 && { "cbc:BaseQuantity": { "@unitCode": PIECE, "#": String(price.quantity) } }
        }
      }))
    }
  }
}

/** What EN 16931 asks for and the invoice may not say; a clear error where it does not. */
const complete = ({ billing_address, billing_name, lines, number, seller, state }: Invoice) => {
  if (seller === null || number === null) return new Conflict({ message: "The invoice is a draft: finalize it first." })
  if (state === "void") return new Conflict({ message: "The invoice is void." })
  const { address, tax_ids } = seller
  const isTaxed = lines.some(({ tax }) => tax !== null)
  const missing = [
    ...address === null ? ["the address of your company in its settings (BG-5), before the invoice is finalized"] : [],
    ...billing_name === null ? ["billing_name (BT-44)"] : [],
    ...billing_address === null ? ["billing_address (BG-8)"] : [],
    ...isTaxed && tax_ids.length === 0 ? ["a tax number of your company in its settings (BT-31 or BT-32), before the invoice is finalized"] : []
  ]
  if (address === null || billing_name === null || billing_address === null || missing.length > 0) {
    return new Conflict({ message: `An electronic invoice has to say more than this one: ${missing.join("; ")}.` })
  }
  return Effect.succeed({ seller, from: address, to: billing_address, name: billing_name })
}

const writer = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", textNodeName: "#", format: true })

/** What XML 1.0 cannot hold is left out. */
const printed = (document: object): string =>
  writer.build(document).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")

export const get_invoice_xml = Effect.fnUntraced(function*({ id }: Input<typeof api.get_invoice_xml>) {
  const invoice = yield* Invoices.use((invoices) => invoices.get(id))
  const text = printed({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, ...ublOf(invoice, yield* complete(invoice), netOf(invoice)) })
  return { type: "application/xml", name: `${invoice.number}.xml`, content: new TextEncoder().encode(text), inline: true } satisfies Download
})
