import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { References } from "#layers/crm/references"
import { companyNow } from "#layers/kernel/company-clock"
import { Orders } from "#layers/payments/orders"
import { Quotes } from "#layers/payments/quotes"
import { contact } from "#schemas/crm/contact"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { QuoteId, QuoteRecord } from "#schemas/payments/quote"
import type * as api from "#schemas/payments/quotes.api"
import { requireReferences } from "../crm/references.ts"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/quote.ts"
import { baseOf, withAddresses } from "./addressed.ts"
import { costsOf, refuse } from "./costs.ts"

/** The path of the pages. */
export const QUOTE = "/quote"

/** Quotes with their addresses. */
const addressed = <Q extends QuoteRecord>(found: ReadonlyArray<Q>) =>
  Quotes.use(({ tokens }) => withAddresses(found, baseOf(QUOTE), tokens))

const one = (quote: QuoteRecord) => Effect.map(addressed([quote]), ([first]) => first!)

/** What people call a quote. */
export const titleOf = ({ id, reference }: QuoteRecord) => `Quote ${reference ?? id}`

export const list_quotes = Effect.fnUntraced(function*(query: Input<typeof api.list_quotes>) {
  const page = yield* Quotes.use((quotes) => quotes.page(query))
  return { ...page, items: yield* addressed(page.items) }
})

export const get_quote = ({ id }: Input<typeof api.get_quote>) => Quotes.use((quotes) => Effect.flatMap(quotes.get(id), one))

const requireFuture = Effect.fnUntraced(function*(valid_until: string | null) {
  if (valid_until !== null && Date.parse(valid_until) <= (yield* companyNow)) return yield* refuse("valid_until", "it is past", valid_until)
})

export const create_quote = Effect.fnUntraced(function*(asked: Input<typeof api.create_quote>) {
  const { becomes, contact_id, currency, discount, lines, note, reference, seller_id, tax_country, tax_region, valid_until } = asked
  const quotes = yield* Quotes
  yield* requireReferences({ contact_id, seller_id })
  yield* requireFuture(valid_until)
  const { order_discount: quote_discount, ...sums } = yield* costsOf(lines, discount, asked)
  return yield* one(yield* quotes.create({
    contact_id, seller_id, becomes, ...sums, quote_discount, tax_country, tax_region, valid_until, reference, note, ...yield* quotes.newToken,
    currency: currency ?? (yield* Orders).currency
  }))
})

const isOver = ({ state }: QuoteRecord) => state === "accepted" || state === "canceled"

const notNow = (quote: QuoteRecord) =>
  new Conflict({ message: `The quote is ${quote.state}: ${isOver(quote) ? "it stays as it is" : "make it a draft again to change it"}.` })

export const update_quote = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_quote>) {
  const quotes = yield* Quotes
  const before = yield* quotes.lockForUpdate(id)
  const { discount, lines, state, tax_country = before.tax_country, tax_region = before.tax_region, ...words } = changes
  const isSame = state === before.state && Object.keys(changes).length === 1
  if (isSame) return yield* one(before)
  if (isOver(before) || (before.state !== "draft" && state === undefined)) return yield* notNow(before)
  const { seller_id = before.seller_id, valid_until } = words
  if (seller_id !== before.seller_id) yield* requireReferences({ seller_id })
  if (valid_until !== undefined) yield* requireFuture(valid_until)
  const next = { ...words, ...state !== undefined && state !== before.state && { state } }
  const costs = [discount, lines, changes.tax_country, changes.tax_region].some((value) => value !== undefined)
  if (!costs) return yield* one(yield* quotes.update(before, next))
  const { quote_discount } = yield* quotes.internal(id)
  const { order_discount, ...sums } = yield* costsOf(lines ?? before.lines, discount ?? quote_discount, { tax_country, tax_region })
  return yield* one(yield* quotes.update(before, { ...next, tax_country, tax_region, ...sums, quote_discount: order_discount }))
})

/** A quote, locked before its contact, as where contacts are merged, and the fields of those that it names and that are gone. */
export const lockedQuote = Effect.fnUntraced(function*(id: QuoteId) {
  const before = yield* Quotes.use((quotes) => quotes.get(id, { lock: true }))
  const { contact_id, seller_id } = before
  const missing = (yield* References.use((references) => references.missing({ contact_id, seller_id }))).map(({ field }) => field)
  return { before, missing }
})

export const send_quote = Effect.fnUntraced(function*({ email, id, message }: Input<typeof api.send_quote>) {
  const quotes = yield* Quotes
  const { before, missing } = yield* lockedQuote(id)
  const { amount, contact_id, currency, valid_until } = before
  if (isOver(before)) return yield* new Conflict({ message: `The quote is ${before.state}.` })
  if (valid_until !== null && Date.parse(valid_until) <= (yield* companyNow)) {
    return yield* new Conflict({ message: "It could be accepted until a time that is past: change `valid_until` first." })
  }
  if (contact_id === null || missing.includes("contact_id")) {
    return yield* new Conflict({ message: "Its contact is gone, so that nobody could accept it." })
  }
  if (email !== null) {
    const customer = yield* Contacts.use((contacts) => contacts.get(contact_id))
    const { url: page } = yield* one(before)
    yield* emailCustomer(template, {
      quote: titleOf(before), name: contact.label(customer) || null, amount, currency, until: valid_until, page,
      ...message !== undefined && { message }
    }, { to: email === undefined ? { contact_id } : { email } })
  }
  return yield* one(yield* quotes.update(before, { state: "sent", sent_at: quotes.now }, { events: ["quote.sent"] }))
})
