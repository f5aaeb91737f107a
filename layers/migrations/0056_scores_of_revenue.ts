import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Scores follow what contacts order and pay. What is done with test keys counts nowhere. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const changed = {
    orders: "old.contact_id is distinct from new.contact_id or old.payment_state <> new.payment_state or old.state <> new.state",
    payments: "old.contact_id is distinct from new.contact_id or old.captured_amount <> new.captured_amount or old.refunded_amount <> new.refunded_amount",
    invoices: "old.contact_id is distinct from new.contact_id or old.payments <> new.payments"
  }
  yield* sql`create trigger queue_of_new after insert on orders for each row
    when (new.livemode and new.contact_id is not null) execute function queue_contact_of()`
  for (const [table, condition] of Object.entries(changed)) {
    yield* sql.unsafe(`create trigger queue_of_changed after update on ${table} for each row
      when (new.livemode and (${condition})) execute function queue_contact_of()`)
  }
})
