import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What runs are given and give that is long, in a table of its own, once for each run: a payload was kept with the run and with the engine's
 * message, a result with the run, its reply, and whatever told its parent. In their place stands where it is: `{"$apart": "payload"}`.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table workflow_contents (
    company_id bigint not null,
    run_id bigint not null,
    place text not null,
    body jsonb not null,
    primary key (company_id, run_id, place),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`call confine('workflow_contents', 'select, insert, update (body)', 'select, insert, update (body)')`

  yield* sql`create function whole_content(company bigint, run bigint, said jsonb) returns jsonb language sql stable as $$
      select case when jsonb_typeof(said) = 'object' and said ? '$apart' then coalesce(
        (select c.body from public.workflow_contents c where c.company_id = company and c.run_id = run and c.place = said ->> '$apart'), said) else said end
    $$`
  yield* sql`create function whole_exit(company bigint, run bigint, said jsonb) returns jsonb language sql stable as $$
      select case when said #> '{value,$apart}' is not null then jsonb_set(said, '{value}', public.whole_content(company, run, said -> 'value')) else said end
    $$`

  /* As in 0163, but a result that is kept apart is kept for the parent too, which may outlive its child. */
  yield* sql`do $$ declare was text := pg_get_functiondef('run_replied'::regproc); begin
    execute replace(was, 'insert into public.workflow_signals (company_id, run_id, name, exit)',
      'if outcome #> ''{value,$apart}'' is not null then
          insert into public.workflow_contents (company_id, run_id, place, body)
            select c.company_id, ended.parent_id, ''child/'' || ended.parent_step, c.body from public.workflow_contents c
            where c.company_id = ended.company_id and c.run_id = split_part(run.entity_id, ''.'', 2)::bigint and c.place = outcome #>> ''{value,$apart}''
            on conflict (company_id, run_id, place) do update set body = excluded.body;
          outcome := jsonb_set(outcome, ''{value,$apart}'', to_jsonb(''child/'' || ended.parent_step));
        end if;
        insert into public.workflow_signals (company_id, run_id, name, exit)');
  end $$`

  /* Values can be guessed from a hash of them: with a payload that an erasure changes, which nothing else does, its hash goes too. */
  yield* sql`grant update (payload_hash, steered) on workflow_runs to service_system`
  yield* sql`create function forget_hash_of_content() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update workflow_runs r set payload_hash = sha256(uuid_send(gen_random_uuid())) where r.company_id = new.company_id and r.id = new.run_id;
      return null;
    end $$`
  yield* sql`create trigger forget_hash after update of body on workflow_contents for each row
    when (new.place = 'payload' and new.body is distinct from old.body) execute function forget_hash_of_content()`

  /* Why a run had failed before it was tried again names people too. */
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function forget_hash_of_content() owner to service_system`
  yield* sql`set local role service_system`
  yield* sql`do $$ declare was text := pg_get_functiondef('erase_from_journal'::regproc); begin
    execute replace(replace(was, 'error = erased_json(r.error, 0, people, forms, words)',
      'error = erased_json(r.error, 0, people, forms, words), steered = erased_json(r.steered, 0, people, forms, words)'),
      'or r.error::text ~* formed', 'or r.error::text ~* formed or r.steered::text ~* formed');
  end $$`
  yield* sql`reset role`
  yield* sql`revoke create on schema public from service_system`
})
