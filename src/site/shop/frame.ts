import type { Node } from "../../dashboard/html.ts"
import { html } from "../../dashboard/html.ts"
import { failure } from "../../dashboard/components/elements.ts"
import { brand, companyResponse, type Shown, styleOf, unlisted } from "../pay/frame.ts"
import { SHOP } from "#workflows/shop/hosted/shelf"
import type { ShopRequest } from "./request.ts"

const style = styleOf("pay", "shop")

interface Page extends Shown {
  /** Addresses of what is pictured. */
  readonly images?: ReadonlyArray<string>
  /** For those who search the web; without it the page is not to be found. */
  readonly listed?: { readonly address: string; readonly description: string }
}

const top = ({ base, framedBy, shop: { company, count } }: ShopRequest, searched: string): Node => html`
  <div class="bar" lang="en" dir="ltr">
    <a class="brand" href=${base}>${framedBy === undefined ? brand(company) : "Shop"}</a>
    <form method="get" action=${base} role="search">
      <label for="q" class="unseen">Search the shop</label>
      <input id="q" name="q" type="search" maxlength="100" value=${searched} autocomplete="off" />
      <button type="submit">Search</button>
    </form>
    <a class="bag" href=${`${base}/cart`}>Cart ${count > 0 && html`<span class="count">${count}<span class="unseen"> in it</span></span>`}</a>
  </div>`

const headOf = ({ listed }: Page): Node => listed === undefined ? unlisted : [
  html`<link rel="canonical" href=${listed.address} />`,
  html`<meta name="description" content=${listed.description.replace(/\s+/gu, " ").slice(0, 200)} />`
]

/** A page of the company's shop. */
export const shopResponse = (request: ShopRequest, page: Page, searched = "") =>
  companyResponse(request.shop.company, page, {
    style, kind: "shop", head: headOf(page), top: top(request, searched), ...page.images !== undefined && { images: page.images },
    ...request.framedBy !== undefined && { within: { site: request.framedBy, path: SHOP } }
  })

/** Says why something is not there or was not done, and leads on. */
export const refusal = (request: ShopRequest, { status, title, why }: { readonly status: number; readonly title: string; readonly why: Node }) =>
  shopResponse(request, {
    title, status,
    content: html`
      <div class="narrow">
        <p>${why}</p>
        <p class="onward"><a class="button main" href=${request.base}>Look around the shop</a> <a class="button" href=${`${request.base}/cart`}>See your cart</a></p>
      </div>`
  })

export const notFound = (request: ShopRequest) => refusal(request, { status: 404, title: "There is no such page", why: "Perhaps it was moved, or a part of the address was lost." })

export const foreign = (request: ShopRequest) => refusal(request, {
  status: 403, title: "That was not sent",
  why: "The form did not come from a page of this shop, or your browser kept no cookie of it. Nothing was changed: go back, allow cookies, and try once more."
})

/** What could not be done, above a page. */
export const problem = (title: Node, more?: Node): Node => failure(title, more)
