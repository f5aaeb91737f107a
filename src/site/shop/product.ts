import { decimalOf } from "#schemas/payments/currency"
import { type Availability, canBeBought, type Offer, type Offered } from "#schemas/shop/offer"
import type { FieldErrors } from "../../dashboard/components/form.ts"
import { hiddenField, NO_ERRORS, WHOLE } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { problem, shopResponse } from "./frame.ts"
import { picture, priceNode, stockNode, stockWords } from "./parts.ts"
import { sum, type ShopRequest } from "./request.ts"

/** More variants than these are chosen from a list that opens. */
const MOST_SHOWN = 12
export const MOST_AT_ONCE = 9_999

const states: Readonly<Record<Availability, string>> = {
  in_stock: "InStock", few: "LimitedAvailability", on_order: "BackOrder", sold_out: "OutOfStock", no_price: "OutOfStock"
}

/** Product and Offer of schema.org, for those who search the web. */
const structured = ({ shop: { company } }: ShopRequest, { offers, product: { description, media, slug, title } }: Offered, address: string): Node => {
  const data = {
    "@context": "https://schema.org", "@type": "Product", name: title, url: `${address}/products/${slug}`,
    ...description !== null && { description }, ...media.length > 0 && { image: media.map(({ url }) => url) },
    offers: offers.flatMap(({ availability, price, variant: { sku, title } }) => price === undefined ? [] : [{
      "@type": "Offer", ...title !== "" && { name: title }, ...sku !== null && { sku }, price: decimalOf(price.amount, price.currency),
      priceCurrency: price.currency, availability: `https://schema.org/${states[availability]}`, url: `${address}/products/${slug}`,
      seller: { "@type": "Organization", name: company.name }
    }])
  }
  /* Nothing in it can end the element. */
  return html`<script type="application/ld+json" dangerouslySetInnerHTML=${{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}></script>`
}

const cheaper = (request: ShopRequest, { more }: Offer): Node => more.length > 0 && html`
  <span class="faint">${more.map(({ amount, from_quantity }, place) => [place > 0 && ", ", `${from_quantity} or more: `, sum(request, amount), " each"])}</span>`

const rows = (request: ShopRequest, { offers }: Offered, chosen: number | undefined): Node => html`
  <fieldset class="variants">
    <legend>Choose one</legend>
    ${offers.map((offer) => {
      const { variant: { id, title } } = offer
      return html`
        <label class="choice">
          <input type="radio" name="variant" value=${id} checked=${id === chosen} disabled=${!canBeBought(offer)} required />
          <span class="what"><span dir="auto">${title}</span> ${stockNode(offer)} ${cheaper(request, offer)}</span>
          ${priceNode(request, offer.price)}
        </label>`
    })}
  </fieldset>`

const menu = (request: ShopRequest, { offers }: Offered, chosen: number | undefined): Node => html`
  <div class="field">
    <label for="variant">Choose one</label>
    <select id="variant" name="variant">
      ${offers.map((offer) => html`
        <option value=${offer.variant.id} selected=${offer.variant.id === chosen} disabled=${!canBeBought(offer)}>
          ${offer.variant.title} · ${offer.price === undefined ? "" : request.formats.money({ amount: offer.price.amount, currency: request.shop.currency })} · ${stockWords(offer)}
        </option>`)}
    </select>
  </div>`

export interface Given {
  readonly variant: number | undefined
  readonly quantity: string
  readonly errors: FieldErrors
  readonly status: number
}

export const NOTHING_GIVEN: Given = { variant: undefined, quantity: "1", errors: NO_ERRORS, status: 200 }

/** How many of each variant are in the cart already, for the form to say: sent twice, it adds nothing twice. */
const hadOf = ({ shop: { cart } }: ShopRequest, { offers }: Offered): string =>
  (cart?.items ?? []).filter(({ variant_id }) => offers.some(({ variant }) => variant.id === variant_id))
    .map(({ quantity, variant_id }) => `${variant_id}:${quantity}`).join(" ")

const buying = (request: ShopRequest, offered: Offered, { errors, quantity, variant }: Given): Node => {
  const { offers, product } = offered
  const good = offers.filter(canBeBought)
  const [only] = offers
  if (good.length === 0) {
    return html`<p class="notice">${offered.availability === "no_price" ? "It is not for sale here at present." : "It is sold out at present. Look in again some other time."}</p>`
  }
  const chosen = variant ?? good[0]!.variant.id
  return html`
    <form method="post" action=${`${request.base}/cart`} class="act buy">
      ${hiddenField("do", "add")}${hiddenField("product", product.slug)}${hiddenField("had", hadOf(request, offered))}
      ${offers.length === 1 ? hiddenField("variant", String(only!.variant.id)) : offers.length > MOST_SHOWN ? menu(request, offered, chosen) : rows(request, offered, chosen)}
      ${offers.length === 1 && html`<p>${stockNode(only!)} ${cheaper(request, only!)}</p>`}
      <div class="put">
        <div class="field">
          <label for="quantity">Quantity</label>
          <input id="quantity" name="quantity" type="number" inputmode="numeric" min="1" max=${MOST_AT_ONCE} required value=${quantity}
            aria-invalid=${errors.has("quantity") ? "true" : undefined} aria-describedby=${errors.has("quantity") ? "quantity-wrong" : undefined} />
        </div>
        <button type="submit" class="main">Put in the cart</button>
      </div>
      ${errors.has("quantity") && html`<p class="wrong" id="quantity-wrong">${errors.get("quantity")}</p>`}
    </form>`
}

/** A product, and the form that puts it into the cart. */
export const productPage = (request: ShopRequest, offered: Offered, address: string, given: Given = NOTHING_GIVEN) => {
  const { price, product, varies } = offered
  const { description, media, slug, tags, title } = product
  return shopResponse(request, {
    title, headed: true, status: given.status, images: media.map(({ url }) => url),
    listed: { address: `${address}/products/${slug}`, description: description ?? `${title} from ${request.shop.company.name}` },
    content: html`
      <div class="product">
        <div class="pictures">
          ${picture(product, { size: 960, first: true })}
          ${media.length > 1 && html`<div class="more">${media.slice(1).map((_, n) => picture(product, { size: 480 }, n + 1))}</div>`}
        </div>
        <div class="facts">
          <p class="trail"><a href=${request.base}>All products</a></p>
          <h1 dir="auto">${title}</h1>
          <p class="costs">${priceNode(request, price, varies)}</p>
          ${given.errors.has(WHOLE) && problem(given.errors.get(WHOLE)!)}
          ${buying(request, offered, given)}
          ${description !== null && html`<div class="said" dir="auto">${description}</div>`}
          ${tags.length > 0 && html`<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`}
        </div>
        ${structured(request, offered, address)}
      </div>`
  })
}
