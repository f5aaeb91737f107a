import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const steps: ReadonlyArray<Step> = [
  {
    title: "Somebody who buys",
    text: "Amounts are integers in the smallest unit of their currency: 62500 is 625.00 US dollars.",
    lines: [line("POST", "/crm/contacts", { body: { first_name: "Grace", email: "grace+$$@navy.example" }, keep: { as: "CONTACT" } })]
  },
  {
    title: "An order",
    text: "What it costs follows from its lines, and from the tax rates that are set.",
    lines: [line("POST", "/orders/", { body: { contact_id: "$CONTACT", lines: [{ description: "Manual, hardcover", quantity: 2, unit_amount: 62_500 }] }, keep: { as: "ORDER" } })]
  },
  {
    title: "Pay it",
    text: "This waits for a person: the first line asks, the second is the person who agrees, and the third pays. The answer waits for the provider. A live key charges a token of your Stripe account, or a saved method.",
    lines: [...agreed("POST", "/gateway/payments", { order_id: "$ORDER", payment_method: "pm_card_visa" }, { as: "PAYMENT" }), line("GET", "/orders/$ORDER")]
  },
  {
    title: "Give a part back",
    text: "Never more than was taken, however many ask at once. A person agrees to it too.",
    lines: agreed("POST", "/gateway/payments/$PAYMENT/refunds", { amount: 62_500, reason: "One came back" })
  },
  {
    title: "Bill it",
    text: "An invoice gets a number without gaps and never changes after; what was paid of the order is paid of the invoice. Print it, or send it.",
    lines: [
      line("POST", "/gateway/invoices", { body: { order_id: "$ORDER" }, keep: { as: "INVOICE" } }), line("POST", "/gateway/invoices/$INVOICE/finalize"),
      line("GET", "/gateway/invoices/$INVOICE/pdf", { file: "invoice.pdf" }), line("POST", "/gateway/invoices/$INVOICE/send", { body: {} })
    ]
  },
  {
    title: "Let a customer pay on a page",
    text: "The answer holds the page's address; it takes a card without an account.",
    lines: [line("POST", "/gateway/payment-links", { body: { amount: 5_000, description: "Deposit", single_use: true } })]
  },
  {
    title: "Give a customer pages of their own",
    text: "By this link the customer sees invoices, cards and subscriptions, and changes them as far as you allow. It is theirs alone; e-mails of invoices hold one too.",
    lines: [line("POST", "/gateway/portal-links", { body: { contact_id: "$CONTACT" } })]
  },
  {
    title: "Look at the books",
    text: "Every movement is two entries or more that sum up to zero.",
    lines: [line("GET", "/gateway/balance"), line("GET", "/gateway/ledger?limit=5")]
  }
]

/** From an order to a refund, as lines that run one after another. */
export const takeMoney: Guide = guide({
  id: "take-money",
  title: "Take money",
  before: html`With a test key nothing leaves: payments go to a simulated provider, e-mails are kept and not sent, and test and live never meet. These
lines run one after another in one shell; where a person agrees, with the <code>access_token</code> of somebody who may approve. A key that the owner has given a standing
consent is not asked, and needs only the third of such lines, without the confirmation.`,
  steps,
  after: html`Other cards to try: <code>pm_card_chargeDeclined</code> is declined, <code>pm_card_authenticationRequired</code> waits for the customer. More:
<a href="${addressOf("list_verbs")}">all verbs</a>, and the part about payments of this documentation.`
})
