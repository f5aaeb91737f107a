import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { Invoices } from "#layers/payments/invoices"
import { Orders } from "#layers/payments/orders"
import { Quotes } from "#layers/payments/quotes"
import { payloadHash } from "#layers/workflows/runs"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type { AcceptedQuote, QuoteAcceptance, QuoteId, QuoteRecord } from "#schemas/payments/quote"
import type * as api from "#schemas/payments/quotes.api"
import { asHolder } from "./addressed.ts"
import { pageOver, pageToPay } from "./links.ts"
import { lockedQuote } from "./quotes.ts"

/** Why nobody can accept a quote: for good, or (`changing`, `changed`) as it was read. */
export type Closed = "canceled" | "changed" | "changing" | "expired"

const closedOf = ({ contact_id, state }: QuoteRecord): Exclude<Closed, "changed"> | undefined =>
  state === "canceled" || (contact_id === null && state !== "accepted") ? "canceled"
  : state === "draft" ? "changing"
  : state === "expired" ? "expired"
  : undefined

const withQuote = <A, E, R>(token: string, company: number | undefined, work: (id: QuoteId) => Effect.Effect<A, E, R>) =>
  asHolder(Quotes.use((quotes) => quotes.byToken(token)), company, ({ id }) => work(id))

/** Where what a quote became is paid. */
const pageOf = Effect.fnUntraced(function*({ invoice_id, order_id }: QuoteRecord) {
  if (order_id !== null) return yield* pageOver({ order: yield* Effect.orDie(Orders.use((orders) => orders.get(order_id))) })
  if (invoice_id !== null) return yield* pageOver({ invoice: yield* Effect.orDie(Invoices.use((invoices) => invoices.get(invoice_id))) })
  return undefined
})

const isGone = (contact_id: QuoteRecord["contact_id"]) =>
  contact_id === null ? Effect.succeed(true) : Effect.map(Contacts.use((contacts) => contacts.find(contact_id)), Option.isNone)

/** What the page of a quote shows. */
export const quoteShown = (token: string, company?: number) =>
  withQuote(token, company, Effect.fnUntraced(function*(id) {
    const quote = yield* Effect.orDie(Quotes.use((quotes) => quotes.get(id)))
    const isLost = quote.state === "sent" && (yield* isGone(quote.contact_id))
    return {
      quote,
      closed: isLost ? "canceled" as const : closedOf(quote),
      company: yield* CompanySettings.use((settings) => settings.own),
      /** Where what it became is paid. */
      page: yield* pageOf(quote)
    }
  }))
export type QuoteShown = Exclude<Effect.Success<ReturnType<typeof quoteShown>>, undefined>

/**
 * What an accepted quote becomes, with its sums as they were offered, whatever the tax rates are now. The invoice stays a draft, as with
 * Stripe: what a visitor does on a page gives out no number and writes nothing into the books, and when the tax is due is for the company.
 */
const becoming = Effect.fnUntraced(function*(quote: QuoteRecord, seller_id: QuoteRecord["seller_id"]) {
  const { amount, becomes, contact_id, currency, discount, lines, note: notes, reference, subtotal, tax, tax_country, tax_region, taxes } = quote
  const { quote_discount } = yield* Quotes.use((quotes) => quotes.internal(quote.id))
  const values = { contact_id, seller_id, currency, lines, discount, subtotal, tax, taxes, amount, tax_country, tax_region, reference, notes }
  if (becomes === "invoice") {
    const { id } = yield* Invoices.use((invoices) => invoices.create({ ...values, invoice_discount: quote_discount }))
    return { order_id: null, invoice_id: id }
  }
  const order = yield* Orders.use((orders) => orders.create({ ...values, order_discount: quote_discount }, { events: ["order.created"] }))
  yield* pageToPay({ order })
  return { order_id: order.id, invoice_id: null }
})

/** What the form of the page says. */
export type Sent = Omit<QuoteAcceptance, "token">

const accepted = Effect.fnUntraced(function*(id: QuoteId, { name, version }: Sent) {
  const quotes = yield* Quotes
  const { before, missing } = yield* Effect.orDie(lockedQuote(id))
  if (before.state === "accepted") return { accepted: before }
  const closed: Closed | undefined = closedOf(before) ??
    (before.version !== version ? "changed" : missing.includes("contact_id") ? "canceled" : undefined)
  if (closed !== undefined) return { closed }
  const made = yield* becoming(before, missing.includes("seller_id") ? null : before.seller_id)
  const after = yield* quotes.update(before, {
    state: "accepted", accepted_at: quotes.now, accepted_by: name, ...made
  }, { events: ["quote.accepted"] })
  return { accepted: after }
})

/** Accepts a quote, once, however often it is asked for; answers with it, or why nobody can accept it. */
export const acceptQuote = (token: string, sent: Sent, company?: number) =>
  withQuote(token, company, Effect.fnUntraced(function*(id) {
    const done = yield* Receipted.use((receipted) => receipted.write(
      { verb: "accept_quote", payloadHash: payloadHash({ quote: id, version: sent.version }) }, accepted(id, sent)
    ))
    if (done.accepted === undefined) return { closed: done.closed }
    const { accepted_at, accepted_by, amount, becomes, currency, invoice_id, order_id } = done.accepted
    return {
      accepted: {
        id, state: "accepted", amount, currency, accepted_at: accepted_at!, accepted_by, becomes, order_id, invoice_id,
        pay_url: (yield* pageOf(done.accepted)) ?? null
      } satisfies AcceptedQuote
    }
  }))

const refusals: Readonly<Record<Closed, string>> = {
  canceled: "The quote was canceled.",
  changed: "The quote was changed or sent again since it was read: read it again.",
  changing: "The quote is being changed: it can be accepted once it is sent again.",
  expired: "The quote has expired."
}

export const accept_quote = Effect.fnUntraced(function*({ token, ...sent }: Input<typeof api.accept_quote>) {
  const done = yield* acceptQuote(token, sent)
  if (done === undefined) return yield* new NotFound({ message: "There is no such quote." })
  if (done.closed !== undefined) return yield* new Conflict({ message: refusals[done.closed] })
  return done.accepted
})
