import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Rules, and whose score is to be worked out anew. A company that never set rules has no row in `scoring`, and no queue. */
export const scoring = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table scoring (
    company_id bigint not null references companies,
    version int not null default 0,
    run_id bigint,
    updated_at timestamptz not null default now(),
    primary key (company_id)
  )`
  yield* sql`call confine('scoring', 'select, insert, update', 'select')`

  yield* sql`create table scoring_rules (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    label text not null,
    points int not null,
    condition jsonb not null,
    primary key (company_id, id)
  )`
  yield* sql`call confine('scoring_rules', 'select, insert, delete', '')`

  /* No key but its own: writers never wait for each other here. */
  yield* sql`create table score_queue (
    company_id bigint not null,
    id bigint generated always as identity,
    contact_id bigint not null,
    primary key (company_id, id)
  ) with (autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`create index score_queue_contact on score_queue (company_id, contact_id)`
  yield* sql`call confine('score_queue', 'select, insert, delete', 'select, insert')`

  yield* sql`create function queue_score(company bigint, contact bigint) returns void language sql as $$
    insert into score_queue (company_id, contact_id)
    select company, contact where contact is not null and exists (select from scoring s where s.company_id = company)
  $$`
  yield* sql`create function queue_new_contacts() returns trigger language plpgsql as $$
    begin
      insert into score_queue (company_id, contact_id)
        select i.company_id, i.id from inserted i join scoring s on s.company_id = i.company_id;
      return null;
    end $$`
  yield* sql`create function queue_changed_contact() returns trigger language plpgsql as $$
    begin
      perform queue_score(new.company_id, new.id);
      return null;
    end $$`
  yield* sql`create function queue_contact_of() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform queue_score(old.company_id, old.contact_id); end if;
      if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.contact_id is distinct from old.contact_id) then
        perform queue_score(new.company_id, new.contact_id);
      end if;
      return null;
    end $$`

  /* A score is no change of the contact, so what changes only the score is not queued for it. */
  yield* sql`create trigger queue_new after insert on contacts referencing new table as inserted
    for each statement execute function queue_new_contacts()`
  yield* sql`create trigger queue_changed after update on contacts for each row
    when (new.version <> old.version and new.deleted_at is null) execute function queue_changed_contact()`

  for (const table of ["activities", "deals"]) {
    yield* sql.unsafe(`create trigger queue_of_new after insert on ${table} for each row
      when (new.contact_id is not null) execute function queue_contact_of()`)
    yield* sql.unsafe(`create trigger queue_of_changed after update on ${table} for each row
      when (old.contact_id is not null or new.contact_id is not null) execute function queue_contact_of()`)
    yield* sql.unsafe(`create trigger queue_of_removed after delete on ${table} for each row
      when (old.contact_id is not null and old.deleted_at is null) execute function queue_contact_of()`)
  }
})
