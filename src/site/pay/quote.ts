import { type Formats, knownZone } from "#schemas/kernel/formats"
import type { Closed, QuoteShown } from "#workflows/payments/quote-accepting"
import { titleOf } from "#workflows/payments/quotes"
import { failure } from "../../dashboard/components/elements.ts"
import { field, type FieldErrors, hiddenField, WHOLE } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { markOf } from "./form.ts"
import { type Company, type Shown, written } from "./frame.ts"

const moment = (instant: string, { time_zone }: Company, formats: Formats): Node =>
  html`<span>${written(formats, formats.dayAndTime(instant))} (${knownZone(time_zone).replaceAll("_", " ")})</span>`

/** What is offered: each line with what it costs, and how that comes to the total. */
const offer = ({ company, quote }: QuoteShown, formats: Formats): Node => {
  const { amount, currency, discount, lines, note, state, subtotal, taxes, valid_until } = quote
  const money = (cents: number) => written(formats, formats.money({ amount: cents, currency }))
  return html`
    <p class="amount">${money(amount)}</p>
    <ul class="lines">
      ${lines.map(({ description, quantity, unit_amount }) => html`
        <li class="priced">
          <span dir="auto">${quantity > 1 && `${quantity} × `}${description}</span> <span>${money(quantity * unit_amount)}</span>
        </li>`)}
    </ul>
    <dl class="sums">
      ${(discount > 0 || taxes.length > 0) && html`<dt>Subtotal</dt><dd>${money(subtotal)}</dd>`}
      ${discount > 0 && html`<dt>Discount</dt><dd>${money(-discount)}</dd>`}
      ${taxes.map(({ amount, inclusive, name }) => html`
        <dt><span dir="auto">${name}</span>${inclusive && " (included)"}</dt><dd>${money(amount)}</dd>`)}
      <dt>Total</dt><dd class="lead">${money(amount)}</dd>
    </dl>
    <dl>
      <dt>From</dt><dd dir="auto">${company.legal_name ?? company.name}</dd>
      ${valid_until !== null && state !== "accepted" && html`<dt>Valid until</dt><dd>${moment(valid_until, company, formats)}</dd>`}
    </dl>
    ${note !== null && html`<p class="note" dir="auto">${note}</p>`}`
}

/** What was written into the form, and what is wrong with it. */
export interface Given {
  readonly name: string
  readonly errors: FieldErrors
  readonly status: number
}

/** What is offered, and how it is accepted: as it is shown here, since the form says which version that is. */
export const quotePage = (shown: QuoteShown, formats: Formats, action: string, { errors, name, status }: Given): Shown => {
  const { company, quote } = shown
  return {
    title: titleOf(quote),
    status,
    mark: markOf(quote.livemode, false),
    content: html`
      <div>
        ${errors.has(WHOLE) && failure(errors.get(WHOLE)!)}
        ${offer(shown, formats)}
        <form method="post" action=${action} class="act">
          ${hiddenField("version", String(quote.version))}
          ${field({
            name: "name", label: "Your name", errors,
            help: html`<span>So that <span dir="auto">${company.name}</span> knows who accepted.</span>`,
            attributes: { type: "text", autocomplete: "name", required: true, maxlength: "200", value: name }
          })}
          <button type="submit" class="main"><span>Accept for ${written(formats, formats.money(quote))}</span></button>
          <p class="faint">Nothing is charged by this.</p>
        </form>
      </div>`
  }
}

/** That it was accepted, and where it is paid, if there is such a page. */
export const acceptedPage = (shown: QuoteShown, formats: Formats): Shown => {
  const { company, page, quote } = shown
  const { accepted_at, accepted_by, becomes, livemode } = quote
  return {
    title: `${titleOf(quote)} was accepted`,
    mark: markOf(livemode, false),
    content: html`
      <div>
        <p class="notice" role="status">
          ${accepted_by === null ? "Accepted" : html`<span>Accepted by <span dir="auto">${accepted_by}</span></span>`}
          ${" on "}${moment(accepted_at!, company, formats)}.
          ${page === undefined && html`
            <span> ${becomes === "invoice" ? "An invoice follows from" : "You will hear from"} <span dir="auto">${company.name}</span>.</span>`}
        </p>
        ${page !== undefined && html`<a class="button main" href=${page}>Go on to pay</a>`}
        ${offer(shown, formats)}
      </div>`
  }
}

type ClosedPage = (shown: QuoteShown, formats: Formats) => readonly [title: string, text: Node]

const closedPages: Readonly<Record<Exclude<Closed, "changed">, ClosedPage>> = {
  canceled: ({ company }) => ["This quote was taken back", html`<span>If you are still interested, ask <span dir="auto">${company.name}</span>.</span>`],
  expired: ({ company, quote }, formats) => [
    "This quote has expired",
    html`<span>
      It could be accepted until ${moment(quote.valid_until!, company, formats)}. Ask <span dir="auto">${company.name}</span> for a new one.
    </span>`
  ],
  changing: ({ company }) => [
    "This quote is being changed",
    html`<span>Open this page again once <span dir="auto">${company.name}</span> has sent it to you.</span>`
  ]
}

/** Why it cannot be accepted. */
export const closedQuotePage = (shown: QuoteShown, closed: Exclude<Closed, "changed">, formats: Formats): Shown => {
  const [title, text] = closedPages[closed](shown, formats)
  const mark = markOf(shown.quote.livemode, false)
  return { title, status: closed === "changing" ? 409 : 410, mark, content: html`<div><p>${text}</p></div>` }
}
