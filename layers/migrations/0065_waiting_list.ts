import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Appointments that were booked together have one number. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create sequence appointment_series`
  yield* sql`grant usage on sequence appointment_series to service_app`
})
