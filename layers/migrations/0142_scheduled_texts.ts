import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Texts that leave later, and those that were called off before. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table sms_messages drop constraint sms_messages_state_check`
  /* Schedule run: the durable run that waits until it leaves. */
  yield* sql`alter table sms_messages add column send_at timestamptz, add column schedule_run bigint,
    add constraint sms_messages_state_check check (state in ('scheduled', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'received', 'canceled')),
    add constraint sms_messages_send_at_check check (state not in ('scheduled', 'canceled') or send_at is not null)`
  yield* sql`grant insert (send_at), update (schedule_run) on sms_messages to service_app`
  yield* sql`create index sms_messages_scheduled on sms_messages (company_id, livemode, state, id) where state in ('scheduled', 'canceled')`
})
