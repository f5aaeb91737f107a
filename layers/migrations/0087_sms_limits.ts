import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What texts cost, to which countries they go, and how much of a day's money is spent on them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table sms_settings add column countries text[], add column daily_cap bigint check (daily_cap > 0)`
  yield* sql`grant update (countries, daily_cap) on sms_settings to service_app`

  yield* sql`alter table sms_messages add column cost jsonb`
  yield* sql`grant insert (cost) on sms_messages to service_app`

  /* Only of companies with a cap. By the day of the company's zone, in thousandths of the currency's smallest unit; each mode has its own. */
  yield* sql`create table sms_spending (
    company_id bigint not null references companies,
    livemode boolean not null,
    day date not null,
    thousandths bigint not null check (thousandths >= 0),
    primary key (company_id, livemode, day)
  )`
  yield* sql`create index sms_spending_day on sms_spending (day)`
  yield* sql`call confine('sms_spending', 'select, insert, update (thousandths)', 'select, delete')`
})
