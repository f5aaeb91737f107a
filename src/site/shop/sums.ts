import type { Cart } from "#schemas/shop/cart"
import type { Order } from "#schemas/payments/order"
import { html, type Node } from "../../dashboard/html.ts"
import { sum, type ShopRequest } from "./request.ts"

const taxRows = (money: (amount: number) => Node, taxes: Cart["taxes"]): Node => taxes.map(({ amount, inclusive, name }) => html`
  <dt><span dir="auto">${name}</span>${inclusive && " (included)"}</dt><dd>${money(amount)}</dd>`)

/** How a cart comes to its total. */
export const cartSums = (request: ShopRequest, { amount, currency, discounts, requires_shipping, shipping, subtotal, taxes }: Cart): Node => {
  const money = (cents: number) => sum(request, cents, currency)
  return html`
    <dl class="sums">
      <dt>Subtotal</dt><dd>${money(subtotal)}</dd>
      ${requires_shipping && html`
        <dt>Delivery${shipping !== null && html`<span>: <span dir="auto">${shipping.name}</span></span>`}</dt>
        <dd>${shipping === null ? "to be chosen" : shipping.amount === 0 ? "free" : money(shipping.amount)}</dd>`}
      ${discounts.map(({ amount, code, title }) => html`
        <dt><span dir="auto">${title}</span>${code !== null && ` (${code})`}</dt><dd>${amount === 0 ? "free delivery" : money(-amount)}</dd>`)}
      ${taxRows(money, taxes)}
      <dt class="total">Total</dt><dd class="total">${money(amount)}</dd>
    </dl>`
}

/** The same of an order. */
export const orderSums = (request: ShopRequest, { amount, currency, discount, taxes }: Order): Node => {
  const money = (cents: number) => sum(request, cents, currency)
  return html`
    <dl class="sums">
      ${discount > 0 && html`<dt>Discounts</dt><dd>${money(-discount)}</dd>`}
      ${taxRows(money, taxes)}
      <dt class="total">Total</dt><dd class="total">${money(amount)}</dd>
    </dl>`
}
