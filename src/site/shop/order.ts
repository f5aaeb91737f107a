import type { OrderShown } from "#workflows/shop/hosted/ordering"
import { html, type Node } from "../../dashboard/html.ts"
import { shopResponse } from "./frame.ts"
import { sum, type ShopRequest } from "./request.ts"
import { orderSums } from "./sums.ts"

const said = ({ site, base }: ShopRequest, { order, pay }: OrderShown): readonly [title: string, text: Node] => {
  const number = `Order ${order.id}`
  if (order.state === "cancelled") {
    return [`${number} was called off`, html`<p class="notice">It was not paid, or it was taken back. <a href=${`${base}/cart`}>See your cart</a></p>`]
  }
  if (pay !== undefined) {
    return [`${number} is to be paid`, html`
      <div>
        <p class="notice" role="status">Its goods are kept for you for an hour from when you ordered.</p>
        <a class="button main" href=${`${site}${pay}`}>Go on to pay</a>
      </div>`]
  }
  return order.state === "open"
    ? [`${number} is being paid`, html`<p class="notice" role="status">The payment is on its way. Load this page again in a moment.</p>`]
    : [`Thank you: ${number.toLowerCase()}`, html`<p class="notice" role="status">${order.state === "fulfilled" ? "All of it was sent." : "It is paid, and on its way to you soon."}</p>`]
}

/** An order of the visitor's. */
export const orderPage = (request: ShopRequest, shown: OrderShown) => {
  const { order } = shown
  const [title, text] = said(request, shown)
  return shopResponse(request, {
    title,
    content: html`
      <div class="narrow">
        ${text}
        <ul class="lines">
          ${order.lines.map(({ description, quantity, unit_amount }) => html`
            <li class="priced"><span dir="auto">${quantity > 1 && `${quantity} × `}${description}</span> <span>${sum(request, quantity * unit_amount, order.currency)}</span></li>`)}
        </ul>
        ${orderSums(request, order)}
        <p class="onward"><a class="button" href=${request.base}>Back to the shop</a></p>
      </div>`
  })
}
