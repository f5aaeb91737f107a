import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { readUntil } from "#layers/kernel/answer-later"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Invoices } from "#layers/payments/invoices"
import type { Owner } from "#layers/payments/address-tokens"
import { PaymentLinks } from "#layers/payments/links"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import { payloadHash } from "#layers/workflows/runs"
import { Caller } from "#schemas/kernel/tenancy"
import type { Invoice } from "#schemas/payments/invoice"
import type { PaymentLinkId, PaymentLinkRecord } from "#schemas/payments/link"
import type { Order } from "#schemas/payments/order"
import type { Payment } from "#schemas/payments/payment"
import { asHolder } from "./addressed.ts"
import { chosenProvider, provider } from "./asking.ts"
import { lockedBill } from "./bill.ts"
import { Charge } from "./charge.ts"
import { Authenticating, Checkout, PAYING } from "./checkout.ts"
import { dueOfInvoice, dueOfOrder, owedOf } from "./due.ts"
import { Looking } from "./inbound.ts"
import { titleOf } from "./invoice-document.ts"
import { receiptName, receiptOf } from "./link-receipts.ts"

/** Why nobody can pay by a link: for good, or (`under_way`) while another payment of it is made. */
export type Closed = Exclude<PaymentLinkRecord["state"], "active"> | "paid" | "called_off" | "under_way"

/** What a link takes the rest of; of an invoice of an order both. */
interface Documents {
  readonly order: Order | undefined
  readonly invoice: Invoice | undefined
}

interface State extends Documents {
  readonly link: PaymentLinkRecord
  /** What is owed of it, and what of that no payment under way will take. */
  readonly owed: number
  readonly left: number
  /** How many payments by the link are under way. */
  readonly uses: number
}

const closedOf = ({ invoice, left, link, order, owed, uses }: State): Closed | undefined => {
  if (link.state !== "active") return link.state
  if (order?.state === "cancelled" || invoice?.state === "void") return "called_off"
  if (owed === 0) return "paid"
  return (link.single_use && uses > 0) || left === 0 ? "under_way" : undefined
}

const stateOf = Effect.fnUntraced(function*(link: PaymentLinkRecord, { invoice, order }: Documents) {
  const uses = (yield* (yield* PaymentLinks).internal(link.id)).promised_count
  const rest = order === undefined && invoice === undefined ? { owed: link.amount!, left: link.amount! } : yield* owedOf({ invoice, order })
  return { link, order, invoice, ...rest, uses }
})

/** The invoice of a link, and the order of either. */
const documentsOf = Effect.fnUntraced(function*({ invoice_id, order_id }: PaymentLinkRecord): Effect.fn.Return<Documents, never, Caller | Invoices | Orders> {
  const invoice = invoice_id === null ? undefined : yield* Effect.orDie((yield* Invoices).get(invoice_id))
  const order = order_id ?? invoice?.order_id ?? null
  return { invoice, order: order === null ? undefined : yield* Effect.orDie((yield* Orders).get(order)) }
})

const withLink = <A, E, R>(token: string, company: number | undefined, work: (owner: Owner<PaymentLinkId>) => Effect.Effect<A, E, R>) =>
  asHolder(PaymentLinks.use((links) => links.byToken(token)), company, work)

const resumable = (id: PaymentLinkId) =>
  Effect.gen(function*() {
    const waiting = yield* (yield* PaymentRecords).waitingOfLink(id)
    return Option.isNone(waiting) ? undefined : yield* receiptName(waiting.value.id)
  })

/** What the page of a link shows. */
export const linkShown = (token: string, company?: number) =>
  withLink(token, company, Effect.fnUntraced(function*({ id }) {
    const link = yield* Effect.orDie((yield* PaymentLinks).get(id))
    const state = yield* stateOf(link, yield* documentsOf(link))
    const closed = closedOf(state)
    return {
      ...state,
      /** The receipt of a payment that its payer can go on with, where none other can begin. */
      resumable: closed === "under_way" ? yield* resumable(id) : undefined,
      company: yield* (yield* CompanySettings).own,
      amount: state.left,
      closed,
      /** Nothing where the company has no account with a payment provider. */
      provider: Option.getOrUndefined(yield* Effect.option(provider))
    }
  }))
export type LinkShown = Exclude<Effect.Success<ReturnType<typeof linkShown>>, undefined>

/** What the form of the page says. */
export interface Sent {
  /** The showing of the page that was sent; a second time it is the same payment. */
  readonly showing: string
  readonly email: string | undefined
  /** The test card. */
  readonly method: string | undefined
}

/** The contact of an address, who is made where there is none. */
const payer = (email: string) =>
  Contacts.use((contacts) => contacts.create({ email }, { events: ["contact.created"] })).pipe(
    Effect.map(({ id }) => id as number | null),
    Effect.catchTag("EmailTaken", ({ by = null }) => Effect.succeed(by))
  )

const begun = Effect.fnUntraced(function*(id: PaymentLinkId, { email, method, showing }: Sent) {
  const [links, payments] = [yield* PaymentLinks, yield* PaymentRecords]
  const { invoice, order } = yield* documentsOf(yield* Effect.orDie(links.get(id)))
  const bill = yield* lockedBill({ order_id: order?.id ?? null, invoice_id: invoice?.id ?? null })
  const link = yield* Effect.orDie(links.get(id, { lock: true }))
  const earlier = yield* payments.ofShowing(id, showing)
  if (Option.isSome(earlier)) return { payment: earlier.value }
  const closed = closedOf(yield* stateOf(link, { order: bill.order, invoice: bill.invoice ?? invoice }))
  if (closed !== undefined) return { closed }
  const by = yield* Effect.orDie(chosenProvider)
  const paid = link.invoice_id !== null ? yield* Effect.orDie(dueOfInvoice({}, link.invoice_id))
    : link.order_id !== null ? yield* Effect.orDie(dueOfOrder({}, link.order_id))
    : { contact_id: email === undefined ? null : yield* payer(email), order_id: null, invoice_id: null, amount: link.amount!, currency: link.currency }
  yield* links.promise(id)
  const { amount, currency } = paid
  const made = yield* payments.create({
    ...paid, ...by, token: by.simulated ? method : null, capture_amount: amount, description: link.description ?? (link.invoice_id === null ? null : titleOf(invoice!)), payment_link_id: id, showing,
    livemode: link.livemode
  }, { noted: false })
  yield* recordChange({ object: "payment", id: made.id, before: null, after: made, moves: { amount, currency } })
  const key = `payment ${made.id}`
  yield* (by.simulated ? Charge : Checkout).start({ payment_id: made.id }, { key })
  return { payment: made }
})

const isProcessing = ({ state }: Payment) => state === "processing"

/** The same payment once it is something else, or about four seconds later. */
const after = (payment: Payment, isOver: (found: Payment) => boolean) =>
  PaymentRecords.use((payments) => readUntil(Effect.map(payments.find(payment.id), Option.getOrElse(() => payment)), isOver))

/** Pays by a link, once for each showing of its page; answers with the name of the receipt, or why nobody can pay. */
export const payByLink = (token: string, sent: Sent, company?: number) =>
  withLink(token, company, Effect.fnUntraced(function*({ id }) {
    const done = yield* Receipted.use((receipted) => receipted.write(
      { verb: PAYING, payloadHash: payloadHash({ link: id, showing: sent.showing }) }, begun(id, sent)
    ))
    if (done.payment === undefined) return { closed: done.closed }
    if (isProcessing(done.payment)) yield* after(done.payment, (found) => !isProcessing(found))
    return { receipt: yield* receiptName(done.payment.id) }
  }))

const own = (id: PaymentLinkId, name: string) =>
  Effect.gen(function*() {
    const payment = yield* receiptOf(name)
    const found = payment === undefined ? Option.none() : yield* (yield* PaymentRecords).find(payment)
    return Option.filter(found, ({ payment_link_id }) => payment_link_id === id)
  })

/** Seconds in which the provider is asked once about a payment whose payer has come back from it. */
const ASKED_EVERY = 10

/** What the receipt of a payment by a link shows. `returned`: the payer comes back from the provider, which may know more than we do. */
export const receiptShown = (token: string, name: string, returned: boolean, company?: number) =>
  withLink(token, company, Effect.fnUntraced(function*({ id, livemode }) {
    const found = yield* own(id, name)
    if (Option.isNone(found)) return undefined
    const settings = yield* (yield* CompanySettings).own
    const payment = found.value
    const order = payment.order_id === null ? Option.none() : yield* (yield* Orders).find(payment.order_id)
    /** The order is of the company's shop. */
    const bought = Option.exists(order, ({ cart_id }) => cart_id !== null)
    const shown = { company: settings, livemode, bought }
    if (!returned || payment.simulated || payment.state !== "requires_action") return { ...shown, payment }
    const key = `look at payment ${payment.id} ${Math.floor(Date.now() / ASKED_EVERY / 1_000)}`
    yield* Receipted.use((receipted) => receipted.write(
      { verb: PAYING, payloadHash: payloadHash({ payment: payment.id }) }, Looking.start({ payment_id: payment.id }, { key })
    ))
    return { ...shown, payment: yield* after(payment, ({ state }) => state !== "requires_action") }
  }))
export type ReceiptShown = Exclude<Effect.Success<ReturnType<typeof receiptShown>>, undefined>

/** Answers for the bank of a test card that asks its holder; only simulated payments have such an answer. */
export const authenticate = (token: string, name: string, confirmed: boolean, company?: number) =>
  withLink(token, company, Effect.fnUntraced(function*({ id }) {
    const found = yield* own(id, name)
    if (Option.isNone(found) || !found.value.simulated || found.value.state !== "requires_action") return
    const { id: payment_id } = found.value
    yield* Receipted.use((receipted) => receipted.write(
      { verb: PAYING, payloadHash: payloadHash({ payment_id, confirmed }) },
      Authenticating.start({ payment_id, confirmed }, { key: `authenticate payment ${payment_id}` })
    ))
    yield* after(found.value, ({ state }) => state !== "requires_action")
  }))
