import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { Invoices } from "#layers/payments/invoices"
import { Orders } from "#layers/payments/orders"
import type { ContactId } from "#schemas/crm/contact"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import type { Invoice, InvoiceId } from "#schemas/payments/invoice"
import type { Order, OrderId } from "#schemas/payments/order"
import type * as api from "#schemas/payments/payments.api"
import { requireReferences } from "../crm/references.ts"
import { refuse } from "./costs.ts"

type Asked = Input<typeof api.create_payment>

/** What may be said of a payment of a document. */
type Part = Pick<Asked, "amount" | "contact_id" | "currency" | "seller_id">

interface Document {
  readonly contact_id: ContactId | null
  readonly currency: string
  readonly seller_id: UserId | null
}

/** What a document has left, of which the caller asks for so much. */
const partOf = Effect.fnUntraced(function*(noun: "invoice" | "order", { contact_id, currency, seller_id }: Document, asked: Part, left: number) {
  if (asked.contact_id !== undefined && asked.contact_id !== contact_id) {
    return yield* refuse("contact_id", `the ${noun} is another contact's`, asked.contact_id)
  }
  if (asked.currency !== undefined && asked.currency !== currency) return yield* refuse("currency", `the ${noun} is in ${currency}`, asked.currency)
  if (asked.seller_id !== undefined && asked.seller_id !== seller_id) return yield* refuse("seller_id", `it follows from the ${noun}`, asked.seller_id)
  const { amount = left } = asked
  if (amount === 0 || amount > left) {
    return yield* new Conflict({
      message: left === 0 ? `Nothing of the ${noun} is left to pay.` : `Of the ${noun}, ${left} is left to pay.`,
      details: [{ field: "amount", error: `more than ${left}, which is left`, received: asked.amount ?? null }]
    })
  }
  return { contact_id, seller_id, currency, amount, order_id: null, invoice_id: null }
})

/** What is owed of an invoice, or of an order without one, and how much of that no payment under way will take. */
export const owedOf = Effect.fnUntraced(function*({ invoice, order }: { readonly invoice?: Invoice | undefined; readonly order?: Order | undefined }) {
  const document = order ?? invoice!
  const { promised_amount, waived_amount } = order !== undefined
    ? yield* Orders.use((orders) => orders.internal(order.id))
    : yield* Invoices.use((invoices) => invoices.internal(invoice!.id))
  const owed = document.amount - document.paid_amount - waived_amount
  return { owed, left: owed - promised_amount }
})

/** All that is left of an order, or so much of it, which is set aside. */
export const dueOfOrder = Effect.fnUntraced(function*(asked: Part, order_id: OrderId) {
  const orders = yield* Orders
  const order = yield* orders.get(order_id, { lock: true })
  if (order.state === "cancelled") return yield* new Conflict({ message: "The order is cancelled." })
  const part = yield* partOf("order", order, asked, (yield* owedOf({ order })).left)
  yield* orders.promise(order_id, part.amount)
  return { ...part, order_id }
})

/** All that is left of an invoice, or so much of it, which is set aside. */
export const dueOfInvoice = Effect.fnUntraced(function*(asked: Part, invoice_id: InvoiceId) {
  const invoices = yield* Invoices
  const { order_id } = yield* invoices.get(invoice_id)
  const ofOrder = order_id === null ? undefined : yield* dueOfOrder(asked, order_id)
  const invoice = yield* invoices.get(invoice_id, { lock: true })
  if (invoice.state === "draft" || invoice.state === "void") {
    return yield* new Conflict({ message: `The invoice is ${invoice.state === "draft" ? "a draft" : "void"}: only what is owed can be paid.` })
  }
  if (ofOrder !== undefined) return { ...ofOrder, invoice_id }
  const part = yield* partOf("invoice", invoice, asked, (yield* owedOf({ invoice })).left)
  yield* invoices.promise(invoice_id, part.amount)
  return { ...part, invoice_id }
})

/** What is paid: an order or an invoice, of which so much is left, or an amount of a contact. */
export const due = Effect.fnUntraced(function*(asked: Asked) {
  const { amount, contact_id, currency, invoice_id, order_id, seller_id = null } = asked
  if (order_id !== undefined && invoice_id !== undefined) return yield* refuse("invoice_id", "a payment is for an order or an invoice, not both", invoice_id)
  if (order_id !== undefined) return yield* dueOfOrder(asked, order_id)
  if (invoice_id !== undefined) return yield* dueOfInvoice(asked, invoice_id)
  if (contact_id === undefined) return yield* refuse("contact_id", "a payment needs a contact, an order or an invoice", null)
  if (amount === undefined) return yield* refuse("amount", "a payment without an order or invoice needs an amount", null)
  yield* requireReferences({ seller_id })
  yield* getOrFail("contact")((yield* Contacts).find(contact_id))
  return { contact_id, seller_id, order_id: null, invoice_id: null, amount, currency: currency ?? (yield* Orders).currency }
})
