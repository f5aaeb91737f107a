import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { AcceptedQuote, NewQuote, Quote, quote, QuoteAcceptance, QuoteId, QuoteSending } from "./quote.ts"

export const list_quotes = operation.list("list_quotes", "/gateway/quotes", Quote, {
  ...quote.list,
  summary: "List quotes",
  description: "What was offered to contacts, with the pages on which they accept it. Quotes of live and of test keys are apart."
})

export const get_quote = operation.get("get_quote", "/gateway/quotes/:id", Quote, {
  summary: "Get a quote",
  description: "One quote with its lines, its taxes, the page on which it is accepted, and what it became."
})

export const create_quote = operation.create("create_quote", "/gateway/quotes", NewQuote, Quote, {
  summary: "Draft a quote",
  description: "Offers `lines` to a contact, taxed by the rates that are set now, which hold for what it becomes too. It is a draft until it " +
    "is sent."
})

export const update_quote = operation.update("update_quote", "/gateway/quotes/:id", quote.change, Quote, {
  errors: [Conflict],
  summary: "Change a quote",
  description: "Changes the fields that are sent, while it is a draft; new lines are taxed by the rates of now. `state` takes back what was " +
    "sent: with `draft` it can be changed, in the same request too, and sent again; with `canceled` it is over. What was accepted stays as it is."
})

export const send_quote = operation.create("send_quote", "/gateway/quotes/:id/send", QuoteSending, Quote, {
  params: { id: QuoteId },
  status: 200,
  errors: [Conflict],
  summary: "Send a quote",
  description: "Sends a draft, or again what was sent, by e-mail with the page on which it is accepted, to its contact or to another " +
    "address. Of test keys nothing leaves: the e-mail is simulated."
})

export const accept_quote = operation.act("accept_quote", "/gateway/quotes/accept", AcceptedQuote, {
  payload: QuoteAcceptance,
  errors: [NotFound, Conflict],
  summary: "Accept a quote",
  description: "For pages of the company's own, in place of the hosted one: the customer accepts the quote as they read it. The order, or the " +
    "draft of an invoice, is made with the same sums, once: again, the answer is the same. A quote that was changed or sent again since, " +
    "expired or canceled is refused with 409.",
  access: "public",
  idempotent: true
})
