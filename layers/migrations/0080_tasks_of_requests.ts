import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The task that asks the company to confirm or decline an appointment. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table appointments add column task_id bigint, add foreign key (company_id, task_id) references tasks on delete set null (task_id)`
  yield* sql`create index appointments_task on appointments (company_id, task_id) where task_id is not null`
  yield* sql`grant update (task_id) on appointments to service_app`
})
