import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { order } from "#schemas/payments/order"
import { repository } from "../kernel/repository.ts"

/** Orders of the caller's company, of the caller's mode. */
export class Orders extends Context.Service<Orders>()("layers/payments/Orders", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const orders = yield* repository(order, {
      visible: Effect.map(Caller, ({ mode }) => sql`livemode = ${mode === "live"}`),
      sort: { amount: { column: "amount", type: "bigint" } },
      /** The discount of the order alone, from which the sums are worked out again. */
      internal: { order_discount: Schema.Int }
    })
    return {
      ...orders,
      /** The company's currency, for orders that name none. */
      currency: sql`(select currency from companies where id = (select current_company()))`
    }
  })
}) {
  static readonly layer = Layer.effect(Orders, Orders.make)
}
