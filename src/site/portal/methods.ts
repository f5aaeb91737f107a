import type { Formats } from "#schemas/kernel/formats"
import type { PaymentMethod } from "#schemas/payments/method"
import { failure } from "../../dashboard/components/elements.ts"
import { type FieldErrors, hiddenField, WHOLE } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import type { Shown } from "../pay/frame.ts"
import { type Asked, back } from "./request.ts"

/** A kind of a card as people write it. */
const brandName = (brand: string) => brand.replaceAll("_", " ").replace(/^\p{L}/u, (first) => first.toUpperCase())

/** What a customer knows a method by. */
export const methodName = ({ brand, exp_month, exp_year, id, last4 }: PaymentMethod, { language }: Formats): string => {
  const until = exp_month === null || exp_year === null ? ""
    : `, until ${new Intl.DateTimeFormat(language, { month: "2-digit", year: "numeric", timeZone: "UTC" }).format(Date.UTC(exp_year, exp_month - 1, 15))}`
  return brand === null ? `Payment method ${id}` : `${brandName(brand)}${last4 === null ? "" : ` that ends in ${last4}`}${until}`
}

/** Asks before a method is removed. */
export const removePage = ({ address, base, formats }: Asked, method: PaymentMethod, plans: ReadonlyArray<string>): Shown => ({
  title: "Remove this payment method?",
  content: html`
    <div>
      <p>${methodName(method, formats)}</p>
      ${plans.length > 0 && html`
        <p>These subscriptions are charged to it. Their invoices are then to be paid otherwise, unless you choose another method on their page first:</p>
        <ul class="lines">${plans.map((name) => html`<li dir="auto">${name}</li>`)}</ul>`}
      <form method="post" action=${address} class="act"><button type="submit" class="main">Remove it</button></form>
      ${back(base)}
    </div>`
})

/** Test cards, by the provider's tokens of them. */
const cards = [
  ["pm_card_visa", "A Visa card that is charged"],
  ["pm_card_mastercard", "A Mastercard that is charged"],
  ["pm_card_chargeCustomerFail", "A card that is saved, and declined later"],
  ["pm_card_chargeDeclined", "A card that is declined at once"]
] as const

/** Asks for a test card; in live mode the provider has a page of its own. */
export const addPage = (
  { address, base, portal: { company } }: Asked, simulated: boolean, showing: string, errors: FieldErrors, chosen: string
): Shown => ({
  title: "Add a payment method",
  status: errors.size > 0 ? 422 : 200,
  content: html`
    <div>
      ${errors.has(WHOLE) && failure(errors.get(WHOLE)!)}
      <p><span dir="auto">${company.name}</span> charges it for what you agreed to pay. You can remove it here at any time.</p>
      <form method="post" action=${address} class="act">
        ${hiddenField("showing", showing)}
        ${simulated && cardChoice(chosen)}
        <button type="submit" class="main">${simulated ? "Save this card" : "Go on to save a card"}</button>
        ${!simulated && html`
          <p class="faint">You write it down at Stripe, the payment provider of <span dir="auto">${company.name}</span>, and come back here.</p>`}
      </form>
      ${back(base)}
    </div>`
})

/** Leads on to the provider's own page. */
export const leavingPage = (to: string, { base }: Asked): Shown => ({
  title: "Go on to save a card",
  forwardTo: to,
  content: html`<div><p>You write it down at Stripe.</p><a class="button main" href=${to}>Go on to Stripe</a>${back(base)}</div>`
})

const cardChoice = (chosen: string): Node => html`
  <fieldset>
    <legend>Test card</legend>
    ${cards.map(([token, text]) => html`
      <label class="choice"><input type="radio" name="card" value=${token} checked=${token === (chosen || cards[0][0])} /> <span>${text}</span></label>`)}
  </fieldset>`
