import { type Formats, knownZone } from "#schemas/kernel/formats"
import type { ReceiptShown } from "#workflows/payments/link-paying"
import { html, type Node } from "../../dashboard/html.ts"
import { markOf } from "./form.ts"
import { type Shown, written } from "./frame.ts"

/** Why a payment was not made, in words for who wanted to pay. */
const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: "There is not enough money on the card.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The security code of the card is not right.",
  authentication_failed: "It was not confirmed.",
  authentication_expired: "It was not confirmed in time.",
  link_expired: "The link expired before it was paid."
}

/** Why a card was not taken. */
export const whyNot = (failure_code: string | null): string => reasons[failure_code ?? ""] ?? "The card or the bank declined it."

const facts = ({ company, payment }: ReceiptShown, formats: Formats, more: Node = null): Node => {
  const { description, order_id } = payment
  const what = description ?? (order_id === null ? undefined : `Order ${order_id}`)
  const sum = (amount: number) => written(formats, formats.money({ amount, currency: payment.currency }))
  return html`
    <dl>
      <dt>To</dt><dd dir="auto">${company.name}</dd>
      ${what !== undefined && html`<dt>For</dt><dd dir="auto">${what}</dd>`}
      <dt>Amount</dt><dd>${sum(payment.amount)}</dd>
      ${payment.refunded_amount > 0 && html`<dt>Given back</dt><dd>${sum(payment.refunded_amount)}</dd>`}
      <dt>When</dt><dd>${written(formats, formats.dayAndTime(payment.created_at))} (${knownZone(company.time_zone).replaceAll("_", " ")})</dd>
      <dt>Number</dt><dd>${payment.id}</dd>
      ${more}
    </dl>`
}

/** Seconds between two looks at a payment that is not over. */
const AGAIN = 5

const waiting = (shown: ReceiptShown, formats: Formats, address: string): Shown => ({
  title: "The payment is being made",
  headers: { refresh: String(AGAIN) },
  content: html`
    <div>
      <p role="status">It is not known yet whether it was made. This page looks again every few seconds; you can leave it and come back.</p>
      ${facts(shown, formats)}
      <a class="button" href=${address}>Look again</a>
    </div>`
})

const asked = (shown: ReceiptShown, formats: Formats, address: string, returned: boolean): Shown => {
  const { payment: { action_url, simulated } } = shown
  if (simulated) {
    return {
      title: "The bank asks the holder of the card",
      content: html`
        <div>
          <p>A real bank would now ask you on a page of its own. Answer for it:</p>
          ${facts(shown, formats)}
          <form method="post" action=${address} class="act">
            <button type="submit" name="answer" value="confirm" class="main">Confirm the payment</button>
            <button type="submit" name="answer" value="refuse">Refuse it</button>
          </form>
        </div>`
    }
  }
  if (action_url === null || returned) {
    const page = waiting(shown, formats, address)
    return action_url === null ? page : { ...page, content: [page.content, html`<a class="button main" href=${action_url}>Go on to pay at Stripe</a>`] }
  }
  return {
    title: "Go on to pay",
    forwardTo: action_url,
    content: html`<div><p>You pay at Stripe.</p><a class="button main" href=${action_url}>Go on to pay at Stripe</a></div>`
  }
}

const backTo = (shop: string | undefined): Node => shop !== undefined && html`<a class="button" href=${shop}>Back to the shop</a>`

const ended = (shown: ReceiptShown, formats: Formats, base: string, shop: string | undefined): Shown => {
  const { failure_code, state } = shown.payment
  return {
    title: state === "failed" ? "The payment was not made" : "The payment was called off",
    content: html`
      <div>
        <p role="alert">${state === "failed" ? `${whyNot(failure_code)} ` : ""}Nothing was charged.</p>
        ${facts(shown, formats)}
        <a class="button main" href=${base}>Try again</a>
        ${backTo(shop)}
      </div>`
  }
}

const paid = (shown: ReceiptShown, formats: Formats, shop: string | undefined): Shown => ({
  title: "Paid",
  content: html`
    <div>
      <p class="notice" role="status">Thank you: <span dir="auto">${shown.company.name}</span> has your payment.</p>
      ${facts(shown, formats)}
      <p class="faint">Keep this page, or print it: it is your receipt.</p>
      ${backTo(shop)}
    </div>`
})

/** What became of a payment by a link. */
export const receiptPage = (shown: ReceiptShown, formats: Formats, { address, base, returned, shop }: {
  readonly base: string
  readonly address: string
  /** Where the company's shop is, if it was bought there. */
  readonly shop: string | undefined
  readonly returned: boolean
}): Shown => {
  const { livemode, payment: { simulated, state } } = shown
  const page = state === "succeeded" || state === "authorized" ? paid(shown, formats, shop)
    : state === "processing" ? waiting(shown, formats, address)
    : state === "requires_action" ? asked(shown, formats, address, returned)
    : ended(shown, formats, base, shop)
  return { ...page, mark: markOf(livemode, simulated) }
}
