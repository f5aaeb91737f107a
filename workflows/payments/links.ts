import { Effect, Option } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { PaymentLinks } from "#layers/payments/links"
import { Invoices } from "#layers/payments/invoices"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Invoice } from "#schemas/payments/invoice"
import type { PaymentLinkRecord } from "#schemas/payments/link"
import type { Order } from "#schemas/payments/order"
import type * as api from "#schemas/payments/links.api"
import { baseOf, withAddresses } from "./addressed.ts"
import { chosenProvider } from "./asking.ts"
import { Canceling } from "./charge.ts"
import { refuse } from "./costs.ts"
import { owedOf } from "./due.ts"

/** The path of the pages. */
export const PAY = "/pay"

export const payBase = baseOf(PAY)

/** Links with their addresses. */
const addressed = <L extends PaymentLinkRecord>(found: ReadonlyArray<L>) =>
  PaymentLinks.use(({ tokens }) => withAddresses(found, payBase, tokens))

const one = (link: PaymentLinkRecord) => Effect.map(addressed([link]), ([first]) => first!)

export const list_payment_links = Effect.fnUntraced(function*(query: Input<typeof api.list_payment_links>) {
  const page = yield* PaymentLinks.use((links) => links.page(query))
  return { ...page, items: yield* addressed(page.items) }
})

export const get_payment_link = ({ id }: Input<typeof api.get_payment_link>) =>
  PaymentLinks.use((links) => Effect.flatMap(links.get(id), one))

type Asked = Input<typeof api.create_payment_link>

/** The order or invoice whose rest is paid. */
const documentOf = Effect.fnUntraced(function*({ invoice_id, order_id }: Asked) {
  if (order_id !== undefined && invoice_id !== undefined) return yield* refuse("invoice_id", "a payment link is for an order or an invoice, not both", invoice_id)
  const order = order_id === undefined ? undefined : yield* Orders.use((orders) => orders.get(order_id))
  if (order?.state === "cancelled") return yield* new Conflict({ message: "The order is cancelled." })
  const invoice = invoice_id === undefined ? undefined : yield* Invoices.use((invoices) => invoices.get(invoice_id))
  if (invoice?.state === "draft") return yield* new Conflict({ message: "The invoice is a draft: finalize it first." })
  if (invoice?.state === "void") return yield* new Conflict({ message: "The invoice is void." })
  return { invoice, order }
})

/** What is paid: what is left of an order or invoice, or an amount. */
const due = Effect.fnUntraced(function*(asked: Asked) {
  const { amount, currency, description } = asked
  const of = yield* documentOf(asked)
  const document = of.order ?? of.invoice
  if (document === undefined) {
    if (amount === undefined) return yield* refuse("amount", "a payment link needs an amount, an order or an invoice", null)
    if (description === null) return yield* refuse("description", "without an order or invoice, whoever pays has to be told what for", null)
    return { amount, order_id: null, invoice_id: null, currency: currency ?? (yield* Orders).currency }
  }
  const noun = of.order === undefined ? "invoice" : "order"
  if (amount !== undefined) return yield* refuse("amount", `of an ${noun}, what is left is paid`, amount)
  if (currency !== undefined && currency !== document.currency) return yield* refuse("currency", `the ${noun} is in ${document.currency}`, currency)
  if ((yield* owedOf(of)).owed === 0) return yield* new Conflict({ message: `Nothing of the ${noun} is left to pay.` })
  return { amount: null, order_id: of.order?.id ?? null, invoice_id: of.invoice?.id ?? null, currency: document.currency }
})

const made = Effect.fnUntraced(function*(link: Omit<Parameters<PaymentLinks["Service"]["create"]>[0], "token" | "token_hash">) {
  const links = yield* PaymentLinks
  return yield* one(yield* links.create({ ...link, ...yield* links.newToken }))
})

/** What somebody may pay by a page of its own. */
type Payable = { readonly order: Order } | { readonly invoice: Invoice }

const linkOver = (of: Payable) => PaymentLinks.use((links) => links.over("order" in of ? { order_id: of.order.id } : { invoice_id: of.invoice.id }))

/** The page on which it is paid, if there is one, and anything is owed. */
export const pageOver = Effect.fnUntraced(function*(of: Payable) {
  const known = yield* linkOver(of)
  const isOff = "order" in of ? of.order.state === "cancelled" : of.invoice.state === "void"
  if (Option.isNone(known) || isOff || (yield* owedOf(of)).owed === 0) return undefined
  return (yield* one(known.value)).url
})

/** The same, which is made where there is none; nothing where nobody could take the payment, or nothing is owed. */
export const pageToPay = Effect.fnUntraced(function*(of: Payable) {
  const known = yield* linkOver(of)
  if (Option.isNone(yield* Effect.option(chosenProvider)) || (yield* owedOf(of)).owed === 0) return undefined
  const named = "order" in of ? { order_id: of.order.id, invoice_id: null } : { order_id: null, invoice_id: of.invoice.id }
  const { currency } = "order" in of ? of.order : of.invoice
  const { url } = Option.isSome(known) ? yield* one(known.value) : yield* made({
    description: null, ...named, amount: null, currency, single_use: false, expires_at: null
  })
  return url
})

export const create_payment_link = Effect.fnUntraced(function*(asked: Asked) {
  yield* chosenProvider
  const { description, expires_at, single_use } = asked
  if (expires_at !== null && Date.parse(expires_at) <= (yield* companyNow)) return yield* refuse("expires_at", "it is past", expires_at)
  return yield* made({ description, expires_at, single_use, ...yield* due(asked) })
})

export const deactivate_payment_link = Effect.fnUntraced(function*({ id }: Input<typeof api.deactivate_payment_link>) {
  const [links, payments] = [yield* PaymentLinks, yield* PaymentRecords]
  yield* links.get(id)
  /* Payments are locked before their link, as where they end. */
  const open = yield* payments.openOfLink(id)
  const before = yield* links.lockForUpdate(id)
  if (!before.active) return yield* one(before)
  for (const payment of open.filter(({ state }) => state === "requires_action")) {
    yield* Effect.orDie(payments.update(payment, { state: "processing" }))
    yield* Canceling.start({ payment_id: payment.id })
  }
  return yield* one(yield* links.update(before, { active: false }))
})
