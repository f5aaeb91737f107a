import type { Formats } from "#schemas/kernel/formats"
import type { PaymentMethod } from "#schemas/payments/method"
import type { InvoicesShown } from "#workflows/payments/portal-invoices"
import type { SubscriptionShown } from "#workflows/payments/portal-subscriptions"
import { badge, doneNotice, type Tone } from "../../dashboard/components/elements.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { type Shown, written } from "../pay/frame.ts"
import { methodName } from "./methods.ts"
import { type Asked, nameOf } from "./request.ts"
import { costsOf, nextOf, stateOf } from "./subscription.ts"

const states: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  open: ["to be paid", "wait"], overdue: ["overdue", "bad"], paid: ["paid", "good"], void: ["called off", "plain"], uncollectible: ["closed", "plain"]
}

const invoiceItem = ({ base, day, formats }: Asked, { invoice, left, notes, owed }: InvoicesShown["items"][number]): Node => {
  const { amount, currency, due_on, id, issued_on, number, state } = invoice
  const sum = (amount: number) => written(formats, formats.money({ amount, currency }))
  const date = (date: string) => written(formats, day(date))
  return html`
    <li>
      <h3>Invoice ${number} ${badge(...states[state] ?? [state, "plain"])}</h3>
      <p>${sum(amount)}${issued_on !== null && [" of ", date(issued_on)]}${owed > 0 && owed < amount && [", ", sum(owed), " left to pay"]}${
        owed > 0 && due_on !== null && [", to be paid by ", date(due_on)]}</p>
      ${notes.map((note) => html`
        <p>Credit note ${note.number}: ${sum(note.amount)} taken back on ${date(note.issued_on)}${
          note.reason !== null && [" (", html`<span dir="auto">${note.reason}</span>`, ")"]}</p>`)}
      <p class="ways">
        <a href=${`${base}/invoices/${id}/pdf`}>Invoice<span class="unseen"> ${number}</span> as PDF</a>
      </p>
      ${left < owed && html`<p>A payment of ${sum(owed - left)} is being made.</p>`}
      ${left > 0 && html`
        <form method="post" action=${`${base}/invoices/${id}/pay`} class="act">
          <button type="submit" class="main"><span>Pay ${sum(left)}<span class="unseen"> of invoice ${number}</span></span></button>
        </form>`}
    </li>`
}

const invoices = (asked: Asked, { items, more, page }: InvoicesShown): Node => html`
  <section aria-labelledby="invoices">
    <h2 id="invoices">Invoices</h2>
    ${items.length === 0
      ? html`<p>${page === 0 ? "There is no invoice yet." : "There are no older ones."}</p>`
      : html`<ul class="items">${items.map((one) => invoiceItem(asked, one))}</ul>`}
    ${(more || page > 0) && html`
      <nav class="ways" aria-label="More invoices">
        ${page > 0 && html`<a href=${`${asked.base}?page=${page - 1}#invoices`} rel="prev">Newer invoices</a>`}
        ${more && html`<a href=${`${asked.base}?page=${page + 1}#invoices`} rel="next">Older invoices</a>`}
      </nav>`}
  </section>`

const methodItem = ({ base }: Asked, formats: Formats, method: PaymentMethod): Node => html`
  <li>
    <p>${methodName(method, formats)} ${method.state === "processing" && badge("being saved", "busy")}</p>
    ${method.state === "active" && html`
      <p class="ways"><a href=${`${base}/methods/${method.id}`}>Remove<span class="unseen"> ${methodName(method, formats)}</span></a></p>`}
  </li>`

const methods = (asked: Asked, found: ReadonlyArray<PaymentMethod>, canAdd: boolean): Node => html`
  <section aria-labelledby="methods">
    <h2 id="methods">Payment methods</h2>
    ${found.length === 0 ? html`<p>None is saved.</p>` : html`<ul class="items">${found.map((one) => methodItem(asked, asked.formats, one))}</ul>`}
    ${canAdd && html`<a class="button" href=${`${asked.base}/methods/new`}>Add a payment method</a>`}
  </section>`

const subscriptions = (asked: Asked, found: ReadonlyArray<SubscriptionShown>): Node => html`
  <section aria-labelledby="subscriptions">
    <h2 id="subscriptions">Subscriptions</h2>
    ${found.length === 0 ? html`<p>There is none.</p>` : html`
    <ul class="items">
      ${found.map((one) => html`
        <li>
          <h3 dir="auto">${one.plan.name} ${stateOf(one)}</h3>
          <p>${costsOf(one, asked.formats)}</p>
          <p>${nextOf(one, asked.formats)}</p>
          ${one.subscription.state !== "canceled" && html`
            <p class="ways">
              <a href=${`${asked.base}/subscriptions/${one.subscription.id}`}>Look at it or change it<span class="unseen">: ${one.plan.name}</span></a>
            </p>`}
        </li>`)}
    </ul>`}
  </section>`

export interface Overview {
  readonly invoices: InvoicesShown
  readonly methods: ReadonlyArray<PaymentMethod>
  readonly canAdd: boolean
  readonly subscriptions: ReadonlyArray<SubscriptionShown>
}

/** All that is the customer's. */
export const homePage = (asked: Asked, found: Overview): Shown => {
  const name = nameOf(asked.portal)
  return {
    title: "Your pages",
    content: html`
      <div>
        ${name !== "" && html`<p>Of <span dir="auto">${name}</span>. The link in the address is for you alone.</p>`}
        ${doneNotice(asked.query, {
          added: "The payment method was saved.", adding: "The payment method is being saved.", removed: "The payment method was removed."
        })}
        ${invoices(asked, found.invoices)}
        ${asked.portal.allowed.payment_methods && methods(asked, found.methods, found.canAdd)}
        ${subscriptions(asked, found.subscriptions)}
      </div>`
  }
}
