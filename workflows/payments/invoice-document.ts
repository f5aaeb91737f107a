import { Effect, Struct } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Pdf } from "#layers/documents/pdf"
import type { Sheet } from "#layers/documents/sheet"
import type { PostalAddress } from "#schemas/company/address"
import { formatsOf } from "#schemas/kernel/formats"
import { type Invoice, Seller } from "#schemas/payments/invoice"

/** The caller's company as its invoices name it. */
export const sellerNow = Effect.map(
  CompanySettings.use((settings) => settings.own),
  (settings): Seller => Struct.pick(settings, Struct.keys(Seller.fields))
)

const addressLines = (address: typeof PostalAddress.Type | null) => {
  if (address === null) return []
  const { city, country, line1, line2, postal_code, region } = address
  return [line1, line2, [postal_code, city].filter(Boolean).join(" "), [region, country].filter(Boolean).join(", ")].filter((line) => line !== undefined)
}

const filled = (rows: ReadonlyArray<readonly [string, string | null]>) =>
  rows.flatMap(([name, value]) => value === null ? [] : [[name, value] as const])

export const titleOf = ({ number }: Invoice) => number === null ? "Draft invoice" : `Invoice ${number}`

const printable = new Set(["Latn", "Grek", "Cyrl"])

/** English for languages whose letters, digits or signs of currencies the font of documents does not have. */
const formatsIn = (locale: string) =>
  formatsOf({ locale: printable.has(new Intl.Locale(locale).maximize().script ?? "") ? locale : "en", time_zone: "UTC" })

/** A day in words, which no time zone moves. */
export const dayIn = (locale: string, date: string | null) => date === null ? null : formatsIn(locale).day(`${date}T12:00:00.000Z`)

/** An invoice on paper: what was finalized, and nothing that changes later. */
export const sheetOf = (invoice: Invoice, seller: Seller): Sheet => {
  const { amount, billing_address, billing_name, billing_tax_id, currency, discount, due_on, issued_on, lines, notes, number, reference, subtotal } = invoice
  const formats = formatsIn(seller.locale)
  /* The one sign in use that the font lacks, of the Thai baht. */
  const money = (cents: number) => formats.money({ amount: cents, currency }).replace("\u0E3F", "THB\u00A0")
  const isTaxed = lines.some(({ tax }) => tax !== null)
  const day = (date: string | null) => dayIn(seller.locale, date)
  return {
    language: formats.language,
    title: titleOf(invoice),
    from: [
      seller.legal_name ?? seller.name, ...addressLines(seller.address), ...seller.tax_ids.map(({ value }) => value),
      ...[seller.contact_email, seller.contact_phone, seller.website].filter((line) => line !== null)
    ],
    to: [billing_name ?? "", ...addressLines(billing_address), ...billing_tax_id === null ? [] : [billing_tax_id]],
    facts: filled([["Invoice number", number], ["Issued", day(issued_on)], ["To be paid by", day(due_on)], ["Your reference", reference], ["Currency", currency]]),
    table: {
      columns: ["Description", ["Quantity", 60], ...isTaxed ? [["Price", 84], ["Tax", 60]] as const : [["Price", 110]] as const, ["Amount", 110]],
      rows: lines.map((line) => [
        line.description, formats.number(line.quantity), money(line.unit_amount),
        ...isTaxed ? [line.tax === null ? "" : `${line.tax.percentage} %`] : [], money(line.amount)
      ])
    },
    sums: [
      ["Subtotal", money(subtotal)],
      ...discount > 0 ? [["Discount", money(-discount)] as const] : [],
      ...invoice.taxes.map((tax) => [`${tax.name}${tax.inclusive ? " (included)" : ""}`, money(tax.amount)] as const),
      ["Total", money(amount)]
    ],
    notes: notes === null ? [] : [notes],
    at: new Date(invoice.finalized_at ?? invoice.created_at)
  }
}

/** An invoice as PDF. Takes up to some seconds: not within a transaction. */
export const printed = Effect.fnUntraced(function*(invoice: Invoice) {
  const seller = invoice.seller ?? (yield* sellerNow)
  return yield* Pdf.use(({ print }) => print(sheetOf(invoice, seller)))
})
