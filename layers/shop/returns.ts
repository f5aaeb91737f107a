import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { OrderId } from "#schemas/payments/order"
import { returned } from "#schemas/shop/return"
import { repository } from "../kernel/repository.ts"
import { one } from "../kernel/sql.ts"

/** What came back to the caller's company, of the caller's mode. */
export class Returns extends Context.Service<Returns>()("layers/shop/Returns", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const returns = yield* repository(returned, { table: "returns" })
    return {
      ...returns,
      /** What of an order's shipping was given back by returns. */
      shippingOf: (id: OrderId) =>
        Effect.map(one(sql<{ amount: number }>`select coalesce(sum(shipping_amount), 0)::bigint as amount from returns
          where ${returns.sql.inTenant} and order_id = ${id}`), ({ amount }) => amount)
    }
  })
}) {
  static readonly layer = Layer.effect(Returns, Returns.make)
}
