import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { OrderId } from "#schemas/payments/order"
import { type Fulfillment, fulfillment } from "#schemas/shop/fulfillment"
import { repository } from "../kernel/repository.ts"

/** Fulfilments of the caller's company, of the caller's mode. */
export class FulfillmentRecords extends Context.Service<FulfillmentRecords>()("layers/shop/FulfillmentRecords", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const fulfillments = yield* repository(fulfillment, { counted: true })
    const { columns, inTenant } = fulfillments.sql
    return {
      ...fulfillments,
      now: sql.literal("company_now(livemode)"),
      /** Those of an order that have not left. */
      preparedOf: (id: OrderId) =>
        Effect.orDie(sql<Fulfillment>`select ${columns} from fulfillments where ${inTenant} and order_id = ${id} and state = 'prepared' order by id for update`)
    }
  })
}) {
  static readonly layer = Layer.effect(FulfillmentRecords, FulfillmentRecords.make)
}
