import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Invoices of orders. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table invoices add column order_id bigint,
    add foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode)`
  yield* sql`create unique index invoices_order on invoices (company_id, order_id) where state <> 'void'`
  yield* sql`grant insert (order_id) on invoices to service_app`
})
