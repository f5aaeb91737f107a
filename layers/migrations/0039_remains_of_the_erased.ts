import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is left of an erased person outside of rows: dead rows, and the write-ahead log. And for how long a company keeps what. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Files go with age too, not only with their person. */
  yield* sql`call make_erasable('files')`

  /* As the owner of the tables: where it may not, as on most servers of others, the log goes its own way. */
  yield* sql`create function installation.end_write_ahead_log() returns boolean language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    begin
      perform pg_switch_wal();
      checkpoint;
      return true;
    exception when insufficient_privilege then
      return false;
    end $$`
  yield* sql`revoke execute on function installation.end_write_ahead_log() from public`
  yield* sql`grant execute on function installation.end_write_ahead_log() to service_system`

  /* Values can be guessed from a hash of them: where an erasure changes what was hashed, which nothing else does, the hash goes too. */
  yield* sql`create function forget_hash() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'workflow_runs' then
        if new.payload is distinct from old.payload then new.payload_hash := sha256(uuid_send(gen_random_uuid())); end if;
      elsif new.body is distinct from old.body and new.created_at = old.created_at then
        new.fingerprint := sha256(uuid_send(gen_random_uuid()));
      end if;
      return new;
    end $$`
  yield* sql`create trigger forget_hash before update of payload on workflow_runs for each row execute function forget_hash()`
  yield* sql`create trigger forget_hash before update of body on idempotency_keys for each row execute function forget_hash()`

  /* By kind of record, days; what is not there is kept as the kind is by default. */
  yield* sql`alter table companies add column retention jsonb not null default '{}'`
  yield* sql`grant update (retention) on companies to service_app`
})
