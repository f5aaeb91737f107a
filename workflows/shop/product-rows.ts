import type { WholeProduct } from "#layers/shop/import-products"
import { decimalsOf } from "#schemas/payments/currency"
import { MOST_VARIANTS } from "#schemas/shop/product"
import type { ProductFileRow } from "#schemas/shop/product-row"
import type { VariantRecord } from "#schemas/shop/variant"

/** Which variant a row is about. */
export interface Place {
  /** The slug of the product. */
  readonly handle: string
  /** Names of the product's options, and the variant's values of them. */
  readonly names: ReadonlyArray<string>
  readonly values: ReadonlyArray<string>
  /** The product, where there is one. */
  readonly product: WholeProduct | undefined
}

export type Judged = { readonly fault: string } | { readonly place: Place }

interface State {
  readonly product: WholeProduct | undefined
  names: ReadonlyArray<string> | undefined
  /** By small letters, for each option. */
  readonly values: ReadonlyArray<Map<string, string>>
  /** The SKU of each variant, in small letters, by its values. */
  readonly variants: Map<string, string | null>
}

interface Owner {
  readonly handle: string
  readonly values: ReadonlyArray<string>
}

/** What tells a variant: the slug of its product, and its values of the options. */
export const keyOf = (handle: string, values: ReadonlyArray<string>) => JSON.stringify([handle, ...values])

const said = (texts: ReadonlyArray<string | undefined>): ReadonlyArray<string> | undefined => {
  const last = texts.findLastIndex((text) => text !== undefined)
  const these = texts.slice(0, last + 1)
  return these.every((text) => text !== undefined) ? these as ReadonlyArray<string> : undefined
}

/** Other programs name an option so where there is none. */
const isNone = (names: ReadonlyArray<string>, values: ReadonlyArray<string>) => names[0] === "Title" && values[0] === "Default Title"

const stateOf = (product: WholeProduct | undefined): State => ({
  product,
  names: product?.product.options.map(({ name }) => name),
  values: [0, 1, 2].map((place) => new Map(product?.product.options[place]?.values.map((value) => [value.toLowerCase(), value]))),
  variants: new Map(product?.variants.map(({ options, sku }) => [JSON.stringify(options), sku?.toLowerCase() ?? null]))
})

/** Decimals of a price, without noughts at their end. */
const decimals = (price: string | number | undefined) =>
  [...`${price ?? ""}`.split(".")[1] ?? ""].reduce((last, digit, place) => digit === "0" ? last : place + 1, 0)

/** What rows are about, one after the other, as if each were written before the next is read. */
export const judge = (
  rows: ReadonlyArray<ProductFileRow>, products: ReadonlyArray<WholeProduct>, oversold: (variant: VariantRecord, limit: number) => number | undefined,
  currency: string
): ReadonlyMap<ProductFileRow, Judged> => {
  const states = new Map(products.map((one) => [one.product.slug, stateOf(one)]))
  const owners = new Map<string, Owner>(products.flatMap(({ product: { slug }, variants }) =>
    variants.flatMap(({ options, sku }) => sku === null ? [] : [[sku.toLowerCase(), { handle: slug, values: options }] as const])))

  const judged = (row: ProductFileRow): Judged => {
    const fault = (words: string) => ({ fault: words })
    const sku = row.sku?.toLowerCase()
    const owner = sku === undefined ? undefined : owners.get(sku)
    const handle = row.handle ?? owner?.handle
    if (handle === undefined) return fault("handle: it is needed where no variant has the SKU")
    if (owner !== undefined && owner.handle !== handle) return fault(`sku: a variant of ${owner.handle} has it`)
    const state = states.get(handle) ?? stateOf(undefined)
    const [names, values] = [said([row.option1_name, row.option2_name, row.option3_name]), said([row.option1_value, row.option2_value, row.option3_value])]
    if (names === undefined || values === undefined) return fault("option: an option before it is missing")
    const none = isNone(names, values)
    const own = state.names ?? (none ? [] : names)
    if (!none && names.length > 0 && names.join("\0").toLowerCase() !== own.join("\0").toLowerCase()) {
      return fault(`option1_name: the product's options are ${own.length === 0 ? "none" : own.join(", ")}`)
    }
    if (new Set(own.map((name) => name.toLowerCase())).size < own.length) return fault("option2_name: two options have one name")
    const given = none ? [] : values.map((value, place) => state.values[place]!.get(value.toLowerCase()) ?? value)
    const at = owner?.values ?? given
    if (owner !== undefined && given.length > 0 && JSON.stringify(given) !== JSON.stringify(owner.values)) {
      return fault(`option1_value: the variant with the SKU is ${owner.values.join(" / ")}`)
    }
    if (at.length !== own.length) return fault(`option1_value: expected a value of each of ${own.join(", ") || "no options"}`)
    const place = JSON.stringify(at)
    const held = state.variants.get(place)
    if (owner === undefined && sku !== undefined && typeof held === "string") return fault(`sku: the variant with these options has the SKU ${held}`)
    if (held === undefined && state.variants.size >= MOST_VARIANTS) return fault(`handle: the product has ${MOST_VARIANTS} variants, which is the most`)
    const many = at.findIndex((value, n) => !state.values[n]!.has(value.toLowerCase()) && state.values[n]!.size >= MOST_VARIANTS)
    if (many !== -1) return fault(`option${many + 1}_value: the option has ${MOST_VARIANTS} values, which is the most`)
    if (held === undefined && row.price === undefined && row.prices === undefined) return fault("price: a new variant needs one")
    const digits = decimalsOf(row.currency ?? currency)
    if (decimals(row.price) > digits || decimals(row.compare_at_price) > digits) return fault(`price: ${row.currency ?? currency} has ${digits} decimals`)
    if (row.state === "archived" && state.product !== undefined && state.product.product.state !== "archived") {
      return fault("state: `archive_product` archives what there is")
    }
    const known = state.product?.variants.find(({ options }) => JSON.stringify(options) === place)
    const over = known === undefined || row.backorder_limit === undefined ? undefined : oversold(known, row.backorder_limit)
    if (over !== undefined) return fault(`backorder_limit: ${over} more are sold than there are`)

    state.names = own
    for (const [n, value] of at.entries()) state.values[n]!.set(value.toLowerCase(), value)
    state.variants.set(place, sku ?? held ?? null)
    states.set(handle, state)
    if (sku !== undefined) owners.set(sku, { handle, values: at })
    return { place: { handle, names: own, values: at, product: state.product } }
  }

  return new Map(rows.map((row) => [row, judged(row)]))
}
