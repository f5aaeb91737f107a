import { countryCodes } from "#schemas/company/address"
import type { Cart } from "#schemas/shop/cart"
import type { ShippingOffer } from "#schemas/shop/shipping"
import type { Basket } from "#workflows/shop/hosted/basket"
import { field, type FieldErrors, hiddenField, NO_ERRORS, select, WHOLE } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { changes, goodsOf, picturesOf, shownWith, thumbnail } from "./cart.ts"
import { problem, shopResponse } from "./frame.ts"
import { sum, type ShopRequest } from "./request.ts"
import { cartSums } from "./sums.ts"

const names = new Intl.DisplayNames("en", { type: "region" })
const countries = countryCodes.map((code) => [code, names.of(code) ?? code] as const).toSorted(([, a], [, b]) => a.localeCompare(b, "en"))
export const countryName = (code: string) => names.of(code) ?? code

export type Step = "details" | "delivery" | "summary"

/** The steps of a cart's checkout. */
export const stepsOf = ({ requires_shipping }: Cart): ReadonlyArray<Step> => requires_shipping ? ["details", "delivery", "summary"] : ["details", "summary"]

const titles: Readonly<Record<Step, string>> = { details: "Where to", delivery: "Delivery", summary: "Summary" }

/** What was written into a form, and what is wrong with it. */
export interface Given {
  readonly said: (name: string) => string
  readonly errors: FieldErrors
  readonly status: number
}

export const given = (said: (name: string) => string = () => "", errors: FieldErrors = NO_ERRORS, status = errors.size > 0 ? 422 : 200): Given => ({ said, errors, status })

const trail = ({ base }: ShopRequest, { cart }: Basket, now: Step): Node => {
  const steps = stepsOf(cart)
  const at = steps.indexOf(now)
  return html`
    <nav class="steps" aria-label="Checkout">
      <ol>
        <li><a href=${`${base}/cart`}>Cart</a></li>
        ${steps.map((step, place) => html`
          <li>${place < at ? html`<a href=${`${base}/checkout?step=${step}`}>${titles[step]}</a>` : html`<span aria-current=${place === at ? "step" : undefined}>${titles[step]}</span>`}</li>`)}
        <li><span>Payment</span></li>
      </ol>
    </nav>`
}

const goods = (request: ShopRequest, basket: Basket): Node => html`
  <ul class="basket small">
    ${basket.cart.lines.map(({ quantity, unit_amount, variant_id }) => {
      const found = goodsOf(basket, variant_id)
      return html`
        <li>
          ${thumbnail(basket, variant_id)}
          <div class="what">
            <span class="title" dir="auto">${found?.product_title}</span>
            <span class="faint">${found !== undefined && found.title !== "" && html`<span><span dir="auto">${found.title}</span> · </span>`}Quantity ${quantity}</span>
          </div>
          <p class="line-sum">${sum(request, quantity * unit_amount, basket.cart.currency)}</p>
        </li>`
    })}
  </ul>`

const paged = (request: ShopRequest, basket: Basket, step: Step, { errors, status }: Given, form: Node) =>
  shopResponse(request, {
    title: titles[step], status, headed: true, images: picturesOf(basket),
    content: html`
      <div>
        ${trail(request, basket, step)}
        <h1>${titles[step]}</h1>
        ${errors.has(WHOLE) && problem(errors.get(WHOLE)!)}
        ${changes(basket)}
        <div class="cart checkout">
          ${form}
          <section aria-labelledby="sums" class="aside">
            <h2 id="sums">Your order</h2>
            ${goods(request, basket)}
            ${cartSums(request, basket.cart)}
          </section>
        </div>
      </div>`
  })

const line = (name: string, label: string, { errors, said }: Given, attributes: Readonly<Record<string, string | boolean>>): Node =>
  field({ name, label, errors, attributes: { value: said(name), ...attributes } })

/** Asks whose it is and where it goes. `to`: the countries that something is sent to. */
export const detailsPage = (request: ShopRequest, basket: Basket, to: ReadonlyArray<string> | undefined, asked: Given) => {
  const open = to === undefined ? countries : countries.filter(([code]) => to.includes(code))
  return paged(request, basket, "details", asked, html`
    <form method="post" action=${`${request.base}/checkout`} class="act">
      ${shownWith(basket)}${hiddenField("do", "details")}
      ${line("email", "E-mail address", asked, {
        type: "text", inputmode: "email", required: true, autocomplete: "email", autocapitalize: "none", spellcheck: "false", maxlength: "254"
      })}
      ${basket.cart.requires_shipping && html`
        <div class="address">
          ${line("line1", "Street and number", asked, { autocomplete: "address-line1", required: true, maxlength: "200" })}
          ${line("line2", "Flat, floor or company (if any)", asked, { autocomplete: "address-line2", maxlength: "200" })}
          <div class="pair">
            ${line("postal_code", "Postal code", asked, { autocomplete: "postal-code", maxlength: "20" })}
            ${line("city", "Town", asked, { autocomplete: "address-level2", required: true, maxlength: "100" })}
          </div>
          ${line("region", "State, province or county (if any)", asked, { autocomplete: "address-level1", maxlength: "100" })}
          ${select({
            name: "country", label: "Country", errors: asked.errors, chosen: asked.said("country") || open[0]?.[0], options: open,
            attributes: { autocomplete: "country", required: true }
          })}
        </div>`}
      <button type="submit" class="main">Go on</button>
    </form>`)
}

const days = (offer: ShippingOffer): Node =>
  offer.location_id !== null ? "You fetch it yourself." : offer.delivery_days === null ? null
    : offer.delivery_days === 0 ? "Comes on the same day." : offer.delivery_days === 1 ? "Takes about a day." : `Takes about ${offer.delivery_days} days.`

/** Asks how it is sent. */
export const deliveryPage = (request: ShopRequest, basket: Basket, offers: ReadonlyArray<ShippingOffer>, asked: Given) => {
  const { cart } = basket
  const chosen = offers.some(({ shipping_rate_id }) => shipping_rate_id === cart.shipping_rate_id) ? cart.shipping_rate_id : offers[0]?.shipping_rate_id
  return paged(request, basket, "delivery", asked, offers.length === 0
    ? html`
      <div>
        <p class="notice">None of this can be sent to ${cart.shipping_address === null ? "you" : countryName(cart.shipping_address.country)} at present.</p>
        <a class="button" href=${`${request.base}/checkout?step=details`}>Change the address</a>
      </div>`
    : html`
      <form method="post" action=${`${request.base}/checkout`} class="act">
        ${shownWith(basket)}${hiddenField("do", "delivery")}
        <fieldset class="variants">
          <legend>How it comes to you</legend>
          ${offers.map((offer) => html`
            <label class="choice">
              <input type="radio" name="rate" value=${offer.shipping_rate_id} checked=${offer.shipping_rate_id === chosen} required />
              <span class="what"><span dir="auto">${offer.name}</span> <span class="faint">${days(offer)}</span></span>
              <span class="price">${offer.amount === 0 ? "free" : sum(request, offer.amount, cart.currency)}</span>
            </label>`)}
        </fieldset>
        <button type="submit" class="main">Go on</button>
      </form>`)
}

const addressLines = ({ shipping_address }: Cart): ReadonlyArray<string> => {
  if (shipping_address === null) return []
  const { city, country, line1, line2, postal_code, region } = shipping_address
  return [line1, line2, [postal_code, city].filter((one) => one !== undefined).join(" "), region, countryName(country)].filter((one) => one !== undefined)
}

/** Shows all of it a last time, and what it costs, before it is an order. */
export const summaryPage = (request: ShopRequest, basket: Basket, canBePaid: boolean, asked: Given) => {
  const { cart } = basket
  const { base, shop: { company } } = request
  const total = sum(request, cart.amount, cart.currency)
  return paged(request, basket, "summary", canBePaid ? asked : { ...asked, status: 503 }, html`
    <div>
      <dl class="summary">
        <dt>E-mail address</dt><dd dir="auto">${cart.email} <a href=${`${base}/checkout?step=details`}>Change<span class="unseen"> the e-mail address</span></a></dd>
        ${cart.requires_shipping && html`
          <dt>To</dt>
          <dd>${addressLines(cart).map((one) => html`<span dir="auto">${one}<br /></span>`)}<a href=${`${base}/checkout?step=details`}>Change<span class="unseen"> the address</span></a></dd>
          <dt>By</dt><dd><span dir="auto">${cart.shipping?.name}</span> <a href=${`${base}/checkout?step=delivery`}>Change<span class="unseen"> the delivery</span></a></dd>`}
      </dl>
      ${!canBePaid ? problem(`${company.name} cannot take payments here yet.`, "Nothing was ordered, and your cart stays: try again later, or tell them.") : html`
      <form method="post" action=${`${base}/checkout`} class="act">
        ${shownWith(basket)}${hiddenField("do", "place")}${hiddenField("expected_total", String(cart.amount))}
        ${cart.requires_shipping && line("recipient", "Name of whoever receives it", asked, { autocomplete: "name", required: true, maxlength: "100" })}
        ${line("note", "A word to the shop (if you like)", asked, { autocomplete: "off", maxlength: "500" })}
        <button type="submit" class="main">${cart.amount === 0 ? "Place the order" : html`<span>Order and pay ${total}</span>`}</button>
        <p class="faint">${cart.amount === 0 ? "It costs nothing." : "You pay on the next page. Your goods are kept for you for an hour."}</p>
      </form>`}
    </div>`)
}
