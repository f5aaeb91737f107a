import type { Offered } from "#schemas/shop/offer"
import type { Shelf } from "#workflows/shop/hosted/shelf"
import { html, type Node } from "../../dashboard/html.ts"
import { shopResponse } from "./frame.ts"
import { flag, picture, priceNode } from "./parts.ts"
import type { ShopRequest } from "./request.ts"

/** So many pictures are seen without scrolling. */
const AT_ONCE = 4

const card = (request: ShopRequest, offered: Offered, place: number): Node => {
  const { product } = offered
  return html`
    <li>
      <a class="card" href=${`${request.base}/products/${product.slug}`}>
        ${picture(product, { size: 480, first: place < AT_ONCE, named: true })}
        ${flag(offered)}
        <span class="title" dir="auto">${product.title}</span>
        ${priceNode(request, offered.price, offered.varies)}
      </a>
    </li>`
}

const addressOf = ({ base }: ShopRequest, { collection, search, sort }: Shelf, changes: Readonly<Record<string, string | undefined>> = {}) => {
  const said = { q: search || undefined, collection: collection?.slug, sort: sort === "-id" ? undefined : sort, ...changes }
  const query = new URLSearchParams(Object.entries(said).flatMap(([name, value]) => value === undefined ? [] : [[name, value] as [string, string]])).toString()
  return query === "" ? base : `${base}?${query}`
}

const collections = (request: ShopRequest, shelf: Shelf): Node => shelf.collections.length > 0 && html`
  <nav class="pills" aria-label="Collections">
    <ul>
      ${[{ slug: undefined, title: "All" }, ...shelf.collections].map(({ slug, title }) => html`
        <li>
          <a href=${addressOf(request, shelf, { collection: slug })} aria-current=${slug === shelf.collection?.slug ? "true" : undefined} dir="auto">${title}</a>
        </li>`)}
    </ul>
  </nav>`

const orders = (request: ShopRequest, shelf: Shelf): Node => html`
  <p class="orders">
    ${([["-id", "Newest first"], ["title", "By name"]] as const).map(([sort, text]) => sort === shelf.sort
      ? html`<strong>${text}</strong>`
      : html`<a href=${addressOf(request, shelf, { sort: sort === "-id" ? undefined : sort })}>${text}</a>`)}
  </p>`

const pages = (request: ShopRequest, shelf: Shelf): Node => {
  const { page, pages } = shelf
  const at = (page: number) => addressOf(request, shelf, { page: page === 1 ? undefined : String(page) })
  return pages > 1 && html`
    <nav class="pages" aria-label="Pages">
      ${page > 1 ? html`<a class="button" href=${at(page - 1)} rel="prev">Previous</a>` : html`<span></span>`}
      <span>Page ${page} of ${pages}</span>
      ${page < pages ? html`<a class="button" href=${at(page + 1)} rel="next">Next</a>` : html`<span></span>`}
    </nav>`
}

const counted = (total: number) => total === 1 ? "1 product" : `${total} products`

const nothing = ({ base, shop: { company } }: ShopRequest, { collection, page, pages, search }: Shelf): Node =>
  page > pages ? html`<div class="quiet"><p>There are no more products here.</p><a class="button" href=${base}>Back to the first page</a></div>`
    : search !== "" ? html`
      <div class="quiet">
        <p>Nothing found for “<span dir="auto">${search}</span>”${collection !== undefined && html`<span> in <span dir="auto">${collection.title}</span></span>`}.</p>
        <p>Try fewer letters, or another word.</p><a class="button" href=${base}>Show all products</a>
      </div>`
    : collection !== undefined ? html`<div class="quiet"><p>There is nothing in this collection at present.</p><a class="button" href=${base}>Show all products</a></div>`
    : html`
      <div class="quiet">
        <p class="lead">The shelves are still empty.</p>
        <p><span dir="auto">${company.name}</span> has nothing for sale here yet. Come back soon.</p>
      </div>`

/** What is for sale. */
export const shelfPage = (request: ShopRequest, shelf: Shelf, address: string) => {
  const { collection, items, page, search, sort, total } = shelf
  const title = search !== "" ? `Results for “${search}”` : collection?.title ?? "Shop"
  const isListed = search === "" && items.length > 0 && sort === "-id"
  const parts = [...collection === undefined ? [] : [`collection=${collection.slug}`], ...page > 1 ? [`page=${page}`] : []]
  return shopResponse(request, {
    title,
    images: items.flatMap(({ product }) => product.media.slice(0, 1).map(({ url }) => url)),
    ...isListed && {
      listed: {
        address: parts.length === 0 ? address : `${address}?${parts.join("&")}`,
        description: collection?.description ?? `${counted(total)} from ${request.shop.company.name}: ${items.slice(0, 5).map(({ product }) => product.title).join(", ")}.`
      }
    },
    content: html`
      <div>
        ${collection !== undefined && collection.description !== null && html`<p class="said" dir="auto">${collection.description}</p>`}
        ${collections(request, shelf)}
        ${items.length === 0 ? nothing(request, shelf) : html`
          <div class="above"><p role="status">${counted(total)}</p>${orders(request, shelf)}</div>
          <ul class="grid">${items.map((one, place) => card(request, one, place))}</ul>
          ${pages(request, shelf)}`}
      </div>`
  }, search)
}
