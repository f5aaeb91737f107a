import type { CartFault, CartItem } from "#schemas/shop/cart"
import type { Basket } from "#workflows/shop/hosted/basket"
import { hiddenField } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { problem, shopResponse } from "./frame.ts"
import { picture } from "./parts.ts"
import { MOST_AT_ONCE } from "./product.ts"
import { sum, type ShopRequest } from "./request.ts"
import { cartSums } from "./sums.ts"

/** Says which cart a form was shown with. */
export const shownWith = ({ cart: { id, version } }: Basket): Node => [hiddenField("cart", String(id)), hiddenField("version", String(version))]

export const picturesOf = ({ goods }: Basket) => [...goods.values()].flatMap(({ product_media }) => product_media.slice(0, 1).map(({ url }) => url))

/** What is said above a cart. */
export interface Told {
  readonly problem?: Node
  readonly notice?: Node
  readonly status?: number
  /** A code that was just given. */
  readonly code?: string
}

/** What changed since the customer looked last. */
export const changes = ({ cart: { changed } }: Basket): Node => changed.length > 0 && html`
  <div class="notice changed" role="status">
    <p class="lead">Since you last looked:</p>
    <ul>${changed.map(({ message }) => html`<li dir="auto">${message}</li>`)}</ul>
  </div>`

/** What the pictures and names of a line come from. */
export const goodsOf = ({ goods }: Basket, variant: CartItem["variant_id"]) => goods.get(variant)

export const thumbnail = (basket: Basket, variant: CartItem["variant_id"]): Node => {
  const found = goodsOf(basket, variant)
  return found !== undefined && picture({ id: found.product_id, title: found.product_title, media: found.product_media }, { size: 160, named: true })
}

const line = (request: ShopRequest, basket: Basket, { quantity, variant_id }: CartItem): Node => {
  const { cart: { currency, faults, lines } } = basket
  const found = goodsOf(basket, variant_id)
  const priced = lines.find((one) => one.variant_id === variant_id)
  const fault: CartFault | undefined = faults.find((one) => one.variant_id === variant_id)
  const name = found === undefined ? "An article" : found.title === "" ? found.product_title : `${found.product_title}, ${found.title}`
  const id = `quantity_${variant_id}`
  return html`
    <li class=${fault === undefined ? undefined : "faulty"}>
      ${thumbnail(basket, variant_id)}
      <div class="what">
        ${found !== undefined && priced !== undefined
          ? html`<a class="title" href=${`${request.base}/products/${found.product_slug}`} dir="auto">${found.product_title}</a>`
          : html`<span class="title" dir="auto">${found?.product_title ?? name}</span>`}
        ${found !== undefined && found.title !== "" && html`<span class="faint" dir="auto">${found.title}</span>`}
        ${priced !== undefined && html`<span class="each faint">${sum(request, priced.unit_amount, currency)} each${
          priced.compare_at_amount !== null && html`<span> <s>${sum(request, priced.compare_at_amount, currency)}</s></span>`}</span>`}
        ${fault !== undefined && html`<p class="wrong" dir="auto">${fault.message}</p>`}
      </div>
      <div class="many">
        ${priced !== undefined && html`
          <label class="unseen" for=${id}>Quantity of <span dir="auto">${name}</span></label>
          <input id=${id} name=${id} type="number" inputmode="numeric" min="0" max=${MOST_AT_ONCE} value=${quantity} required />`}
        <button type="submit" form="removing" name="remove" value=${variant_id} class="quietly">Remove<span class="unseen"> ${name}</span></button>
      </div>
      <p class="line-sum">${priced === undefined ? "–" : sum(request, priced.quantity * priced.unit_amount, currency)}</p>
    </li>`
}

const codes = (request: ShopRequest, basket: Basket, given: string | undefined): Node => {
  const { cart: { codes, discounts, refused_codes } } = basket
  const fresh = refused_codes.find(({ code }) => code === given)
  return html`
    <div class="codes">
      <form method="post" action=${`${request.base}/cart`} class="act code">
        ${shownWith(basket)}
        <div class="field">
          <label for="code">Discount code</label>
          <input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="50" required
            aria-describedby=${fresh === undefined ? undefined : "code-refused"} aria-invalid=${fresh === undefined ? undefined : "true"} />
        </div>
        <button type="submit" name="do" value="code">Apply</button>
      </form>
      ${codes.length > 0 && html`
        <form method="post" action=${`${request.base}/cart`} class="act">
          ${shownWith(basket)}
          <ul>
            ${codes.map((code) => {
              const refused = refused_codes.find((one) => one.code === code)
              const held = discounts.some((one) => one.code?.toLowerCase() === code.toLowerCase())
              return html`
                <li>
                  <span><strong dir="auto">${code}</strong> ${refused !== undefined
                    ? html`<span class="wrong" id=${refused === fresh ? "code-refused" : undefined}>${refused.message}</span>` : held && html`<span class="stock in_stock">applied</span>`}</span>
                  <button type="submit" name="uncode" value=${code} class="quietly">Remove<span class="unseen"> the code ${code}</span></button>
                </li>`
            })}
          </ul>
        </form>`}
    </div>`
}

/** There is nothing in the cart. */
export const emptyCart = (request: ShopRequest, order: number | undefined, told: Told = {}) =>
  shopResponse(request, {
    title: "Your cart is empty", ...told.status !== undefined && { status: told.status },
    content: html`
      <div class="narrow">
        ${told.problem}
        ${told.notice !== undefined && html`<p class="notice" role="status">${told.notice}</p>`}
        <p>What you put into it waits here for thirty days.</p>
        <p class="onward">
          <a class="button main" href=${request.base}>Look around the shop</a>
          ${order !== undefined && html`<span> <a class="button" href=${`${request.base}/orders/${order}`}>See your last order</a></span>`}
        </p>
      </div>`
  })

/** Whether a cart can go on to the checkout as it is. */
export const canGoOn = ({ cart: { faults, items, refused_codes } }: Basket) =>
  items.length > 0 && refused_codes.length === 0 && faults.every(({ reason }) => reason === "shipping_rate")

export const cartPage = (request: ShopRequest, basket: Basket, told: Told = {}) => {
  const { cart } = basket
  return shopResponse(request, {
    title: "Your cart", images: picturesOf(basket), ...told.status !== undefined && { status: told.status },
    content: html`
      <div>
        ${told.problem}
        ${told.notice !== undefined && html`<p class="notice" role="status">${told.notice}</p>`}
        ${changes(basket)}
        <div class="cart">
          <div>
            <form method="post" action=${`${request.base}/cart`} id="removing">${shownWith(basket)}</form>
            <form method="post" action=${`${request.base}/cart`} class="act">
              ${shownWith(basket)}
              <ul class="basket">${cart.items.map((item) => line(request, basket, item))}</ul>
              <div class="after">
                <a href=${request.base}>Go on shopping</a>
                <button type="submit" name="do" value="update">Update the quantities</button>
              </div>
            </form>
          </div>
          <section aria-labelledby="sums" class="aside">
            <h2 id="sums">Summary</h2>
            ${codes(request, basket, told.code)}
            ${cartSums(request, cart)}
            ${canGoOn(basket)
              ? html`<a class="button main" href=${`${request.base}/checkout`}>Go to the checkout</a>`
              : html`<p class="wrong">${cart.refused_codes.length > 0 && cart.faults.length === 0
                ? "Remove the code that does not hold, and you can go on." : "Change or remove what cannot be bought, and you can go on."}</p>`}
          </section>
        </div>
      </div>`
  })
}

/** The cart was not what the form was shown with. */
export const STALE = "Your cart had changed since you opened that page, so nothing was done. This is what is in it now."

export const wrongly = (text: string): Told => ({ problem: problem(text), status: 422 })
