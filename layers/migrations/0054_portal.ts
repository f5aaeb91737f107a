import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What customers may do on their own pages; where there is no row, what is usual. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table portal_settings (
    company_id bigint not null references companies,
    livemode boolean not null,
    enabled boolean not null,
    payment_methods boolean not null,
    cancel boolean not null,
    pause boolean not null,
    change_plan_ids bigint[] not null,
    primary key (company_id, livemode)
  )`
  yield* sql`call confine('portal_settings', 'select, insert, update (enabled, payment_methods, cancel, pause, change_plan_ids)', '')`

  /* `showing` names the page that was sent, so that a page which is sent twice saves one method. */
  yield* sql`alter table payment_methods add column showing text`
  yield* sql`create unique index payment_methods_showing on payment_methods (company_id, contact_id, livemode, showing) where showing is not null`
  yield* sql`grant insert (showing) on payment_methods to service_app`
})
