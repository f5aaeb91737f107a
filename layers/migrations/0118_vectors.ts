import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Passages as vectors, where a model makes them. They are made in the background, of what a company of the queue lacks. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Vector: of length 1, each number in four bytes, the lowest first. Sketch: the sign of each, by which the nearest are found among many. The rest is the
   * passage's, of which it never changes.
   */
  yield* sql`create table kb_vectors (
    company_id bigint not null,
    passage_id bigint not null,
    model text not null,
    origin_kind text not null,
    origin_id bigint not null,
    language text not null,
    audience text not null,
    tags text[] not null,
    sketch bit varying not null,
    vector bytea not null,
    primary key (company_id, passage_id),
    foreign key (company_id, passage_id) references kb_passages on delete cascade
  )`
  yield* sql`alter table kb_vectors alter column vector set storage external`
  yield* sql`call confine('kb_vectors', 'select, insert (company_id, passage_id, model, origin_kind, origin_id, language, audience, tags, sketch, vector),
    update (model, sketch, vector)', 'select, delete')`

  /* Companies of which vectors may be lacking, when they are looked at next. */
  yield* sql`create table kb_vector_queue (company_id bigint primary key references companies, due_at timestamptz not null default now())`
  yield* sql`create index kb_vector_queue_due on kb_vector_queue (due_at)`
  yield* sql`call confine('kb_vector_queue', '', 'select, insert (company_id), update (due_at)')`
  yield* sql`insert into kb_vector_queue (company_id) select distinct company_id from kb_passages`

  yield* sql`create function queue_kb_vectors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare company bigint := current_company();
    begin
      insert into kb_vector_queue as q (company_id) select company where exists (select from new_rows n where n.company_id = company)
        on conflict (company_id) do update set due_at = now() where q.due_at > now();
      return null;
    end $$`
  yield* sql`create trigger vectors_lacking after insert on kb_passages referencing new table as new_rows
    for each statement execute function queue_kb_vectors()`

  /* Where somebody was taken out of a text, its vector no longer tells of them. */
  yield* sql`create function renew_kb_vector() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      delete from kb_vectors v where v.company_id = new.company_id and v.passage_id = new.id;
      insert into kb_vector_queue as q (company_id) values (new.company_id)
        on conflict (company_id) do update set due_at = now() where q.due_at > now();
      return null;
    end $$`
  yield* sql`create trigger vector_outdated after update of title, heading, text on kb_passages for each row
    when ((old.title, old.heading, old.text) is distinct from (new.title, new.heading, new.text)) execute function renew_kb_vector()`

  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function queue_kb_vectors() owner to service_system`
  yield* sql`alter function renew_kb_vector() owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})
