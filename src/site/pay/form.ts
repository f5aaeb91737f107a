import { type Formats, knownZone } from "#schemas/kernel/formats"
import type { Closed, LinkShown } from "#workflows/payments/link-paying"
import { failure } from "../../dashboard/components/elements.ts"
import { field, type FieldErrors, hiddenField, WHOLE } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { type Company, type Shown, written } from "./frame.ts"

export const markOf = (livemode: boolean, simulated: boolean): string | undefined =>
  !livemode ? "Test mode: no money moves." : simulated ? "Demo: no money moves." : undefined

/** Test cards, by the provider's tokens of them. */
const cards = [
  ["pm_card_visa", "A card that is charged"],
  ["pm_card_authenticationRequired", "A card whose bank asks its holder first"],
  ["pm_card_chargeDeclined", "A card that is declined"],
  ["pm_card_chargeDeclinedInsufficientFunds", "A card without enough money"]
] as const

const cardChoice = (chosen: string): Node => html`
  <fieldset>
    <legend>Test card</legend>
    ${cards.map(([token, text]) => html`
      <label class="choice"><input type="radio" name="card" value=${token} checked=${token === chosen} /> <span>${text}</span></label>`)}
  </fieldset>`

/** One showing of the form: what was written, and what is wrong with it. */
export interface Given {
  readonly showing: string
  readonly said: (name: string) => string
  readonly errors: FieldErrors
}

const emailField = (company: Company, { errors, said }: Given): Node =>
  field({
    name: "email", label: "E-mail address (if you like)", errors, help: `So that ${company.name} knows who paid.`,
    attributes: { type: "text", inputmode: "email", autocomplete: "email", autocapitalize: "none", spellcheck: "false", maxlength: "254", value: said("email") }
  })

const tokenField = ({ errors, said }: Given): Node =>
  field({
    name: "token", label: "Another test token (instead of a card)", errors,
    attributes: { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "200", value: said("token") }
  })

const soldIn = ({ invoice, order }: LinkShown): Node => {
  const { lines } = invoice ?? order ?? { lines: [] }
  return lines.length > 0 && html`
    <ul class="lines">
      ${lines.map(({ description, quantity }) => html`<li dir="auto">${quantity > 1 && `${quantity} × `}${description}</li>`)}
    </ul>`
}

const until = ({ company, link }: LinkShown, formats: Formats): Node =>
  link.expires_at !== null && html`
    <p class="faint">This page can be used until ${written(formats, formats.dayAndTime(link.expires_at))} (${knownZone(company.time_zone).replaceAll("_", " ")}).</p>`

export const whatFor = ({ invoice, link, order }: Pick<LinkShown, "invoice" | "link" | "order">): string =>
  link.description ?? (invoice !== undefined ? `Invoice ${invoice.number}` : order?.reference ? `Order ${order.reference}` : order === undefined ? "Payment" : `Order ${order.id}`)

/** What is to be paid, and how. */
export const payForm = (shown: LinkShown, formats: Formats, action: string, given: Given): Shown => {
  const { amount, company, invoice, link: { currency, livemode }, order, provider } = shown
  const sum = written(formats, formats.money({ amount, currency }))
  const simulated = provider?.simulated ?? false
  const { errors, showing, said } = given
  return {
    title: whatFor(shown),
    status: provider === undefined ? 503 : errors.size > 0 ? 422 : 200,
    mark: markOf(livemode, simulated),
    content: html`
      <div>
        <p class="amount">${sum}</p>
        ${soldIn(shown)}
        ${until(shown, formats)}
        ${provider === undefined
          ? failure(`${company.name} cannot take payments here yet.`, "Nothing was charged, and this page stays: try again later, or tell them.")
          : html`
          <form method="post" action=${action} class="act">
            ${errors.has(WHOLE) && failure(errors.get(WHOLE)!)}
            ${hiddenField("showing", showing)}
            ${simulated && [cardChoice(said("card") || cards[0][0]), tokenField(given)]}
            ${order === undefined && invoice === undefined && emailField(company, given)}
            <button type="submit" class="main">${simulated ? html`<span>Pay ${sum}</span>` : html`<span>Go on to pay ${sum}</span>`}</button>
            ${!simulated && html`<p class="faint">You pay at Stripe, the payment provider of <span dir="auto">${company.name}</span>, and come back here.</p>`}
          </form>`}
      </div>`
  }
}

interface ClosedPage {
  readonly title: string
  readonly text: Node
}

const closedPages: Readonly<Record<Closed, (shown: LinkShown, formats: Formats) => ClosedPage>> = {
  used: () => ({ title: "This link was used", text: "It was for one payment, which was made. Nothing more is to be paid." }),
  expired: ({ company, link }, formats) => ({
    title: "This link has expired",
    text: html`<span>It could be used until ${written(formats, formats.dayAndTime(link.expires_at!))}. Ask <span dir="auto">${company.name}</span> for a new one.</span>`
  }),
  deactivated: ({ company }) => ({
    title: "This link is no longer in use",
    text: html`<span>If you still want to pay, ask <span dir="auto">${company.name}</span> for a new one.</span>`
  }),
  paid: () => ({ title: "This was paid", text: "Nothing is left to pay." }),
  called_off: ({ invoice }) => ({ title: `This ${invoice === undefined ? "order was cancelled" : "invoice was called off"}`, text: "Nothing is to be paid for it." }),
  under_way: () => ({ title: "A payment is being made", text: "Somebody is paying by this link. Should that come to nothing, the link can be used again." })
}

/** Why nobody can pay. `receipt` leads on to the payment that was begun. */
export const closedPage = (shown: LinkShown, closed: Closed, formats: Formats, base: string, receipt: string | undefined): Shown => {
  const { text, title } = closedPages[closed](shown, formats)
  return {
    title,
    status: closed === "under_way" ? 409 : 410,
    mark: markOf(shown.link.livemode, shown.provider?.simulated ?? false),
    content: html`
      <div>
        <p>${text}</p>
        ${receipt !== undefined && html`<a class="button main" href=${receipt}>Go on with that payment</a>`}
        ${closed === "under_way" && html`<a class="button" href=${base}>Look again</a>`}
      </div>`
  }
}
