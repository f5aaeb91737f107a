import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * By which link the holder of a number opts out: one for each number, for good, so that it works in a text of years ago and after the key that
 * other links are signed with was changed. The digest of the number outlives the erasure of a person, so that the link does too.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table sms_opt_out_links (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    address bytea not null,
    phone text,
    code text not null unique,
    livemode boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index sms_opt_out_links_address on sms_opt_out_links (company_id, livemode, address)`
  yield* sql`create index sms_opt_out_links_phone on sms_opt_out_links (company_id, phone) where phone is not null`
  yield* sql`call confine('sms_opt_out_links', 'select, insert (company_id, address, phone, code, livemode), update (phone)', 'select')`
})
