import { Effect, Option } from "effect"
import { Checkouts } from "#layers/shop/checkouts"
import { Discounts } from "#layers/shop/discounts"
import { Stock } from "#layers/shop/stock"
import type { Order } from "#schemas/payments/order"

/** What an order of the shop had set aside, and the discounts that it used, once; nothing of any other order. */
export const giveGoodsBack = Effect.fnUntraced(function*({ cart_id, id }: Pick<Order, "cart_id" | "id">) {
  if (cart_id === null) return
  const closed = yield* Checkouts.use((checkouts) => checkouts.close(id))
  yield* Stock.use((stock) => stock.release(id))
  if (Option.isSome(closed)) yield* Discounts.use((discounts) => discounts.giveBack(closed.value.discount_ids, closed.value.contact_id))
})
