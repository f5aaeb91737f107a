import { Effect } from "effect"
import { Discounts } from "#layers/shop/discounts"
import type { Input } from "#schemas/kernel/catalog"
import type { Goods } from "#schemas/shop/discount"
import type * as api from "#schemas/shop/discounts.api"
import { refuse } from "../payments/costs.ts"

export const list_discounts = Effect.fnUntraced(function*(query: Input<typeof api.list_discounts>) {
  const discounts = yield* Discounts
  const page = yield* discounts.page(query)
  const uses = yield* discounts.uses(page.items.map(({ id }) => id), null)
  return { ...page, items: page.items.map((one) => ({ ...one, used: uses.get(one.id)?.used ?? 0 })) }
})

/** The products and collections that a discount names have to exist. */
const requireGoods = Effect.fnUntraced(function*(field: string, goods: Goods | null) {
  if (goods === null) return
  const missing = yield* Discounts.use((discounts) => discounts.missing(goods))
  for (const [name, noun] of [["product_ids", "product"], ["collection_ids", "collection"]] as const) {
    const [id] = missing[name]
    if (id !== undefined) return yield* refuse(`${field}.${name}`, `there is no such ${noun}`, id)
  }
})

export const create_discount = Effect.fnUntraced(function*({ currency, ...asked }: Input<typeof api.create_discount>) {
  const discounts = yield* Discounts
  yield* requireGoods("applies_to", asked.applies_to)
  if (asked.takes_off.type === "buy_x_get_y") yield* requireGoods("takes_off.get", asked.takes_off.get)
  return { ...yield* discounts.create({ ...asked, currency: currency ?? discounts.currency }), used: 0 }
})
