import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** One pace for all texts of a number, whichever process sends them and whether a campaign does. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`drop table campaign_turns`
  /* A number has as many places as texts may leave by it within a second. A text holds one from before it leaves until a second after
     it was answered; what a process holds that died is free again soon. No index holds the time, and pages have room, so that a change of
     it stays on its page. */
  yield* sql`create table sms_places (
    company_id bigint not null references companies,
    livemode boolean not null,
    phone text not null,
    place int not null,
    holder uuid,
    free_at timestamptz not null default now(),
    primary key (company_id, livemode, phone, place)
  ) with (fillfactor = 50)`
  yield* sql`call confine('sms_places', 'select, insert (company_id, livemode, phone, place), update (holder, free_at)', '')`
})
