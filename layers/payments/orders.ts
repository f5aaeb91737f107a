import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { order, type OrderId } from "#schemas/payments/order"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** Orders of the caller's company, of the caller's mode. */
export class Orders extends Context.Service<Orders>()("layers/payments/Orders", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const orders = yield* repository(order, {
      counted: true,
      sort: { amount: { column: "amount", type: "bigint" } },
      internal: {
        /** The discount of the order alone, from which the sums are worked out again. */
        order_discount: Schema.Int,
        /** What payments under way will take. */
        promised_amount: Schema.Int,
        /** What credit notes of its invoice took of what was owed. */
        waived_amount: Schema.Int
      }
    })
    return {
      ...orders,
      /** Notes what a payment will take, or will not any more. PostgreSQL refuses more than the order costs. */
      promise: (id: OrderId, amount: number) =>
        execute(sql`update orders set promised_amount = promised_amount + ${amount}::bigint where ${orders.sql.inTenant} and id = ${id}`),
      waive: (id: OrderId, amount: number) =>
        execute(sql`update orders set waived_amount = waived_amount + ${amount}::bigint where ${orders.sql.inTenant} and id = ${id}`),
      /** The company's currency, for orders that name none. */
      currency: sql`(select currency from companies where id = (select current_company()))`
    }
  })
}) {
  static readonly layer = Layer.effect(Orders, Orders.make)
}
