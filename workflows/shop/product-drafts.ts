import type { ProductFields, VariantFields, WholeProduct } from "#layers/shop/import-products"
import { decimalsOf } from "#schemas/payments/currency"
import type { Price } from "#schemas/shop/price"
import type { ProductRow } from "#schemas/shop/product"
import type { ProductFileRow } from "#schemas/shop/product-row"
import type { VariantRecord } from "#schemas/shop/variant"
import type { Place } from "./product-rows.ts"

type OwnFields = Omit<ProductFields, "options">
type Medium = ProductRow["media"][number]

/** What rows say of a variant, and by it of its product. */
export interface Draft {
  readonly handle: string
  /** Of the product's options. */
  readonly names: ReadonlyArray<string>
  readonly values: ReadonlyArray<string>
  /** Of a variant that there is, all that its product is; of another, what rows say. */
  readonly product: Partial<OwnFields>
  readonly images: ReadonlyArray<Medium>
  readonly variant: VariantFields
}

const own = ["title", "description", "state", "tags", "tax_category", "media"] as const satisfies ReadonlyArray<keyof OwnFields>
const ofVariant = [
  "sku", "options", "active", "prices", "weight_grams", "length_mm", "width_mm", "height_mm", "requires_shipping", "track_inventory",
  "backorder_limit", "low_stock_at"
] as const satisfies ReadonlyArray<keyof VariantFields>

const picked = <T extends object, K extends keyof T>(from: T, names: ReadonlyArray<K>) =>
  Object.fromEntries(names.flatMap((name) => from[name] === undefined ? [] : [[name, from[name]]])) as Pick<T, K>

/* The database keeps JSON in an order of its own, and drafts are compared as text. */
const plainPrices = (prices: ReadonlyArray<Price>) =>
  prices.map(({ amount, compare_at_amount, currency, from_quantity }): Price => ({ currency, amount, compare_at_amount, from_quantity }))
const plainMedia = (media: ReadonlyArray<Medium>) => media.map(({ alt, url }): Medium => ({ url, alt }))

/** What rows can say of a variant. */
export const fieldsOf = (variant: VariantRecord): VariantFields => ({ ...picked(variant, ofVariant), prices: plainPrices(variant.prices) })

/** What rows can say of a product, without its options. */
const ownOf = (product: ProductFields): OwnFields => ({ ...picked(product, own), media: plainMedia(product.media) })

export const draftOf = ({ product }: WholeProduct, variant: VariantRecord): Draft => ({
  handle: product.slug, names: product.options.map(({ name }) => name), values: variant.options,
  product: ownOf(product), images: [], variant: fieldsOf(variant)
})

const centsOf = (price: string | number, currency: string) => Math.round(Number(price) * 10 ** decimalsOf(currency))

/** Prices with what a row says of that of one in its currency. One that is no less than before has none to compare with. */
const pricesAfter = (before: ReadonlyArray<Price>, { compare_at_price, price, prices = before, ...row }: ProductFileRow, company: string): ReadonlyArray<Price> => {
  const { currency = company } = row
  const place = prices.findIndex((one) => one.currency === currency && one.from_quantity === 1)
  const old = prices[place]
  if (price === undefined && (compare_at_price === undefined || old === undefined)) return prices
  const amount = price === undefined ? old!.amount : centsOf(price, currency)
  const compared = compare_at_price === undefined ? old?.compare_at_amount ?? null : centsOf(compare_at_price, currency)
  const next: Price = { currency, amount, compare_at_amount: compared !== null && compared > amount ? compared : null, from_quantity: 1 }
  return place === -1 ? [...prices, next] : prices.with(place, next)
}

const nothing: Omit<VariantFields, "options"> = {
  sku: null, active: true, prices: [], weight_grams: null, length_mm: null, width_mm: null, height_mm: null, requires_shipping: true,
  track_inventory: true, backorder_limit: 0, low_stock_at: null
}

/** A draft as a row leaves it. */
export const after = (before: Draft | undefined, row: ProductFileRow, { handle, names, product, values }: Place, currency: string): Draft => {
  const variant = before?.variant ?? { ...nothing, options: values }
  const known = [...before?.product.media ?? product?.product.media ?? [], ...before?.images ?? []]
  const { image_alt: alt = "", image_url: url } = row
  const isNew = url !== undefined && !(row.media ?? known).some((one) => one.url === url)
  return {
    handle, names, values,
    product: { ...before?.product, ...picked(row, own), ...row.media && { media: plainMedia(row.media) } } as Partial<OwnFields>,
    images: isNew ? [...before?.images ?? [], { url, alt }] : before?.images ?? [],
    variant: {
      ...variant,
      ...picked(row, ofVariant.filter((name) => name !== "options" && name !== "prices") as ReadonlyArray<keyof ProductFileRow>),
      prices: plainPrices(pricesAfter(variant.prices, row, currency))
    } as VariantFields
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What becomes of a product by drafts: of what they say, the last that differs from what was before. Values that are new are added. */
export const productAfter = (now: ProductFields, before: ProductFields, drafts: ReadonlyArray<Draft>): ProductFields => {
  const options = now.options.map(({ name, values }, n) => ({ name, values: [...new Set([...values, ...drafts.flatMap(({ values }) => values[n] ?? [])])] }))
  const next: { -readonly [K in keyof OwnFields]: OwnFields[K] } = ownOf(now)
  const old = ownOf(before)
  for (const { images, product } of drafts) {
    Object.assign(next, Object.fromEntries(Object.entries(product).filter(([name, value]) => !same(value, old[name as keyof OwnFields]))))
    next.media = [...next.media, ...images.filter(({ url }) => !next.media.some((one) => one.url === url))].slice(0, 50)
  }
  return { ...next, options }
}

/** What is made of drafts where there is no such product. */
export const productOf = (drafts: ReadonlyArray<Draft>): ProductFields => {
  const { handle, names } = drafts[0]!
  const words = handle.replaceAll("-", " ")
  const plain: ProductFields = {
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, description: null, state: "draft", tags: [], tax_category: "standard", media: [],
    options: names.map((name) => ({ name, values: [] }))
  }
  return productAfter(plain, plain, drafts)
}
