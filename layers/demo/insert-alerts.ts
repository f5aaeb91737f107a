import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the demo company wants to hear of: of either mode, and without e-mails. */
export const insertAlerts = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into analytics_alerts (company_id, figure, beyond, bound, email, livemode)
    select ${company_id}, a.figure, a.beyond, a.bound, false, m.livemode
    from (values ('overdue_invoices', 'above', 25), ('open_disputes', 'above', 0), ('appointments', 'below', 1)) as a (figure, beyond, bound)
    cross join unnest(array[true, false]) as m (livemode)`
})
