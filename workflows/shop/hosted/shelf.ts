import { Effect, Option, Schema } from "effect"
import { Hosts } from "#layers/company/hosts"
import { CompanySettings } from "#layers/company/settings"
import { Site } from "#layers/kernel/installation/site"
import { Carts } from "#layers/shop/carts"
import { Collections } from "#layers/shop/collections"
import { Products } from "#layers/shop/products"
import { product } from "#schemas/shop/product"
import { offeredIn } from "#schemas/shop/offer"
import { Slug } from "#schemas/shop/slug"
import { list_products, whole } from "../products.ts"

/** The path of the pages below a company's address. */
export const SHOP = "/shop"

const PER_PAGE = 24
const MOST_PAGES = 10_000
const MOST_COLLECTIONS = 30

/** The shop that a visitor is in, with what its pages are framed by. */
export const shopShown = Effect.gen(function*() {
  const company = yield* (yield* CompanySettings).own
  const cart = Option.getOrUndefined(yield* Carts.use((carts) => carts.newestOwn("open")))
  return { company, currency: company.currency, cart, count: cart?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0 }
})
export type ShopShown = Effect.Success<typeof shopShown>

/** Where the pages of the shop are for everybody: at the company's own host, where one is proved, or at the service's. */
export const shopAddress = Effect.fnUntraced(function*({ company: { slug } }: ShopShown) {
  const own = yield* (yield* Hosts).firstProved
  const { linked } = yield* Site
  return Option.match(own, { onNone: () => `${linked}/s/${slug}${SHOP}`, onSome: ({ host }) => `https://${host}${SHOP}` })
})

const isSearch = Schema.is(Schema.toType(product.list.filters.search))
const isSlug = Schema.is(Slug)
export const shelfOrders = ["-id", "title"] as const

/** What the address of the list says. */
export interface Asked {
  readonly search: string
  readonly collection: string | undefined
  readonly sort: string
  readonly page: number
}

/** A page of what is for sale; nothing where there is no such collection. */
export const shelf = Effect.fnUntraced(function*({ currency }: ShopShown, asked: Asked) {
  const collections = yield* Collections
  const { collection: slug } = asked
  const collection = slug === undefined ? undefined : isSlug(slug) ? Option.getOrUndefined(yield* collections.bySlug(slug)) : undefined
  if (slug !== undefined && collection === undefined) return undefined
  const search = asked.search.trim()
  const sort = shelfOrders.find((one) => one === asked.sort) ?? "-id"
  const page = Math.min(MOST_PAGES, Math.max(1, asked.page))
  const found = yield* list_products({
    limit: PER_PAGE, offset: (page - 1) * PER_PAGE, sort, ...search !== "" && isSearch(search) && { search }, ...collection !== undefined && { collection_id: collection.id }
  })
  return {
    items: found.items.map(offeredIn(currency)), total: found.total, page, pages: Math.max(1, Math.ceil(found.total / PER_PAGE)),
    search, sort, collection, collections: yield* collections.names(MOST_COLLECTIONS)
  }
})
export type Shelf = Exclude<Effect.Success<ReturnType<typeof shelf>>, undefined>

/** A product as it is offered; `archived` where it is sold no longer, nothing where there is none. */
export const productShown = Effect.fnUntraced(function*({ currency }: ShopShown, slug: string) {
  if (!isSlug(slug)) return undefined
  const products = yield* Products
  const found = yield* Effect.option(products.bySlug(slug))
  if (Option.isNone(found)) return (yield* products.isArchived(slug)) ? "archived" as const : undefined
  return offeredIn(currency)(yield* whole(found.value))
})
