import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Receipts are sealed company by company, each with a share, and a company whose receipts cannot be is passed over. */
export const sealing = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* The next `most` receipts of each company; answers how many were sealed, and whether a company may have more. */
  yield* sql`create function seal_chains(targets bigint[], most int, out sealed int, out more boolean) language plpgsql as $$
    declare
      head record; entry receipts; target bigint; last bytea;
      ids bigint[]; places bigint[]; before bytea[]; hashes bytea[];
    begin
      sealed := 0;
      more := false;
      foreach target in array targets loop
        insert into chain_heads (company_id) values (target) on conflict do nothing;
        select * into head from chain_heads where company_id = target for update skip locked;
        continue when not found;
        ids := '{}'; places := '{}'; before := '{}'; hashes := '{}';
        last := head.receipt_hash;
        for entry in
          select * from receipts where company_id = target and sequence is null order by id limit most
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
        update chain_heads set receipts = head.receipts + cardinality(ids), receipt_hash = last where company_id = target;
        sealed := sealed + cardinality(ids);
        more := more or cardinality(ids) = most;
      end loop;
    end $$`

  /*
   * Seals up to `most` receipts of all companies together, which are told by the answer to be `most` as long as there are more. All in
   * one go; if that fails, each by itself.
   */
  yield* sql`create or replace function seal_receipts(most int) returns int language plpgsql as $$
    declare
      targets bigint[]; target bigint; share int; done record; sealed int := 0; more boolean := false;
    begin
      targets := array(
        with recursive waiting as (
          (select r.company_id from receipts r where r.sequence is null order by r.company_id limit 1)
          union all
          select (select r.company_id from receipts r where r.sequence is null and r.company_id > w.company_id
            order by r.company_id limit 1)
          from waiting w where w.company_id is not null
        )
        select w.company_id from waiting w
          where w.company_id is not null
            and not exists (select from background_failures f where f.company_id = w.company_id and f.job = 'seal_receipts')
          order by random() limit most);
      share := greatest(1, most / greatest(1, cardinality(targets)));
      begin
        select * into done from seal_chains(targets, share);
        sealed := done.sealed;
        more := done.more;
      exception when others then
        foreach target in array targets loop
          begin
            select * into done from seal_chains(array[target], share);
            sealed := sealed + done.sealed;
            more := more or done.more;
          exception when others then
            perform note_failure(target, 'seal_receipts', sqlstate, sqlerrm);
          end;
        end loop;
      end;
      for target in select failures_to_retry('seal_receipts') loop
        begin
          if exists (select from receipts r where r.company_id = target and r.sequence is null) then
            select * into done from seal_chains(array[target], share);
            sealed := sealed + done.sealed;
            more := more or done.more;
          end if;
          delete from background_failures f where f.company_id = target and f.job = 'seal_receipts';
        exception when others then
          perform note_failure(target, 'seal_receipts', sqlstate, sqlerrm);
        end;
      end loop;
      return case when more then greatest(sealed, most) else least(sealed, most - 1) end;
    end $$`
})
