import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The chain of receipts holds no values, only a salted commitment of each change and of the payload's hash. Where a person is erased
 * their values and the salts of these go, and the commitments stay in their place: the receipt is hashed as before, and nobody can
 * find out by guessing what the values were.
 */
export const commitments = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * The first salt is of the payload's hash, the others of the changes in their order; null of what was erased. Receipts that were
   * sealed before there were commitments have none: erased, they get an empty array, and what is proved of them is their place.
   */
  yield* sql`alter table receipts add column salts uuid[]`
  yield* sql`grant update (salts, changes, payload_hash) on receipts to service_system`

  yield* sql`create function commitment_of(salt uuid, said bytea) returns bytea language sql immutable
    return sha256(uuid_send(salt) || said)`
  yield* sql`create function change_commitment(salt uuid, change jsonb) returns text language sql immutable
    return case when salt is null then change->>'commitment' else encode(commitment_of(salt, convert_to(change::text, 'UTF8')), 'hex') end`

  yield* sql`create or replace function receipt_text(r receipts) returns text language sql immutable
    return (jsonb_build_object('company_id', r.company_id, 'id', r.id, 'verb', r.verb,
      'payload_hash', encode(case when r.salts is null or r.salts[1] is null then r.payload_hash
        else commitment_of(r.salts[1], r.payload_hash) end, 'hex'),
      'changes', case when r.salts is null then r.changes else (
        select coalesce(jsonb_agg(change_commitment(r.salts[n + 1], e) order by n), '[]') from jsonb_array_elements(
          case jsonb_typeof(r.changes) when 'array' then r.changes else jsonb_build_array(r.changes) end) with ordinality as c (e, n)) end,
      'livemode', r.livemode, 'key_id', r.key_id,
      'agent', r.agent, 'session', r.session, 'consent', r.consent, 'request_id', r.request_id,
      'created_at', extract(epoch from r.created_at), 'sequence', r.sequence))::text`

  /* Append-only for everybody, the owner too: a receipt is sealed once, and then only loses values whose commitments stay. */
  yield* sql`create or replace function keep_receipts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.hash is null and new.hash is not null then
        old.sequence := new.sequence;
        old.previous_hash := new.previous_hash;
        old.hash := new.hash;
        old.salts := new.salts;
        if old = new then return new; end if;
      elsif tg_op = 'UPDATE' and old.salts is null and new.salts = '{}' then
        old.changes := new.changes;
        old.payload_hash := new.payload_hash;
        old.salts := new.salts;
        if old = new then return new; end if;
      elsif tg_op = 'UPDATE' and new.hash = old.hash and new.previous_hash = old.previous_hash
        and receipt_text(new) = receipt_text(old) then
        return new;
      end if;
      raise exception 'receipts are append-only';
    end $$`

  /* As in migration 0021, with salts. */
  yield* sql`create or replace function seal_chains(targets bigint[], most int, out sealed int, out more boolean) language plpgsql as $$
    declare
      head record; entry receipts; target bigint; last bytea;
      ids bigint[]; places bigint[]; before bytea[]; hashes bytea[]; salted text[];
    begin
      sealed := 0;
      more := false;
      foreach target in array targets loop
        insert into chain_heads (company_id) values (target) on conflict do nothing;
        select * into head from chain_heads where company_id = target for update skip locked;
        continue when not found;
        ids := '{}'; places := '{}'; before := '{}'; hashes := '{}'; salted := '{}';
        last := head.receipt_hash;
        for entry in
          select * from receipts where company_id = target and sequence is null order by id limit most
        loop
          entry.sequence := head.receipts + cardinality(ids) + 1;
          entry.salts := array(select gen_random_uuid() from generate_series(0, jsonb_array_length(entry.changes)));
          before := before || last;
          last := sha256(last || convert_to(receipt_text(entry), 'UTF8'));
          ids := ids || entry.id;
          places := places || entry.sequence;
          hashes := hashes || last;
          salted := salted || entry.salts::text;
        end loop;
        update receipts r set sequence = s.place, previous_hash = s.before, hash = s.hash, salts = s.salts::uuid[]
          from unnest(ids, places, before, hashes, salted) as s (id, place, before, hash, salts)
          where r.company_id = target and r.id = s.id;
        update chain_heads set receipts = head.receipts + cardinality(ids), receipt_hash = last where company_id = target;
        sealed := sealed + cardinality(ids);
        more := more or cardinality(ids) = most;
      end loop;
    end $$`
})
