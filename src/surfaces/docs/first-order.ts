import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { operationPath } from "./paths.ts"
import { agreed, line } from "./samples/request.ts"

const steps: ReadonlyArray<Step> = [
  {
    title: "Whose key it is",
    text: "The answer names the company, the mode and the scopes of the key. With the mode test no money moves and no message leaves.",
    lines: [line("GET", "/auth/me")]
  },
  {
    title: "A customer",
    text: "An id is a number; the lines that follow use that of this contact.",
    lines: [line("POST", "/crm/contacts", { body: { first_name: "Grace", last_name: "Hopper", email: "grace+$$@navy.example" }, keep: { as: "CONTACT" } })]
  },
  {
    title: "An order",
    text: "Amounts are integers in the smallest unit of the company's currency: 1900 is 19.00. The address of orders ends with a slash.",
    lines: [line("POST", "/orders/", { body: { contact_id: "$CONTACT", lines: [{ description: "Mug", quantity: 2, unit_amount: 1_900 }] }, keep: { as: "ORDER" } })]
  },
  {
    title: "Pay it",
    text: "pm_card_visa is a card that always works in test mode; pm_card_chargeDeclined is one that is declined. A payment moves money, so a person agrees " +
      "to it, signed in: the first line asks, the second is the person who agrees, and the third pays.",
    lines: agreed("POST", "/gateway/payments", { order_id: "$ORDER", payment_method: "pm_card_visa" })
  },
  {
    title: "See that it is paid",
    text: "state and payment_state of the order are paid now.",
    lines: [line("GET", "/orders/$ORDER")]
  }
]

/** From a key to an order that is paid. */
export const firstOrder: Guide = guide({
  id: "first-order",
  title: "Your first order in five minutes",
  before: html`You need a test key and the access token of a person who may approve: an owner or admin. <a href="/docs#start">Start</a> tells how to get
both. These lines run one after another.`,
  steps,
  after: html`The owner can let a key pay without asking each time: <a href="${operationPath("set_standing_consents")}">set_standing_consents</a>. Next: <a href="/docs/guides/sell-a-product">products, carts and checkout</a>,
<a href="/docs/guides/take-money">refunds, invoices and payment links</a>, and <a href="/docs/guides/receive-webhooks">webhooks</a>, which tell your program that an
order was paid.`
})
