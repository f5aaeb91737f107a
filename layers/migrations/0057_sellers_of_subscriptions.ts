import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who sold a subscription earns by each of its invoices. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table subscriptions add column seller_id bigint, add foreign key (company_id, seller_id) references users`
  yield* sql`create index subscriptions_seller on subscriptions (company_id, seller_id, id) where seller_id is not null`
  yield* sql`grant insert (seller_id) on subscriptions to service_app`
})
