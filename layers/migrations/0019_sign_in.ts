import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Attempts are counted before they are made, so that of many at once no more are made than are allowed. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Whether somebody was turned away in this window, so that the audit tells it once. */
  yield* sql`alter table identity.throttles add column told boolean not null default false`

  /*
   * Counts one attempt for each key, unless one of them had as many as it may; then none is counted, and the answer is after how
   * many seconds the next is allowed. All take the keys in one order, so that no two wait for each other.
   */
  yield* sql`create function identity.attempt(keys bytea[], mosts int[], spans int[], out wait float8, out first boolean)
    language plpgsql as $$
    declare
      at timestamptz;
      full_until timestamptz;
    begin
      insert into identity.throttles (key, failures) select k, 0 from unnest(keys) k order by k on conflict do nothing;
      perform from identity.throttles t where t.key = any (keys) order by t.key for update;
      at := clock_timestamp();
      update identity.throttles t set failures = 0, since = at, told = false
        from unnest(keys, spans) as a (key, span)
        where t.key = a.key and (t.failures = 0 or t.since <= at - make_interval(secs => a.span));
      select max(t.since + make_interval(secs => a.span)), not bool_or(t.told) into full_until, first
        from identity.throttles t join unnest(keys, mosts, spans) as a (key, most, span) on t.key = a.key
        where t.failures >= a.most;
      if full_until is null then
        update identity.throttles t set failures = t.failures + 1 where t.key = any (keys);
        first := false;
      else
        wait := extract(epoch from full_until - at);
        update identity.throttles t set told = true from unnest(keys, mosts) as a (key, most)
          where t.key = a.key and t.failures >= a.most and not t.told;
      end if;
    end $$`

  /* Takes an attempt back, and the count of `cleared` with it. */
  yield* sql`create function identity.take_back(keys bytea[], cleared bytea) returns void language plpgsql as $$
    begin
      perform from identity.throttles t where t.key = any (keys) order by t.key for update;
      update identity.throttles t set failures = case when t.key = cleared then 0 else greatest(t.failures - 1, 0) end
        where t.key = any (keys);
    end $$`

  yield* sql`revoke execute on function identity.attempt, identity.take_back from public`
  yield* sql`grant execute on function identity.attempt, identity.take_back to service_system`

  yield* sql`create index known_networks_age on identity.known_networks (last_at)`
})
