import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What every write leaves beside its rows: the answer under its key, a receipt, its events, exact counts. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table idempotency_keys (
    company_id bigint not null,
    mode text not null,
    key text not null,
    fingerprint bytea not null,
    status smallint not null,
    headers jsonb not null,
    body text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, mode, key)
  )`
  yield* sql`create index idempotency_keys_age on idempotency_keys (created_at)`
  yield* sql`call confine('idempotency_keys', 'select, insert, update', 'select, delete')`

  /*
   * The beginning of a keyed write in one message: names the company, waits for whoever works under the key, and tells
   * what was answered. It is volatile, so that the last statement sees what the wait was for.
   */
  yield* sql`create function claim_key(company bigint, in_mode text, in_key text, wait_ms int)
    returns table (fingerprint bytea, status smallint, headers jsonb, body text) language plpgsql volatile as $$
    begin
      perform set_config('app.company_id', company::text, true);
      if not pg_try_advisory_xact_lock(hashtextextended(company || ' ' || in_mode || ' ' || in_key, 7)) then
        perform set_config('lock_timeout', wait_ms::text, true);
        perform pg_advisory_xact_lock(hashtextextended(company || ' ' || in_mode || ' ' || in_key, 7));
        perform set_config('lock_timeout', '0', true);
      end if;
      /* Found by its key alone: a plan made while the table was empty must not go by the age. */
      return query select k.fingerprint, k.status, k.headers, k.body from (
        select * from idempotency_keys i where i.company_id = company and i.mode = in_mode and i.key = in_key offset 0
      ) k where k.created_at > now() - interval '24 hours';
    end $$`

  yield* sql`create table receipts (
    company_id bigint not null,
    id bigint generated always as identity,
    verb text not null,
    payload_hash bytea not null,
    changes jsonb not null,
    livemode boolean not null,
    key_id bigint not null,
    agent jsonb,
    session text,
    consent jsonb,
    request_id text not null,
    created_at timestamptz not null default clock_timestamp(),
    sequence bigint,
    previous_hash bytea,
    hash bytea,
    primary key (company_id, id)
  )`
  yield* sql`create unique index receipts_sequence on receipts (company_id, sequence) where sequence is not null`
  yield* sql`create index receipts_unsealed on receipts (company_id, id) where sequence is null`
  yield* sql`create index receipts_session on receipts (company_id, session, id) where session is not null`
  yield* sql`call confine('receipts', 'select, insert', 'select, update (sequence, previous_hash, hash)')`

  /* Append-only for everybody, the owner too: a receipt is sealed once and then never touched. */
  yield* sql`create function keep_receipts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.hash is null and new.hash is not null then
        old.sequence := new.sequence;
        old.previous_hash := new.previous_hash;
        old.hash := new.hash;
        if old = new then return new; end if;
      end if;
      raise exception 'receipts are append-only';
    end $$`
  yield* sql`create trigger keep before update or delete on receipts for each row execute function keep_receipts()`
  yield* sql`create trigger keep_all before truncate on receipts for each statement execute function keep_receipts()`

  /* The text that is hashed: every column that says what happened, as PostgreSQL prints jsonb. */
  yield* sql`create function receipt_text(r receipts) returns text language sql immutable
    return (jsonb_build_object('company_id', r.company_id, 'id', r.id, 'verb', r.verb,
      'payload_hash', encode(r.payload_hash, 'hex'), 'changes', r.changes, 'livemode', r.livemode, 'key_id', r.key_id,
      'agent', r.agent, 'session', r.session, 'consent', r.consent, 'request_id', r.request_id,
      'created_at', extract(epoch from r.created_at), 'sequence', r.sequence))::text`

  yield* sql`create table events (
    company_id bigint not null,
    id bigint generated always as identity,
    kind text not null,
    livemode boolean not null,
    request_id text not null,
    data jsonb not null,
    created_at timestamptz not null default clock_timestamp(),
    sequence bigint,
    primary key (company_id, id)
  )`
  yield* sql`create unique index events_sequence on events (company_id, sequence) where sequence is not null`
  yield* sql`create index events_unsequenced on events (company_id, id) where sequence is null`
  yield* sql`call confine('events', 'select, insert', 'select, update (sequence), delete')`

  /*
   * Where each company's chain of receipts and sequence of events end. Writers never touch it: numbers are given after
   * the commit, in batches, so that no write waits for another company's, or its own company's, disk flush.
   */
  yield* sql`create table chain_heads (
    company_id bigint not null references companies,
    receipts bigint not null default 0,
    receipt_hash bytea not null default '\\x',
    events bigint not null default 0,
    primary key (company_id)
  )`
  yield* sql`call confine('chain_heads', 'select', 'select, insert, update')`

  yield* sql`create function seal_receipts(most int) returns int language plpgsql as $$
    declare
      head record; entry receipts; sealed int := 0; target bigint; last bytea;
      ids bigint[]; places bigint[]; before bytea[]; hashes bytea[];
    begin
      for target in
        select distinct company_id from (select company_id from receipts where sequence is null limit most) waiting
      loop
        insert into chain_heads (company_id) values (target) on conflict do nothing;
        select * into head from chain_heads where company_id = target for update skip locked;
        continue when not found;
        ids := '{}'; places := '{}'; before := '{}'; hashes := '{}';
        last := head.receipt_hash;
        for entry in
          select * from receipts where company_id = target and sequence is null order by id limit most - sealed
        loop
          entry.sequence := head.receipts + cardinality(ids) + 1;
          before := before || last;
          last := sha256(last || convert_to(receipt_text(entry), 'UTF8'));
          ids := ids || entry.id;
          places := places || entry.sequence;
          hashes := hashes || last;
        end loop;
        update receipts r set sequence = s.place, previous_hash = s.before, hash = s.hash
          from unnest(ids, places, before, hashes) as s (id, place, before, hash)
          where r.company_id = target and r.id = s.id;
        sealed := sealed + cardinality(ids);
        update chain_heads set receipts = head.receipts + cardinality(ids), receipt_hash = last where company_id = target;
        exit when sealed >= most;
      end loop;
      return sealed;
    end $$`

  yield* sql`create function sequence_events(most int) returns int language plpgsql as $$
    declare
      head record; numbered int; done int := 0; target bigint; ids bigint[];
    begin
      for target in
        select distinct company_id from (select company_id from events where sequence is null limit most) waiting
      loop
        insert into chain_heads (company_id) values (target) on conflict do nothing;
        select * into head from chain_heads where company_id = target for update skip locked;
        continue when not found;
        ids := array(select id from events where company_id = target and sequence is null order by id limit most);
        update events e set sequence = head.events + s.place
          from unnest(ids) with ordinality as s (id, place) where e.company_id = target and e.id = s.id;
        get diagnostics numbered = row_count;
        update chain_heads set events = events + numbered where company_id = target;
        done := done + numbered;
        exit when done >= most;
      end loop;
      return done;
    end $$`

  /*
   * Exact row counts without counting. Each session adds to its own slot, so that two writers never wait for one row;
   * the total is the sum of at most 32 small rows, as of the reader's snapshot.
   */
  yield* sql`create table row_counts (
    company_id bigint not null,
    relation text not null,
    slot smallint not null,
    n bigint not null,
    primary key (company_id, relation, slot)
  ) with (fillfactor = 50)`
  yield* sql`call confine('row_counts', 'select, insert, update', 'select, insert, update')`

  yield* sql`create function add_to_count(company bigint, relation_name text, change bigint) returns void language sql as $$
    insert into row_counts as c (company_id, relation, slot, n)
    values (company, relation_name, pg_backend_pid() % 32, change)
    on conflict (company_id, relation, slot) do update set n = c.n + excluded.n
  $$`
  yield* sql`create function count_inserted() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, count(*) as n from inserted where deleted_at is null group by company_id loop
        perform add_to_count(batch.company_id, tg_table_name, batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_deleted() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, count(*) as n from deleted where deleted_at is null group by company_id loop
        perform add_to_count(batch.company_id, tg_table_name, -batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_binned() returns trigger language plpgsql as $$
    begin
      perform add_to_count(new.company_id, tg_table_name, case when new.deleted_at is null then 1 else -1 end);
      return null;
    end $$`
  yield* sql`create procedure keep_count(target regclass) language plpgsql as $$
    begin
      execute format('create trigger count_inserted after insert on %s referencing new table as inserted
        for each statement execute function count_inserted()', target);
      execute format('create trigger count_deleted after delete on %s referencing old table as deleted
        for each statement execute function count_deleted()', target);
      execute format('create trigger count_binned after update of deleted_at on %s
        for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_binned()', target);
    end $$`
  yield* sql`create function counted(relation_name text) returns bigint language sql stable
    return coalesce((select sum(n)::bigint from row_counts
      where company_id = (select current_company()) and relation = relation_name), 0)`
})
