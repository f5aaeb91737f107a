import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which companies were just written to, and by which process, for processes that read from a standby. A row is there before its write is
 * committed; the place in the log follows once the write is over. A standby that has come as far shows it.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table installation.company_writes (
    company_id bigint not null,
    process uuid not null,
    /* Where the log was after the last write; none while one is under way. */
    position pg_lsn,
    told_at timestamptz not null default now(),
    primary key (company_id, process)
  ) with (fillfactor = 50)`
  yield* sql`grant select, insert (company_id, process), update (position, told_at), delete on installation.company_writes to service_system`

  /*
   * One round trip for all that a process has to say and to ask: whose writes are over, whose begin, and which of those who want to read
   * wrote something that comes after "seen". It waits for no disk: the log is written in order, so that with a write its row is kept too.
   */
  yield* sql`create function installation.exchange_writes(me uuid, over bigint[], begun bigint[], asked bigint[], seen pg_lsn)
    returns table (here text, later bigint[]) language plpgsql set search_path = installation, pg_temp as $$
    begin
      if cardinality(over) + cardinality(begun) > 0 then perform set_config('synchronous_commit', 'off', true); end if;
      if cardinality(over) > 0 then
        update installation.company_writes w set position = pg_current_wal_insert_lsn(), told_at = now()
          where w.company_id = any(over) and w.process = me;
      end if;
      if cardinality(begun) > 0 then
        insert into installation.company_writes (company_id, process) select company, me from unnest(begun) company order by 1
          on conflict (company_id, process) do update set position = null, told_at = now();
      end if;
      return query select pg_current_wal_insert_lsn()::text,
        array(select distinct w.company_id from installation.company_writes w
          where w.company_id = any(asked) and (w.position is null or seen is null or w.position > seen));
    end $$`

  /* A process that was killed says no more that its writes are over; what is old no standby in use lacks. */
  yield* sql`create function installation.keep_writes(me uuid, writing bigint[]) returns void language plpgsql set search_path = installation, pg_temp as $$
    begin
      perform set_config('synchronous_commit', 'off', true);
      update installation.company_writes w set told_at = now() where w.company_id = any(writing) and w.process = me;
      update installation.company_writes w set position = pg_current_wal_insert_lsn(), told_at = now()
        where w.position is null and w.told_at < now() - interval '2 minutes';
      delete from installation.company_writes w where w.position is not null and w.told_at < now() - interval '10 minutes';
    end $$`
  for (const signature of ["exchange_writes(uuid, bigint[], bigint[], bigint[], pg_lsn)", "keep_writes(uuid, bigint[])"]) {
    yield* sql.unsafe(`revoke execute on function installation.${signature} from public`)
    yield* sql.unsafe(`grant execute on function installation.${signature} to service_system`)
  }
})
