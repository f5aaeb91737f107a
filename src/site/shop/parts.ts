import type { Availability, Offer, Offered } from "#schemas/shop/offer"
import type { Price } from "#schemas/shop/price"
import type { ProductRow } from "#schemas/shop/product"
import { html, type Node } from "../../dashboard/html.ts"
import { sum, type ShopRequest } from "./request.ts"

/** Shades of what stands in place of pictures. */
const SHADES = 6

interface Pictured {
  readonly id: number
  readonly title: string
  readonly media: ProductRow["media"]
}

interface Drawn {
  readonly size: number
  /** It is seen at once, so that it is not waited with. */
  readonly first?: boolean
  /** It is told beside it what it shows. */
  readonly named?: boolean
}

const drawn = (url: string, alt: string, { first = false, size }: Drawn): Node => html`
  <span class="picture">
    <img src=${url} alt=${alt} width=${size} height=${size} loading=${first ? "eager" : "lazy"} decoding="async" fetchpriority=${first ? "high" : undefined}
      referrerpolicy="no-referrer" />
  </span>`

/** One of the pictures of a product, or what stands in its place. */
export const picture = ({ id, media, title }: Pictured, how: Drawn, place = 0): Node => {
  const found = media[place]
  if (found !== undefined) return drawn(found.url, how.named === true ? "" : found.alt, how)
  const [first = ""] = title.match(/\p{L}|\p{N}/u) ?? []
  return html`<span class=${`picture none shade-${id % SHADES}`} aria-hidden="true"><span>${first.toUpperCase()}</span></span>`
}

/** A price, and the one that it was before. */
export const priceNode = (request: ShopRequest, price: Price | undefined, varies = false): Node =>
  price === undefined ? html`<span class="price none">No price in ${request.shop.currency}</span>` : html`
    <span class="price">
      ${varies && "From "}<span class=${price.compare_at_amount === null ? undefined : "now"}>${sum(request, price.amount)}</span>
      ${price.compare_at_amount !== null && html` <s><span class="unseen">before: </span>${sum(request, price.compare_at_amount)}</s>`}
    </span>`

const words: Readonly<Record<Exclude<Availability, "few">, string>> = {
  in_stock: "In stock", on_order: "Sold out at present: order it, and it is sent once it is here", sold_out: "Sold out", no_price: "Not for sale here"
}

/** What is in stock, in words. */
export const stockWords = ({ availability, left }: Pick<Offer, "availability" | "left">): string =>
  availability === "few" ? left === 1 ? "Only one left" : `Only ${left} left` : words[availability]

export const stockNode = (offer: Pick<Offer, "availability" | "left">): Node =>
  html`<span class=${`stock ${offer.availability}`}>${stockWords(offer)}</span>`

/** What is to be seen of a product at a glance. */
export const flag = ({ availability, price }: Offered): Node =>
  availability === "sold_out" || availability === "no_price" ? html`<span class="flag">Sold out</span>`
    : price !== undefined && price.compare_at_amount !== null ? html`<span class="flag sale">Sale</span>` : null
