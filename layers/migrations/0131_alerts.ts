import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Figures that companies want to hear of, and what is known of them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table analytics_alerts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    figure text not null,
    beyond text not null check (beyond in ('above', 'below')),
    bound bigint not null,
    currency text,
    email boolean not null,
    livemode boolean not null,
    value bigint,
    checked_at timestamptz,
    raised_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create unique index analytics_alerts_same on analytics_alerts (company_id, livemode, figure, beyond, bound, currency) nulls not distinct`
  yield* sql`create index analytics_alerts_due on analytics_alerts (checked_at nulls first)`
  yield* sql`call confine('analytics_alerts', 'select, insert (company_id, figure, beyond, bound, currency, email, livemode),
    update (email, value, checked_at, raised_at), delete', 'select')`
})
