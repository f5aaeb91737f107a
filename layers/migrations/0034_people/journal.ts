import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const signature = "bigint[], jsonb, jsonb, text[], text, text, text, text"

/**
 * Takes a person out of what writes leave beside their rows. It runs as service_system and confines itself to the company of the
 * setting; whoever may call it may change nothing of these tables otherwise.
 *
 * `gone` are ids of deleted records and `near` of records beside the person, by what receipts call them; `verbs` are operations whose
 * `id` is a contact's. `forms` and `words` are as in `erased_text`; `formed` and `worded` the same as they are found in JSON.
 */
export const erasureOfJournal = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`grant update (data) on events to service_system`
  yield* sql`grant select, update (body) on idempotency_keys to service_system`
  yield* sql`grant update (payload) on workflow_runs to service_system`
  yield* sql`grant update (result) on workflow_writes to service_system`
  yield* sql`grant select, update (summary, input, request, reason, payload_hash) on consents to service_system`
  yield* sql`create policy system on consents to service_system using (true)`

  /* How much of a change of a receipt, or of an event, is the person's: as how of erased_json. */
  yield* sql`create function nearness(object text, id jsonb, gone jsonb, near jsonb) returns int language sql immutable
    return case when gone->object @> id then 2 when near->object @> id then 1 else 0 end`

  yield* sql`create function erase_from_receipts(people bigint[], gone jsonb, near jsonb, forms text, words text, worded text) returns int
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      company bigint := current_company(); entry receipts; change jsonb; was jsonb; how int; n int; changed int := 0;
      kept jsonb[]; left_salts uuid[]; is_changed boolean;
    begin
      /* What is not sealed yet has no commitments; whoever seals at this moment is waited for. */
      perform from chain_heads h where h.company_id = company for update;
      perform seal_chains(array[company], 1000000);
      for entry in
        select r.* from receipts r where r.company_id = company and (r.changes::text ~* worded or exists (
          select from jsonb_array_elements(r.changes) e where nearness(e->>'object', e->'id', gone, near) > 0))
        order by r.id
      loop
        kept := '{}';
        left_salts := entry.salts;
        is_changed := false;
        for was, n in select e, i from jsonb_array_elements(entry.changes) with ordinality as c (e, i) loop
          how := nearness(was->>'object', was->'id', gone, near);
          change := was;
          if was ? 'before' then change := change || jsonb_build_object('before', erased_json(was->'before', how, people, forms, words)); end if;
          if was ? 'after' then change := change || jsonb_build_object('after', erased_json(was->'after', how, people, forms, words)); end if;
          if change <> was then
            is_changed := true;
            change := change || jsonb_strip_nulls(
              jsonb_build_object('erased_by', people[1], 'commitment', change_commitment(left_salts[n + 1], was)));
            if cardinality(left_salts) > 0 then left_salts[n + 1] := null; end if;
          end if;
          kept := kept || change;
        end loop;
        continue when not is_changed;
        changed := changed + 1;
        update receipts r set changes = to_jsonb(kept),
          salts = case when cardinality(entry.salts) > 0 then array[null::uuid] || left_salts[2:] else '{}' end,
          payload_hash = case when entry.salts[1] is not null then commitment_of(entry.salts[1], entry.payload_hash)
            when cardinality(entry.salts) > 0 then entry.payload_hash else uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) end
        where r.company_id = company and r.id = entry.id;
      end loop;
      return changed;
    end $$`

  yield* sql`create function erase_from_journal(people bigint[], gone jsonb, near jsonb, verbs text[], forms text, words text, formed text,
      worded text) returns jsonb
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      company bigint := current_company(); found jsonb := '{}'; n int; told bigint[];
    begin
      if company is null then raise exception 'a person is erased for a company' using errcode = 'insufficient_privilege'; end if;
      update consents c set summary = erased_text(c.summary, forms), reason = erased_text(c.reason, forms),
          input = erased_json_text(c.input, 0, people, forms, words), request = erased_json_text(c.request, 0, people, forms, words)
        where c.company_id = company and (c.summary ~* forms or c.input ~* formed or c.request ~* formed or c.reason ~* forms);
      with about as (
        select c.id from consents c cross join lateral (select coalesce(c.input, '{}')::jsonb as input) i
        where c.company_id = company and (to_jsonb(people) @> (i.input->'contact_id') or exists (
            select from jsonb_path_query(i.input, '$.contact_ids[*]') x where to_jsonb(people) @> x)
          or (c.verb = any(verbs) and to_jsonb(people) @> (i.input->'id')))),
      updated as (
      update consents c set summary = '[erased]', input = null, request = null, reason = case when c.reason is not null then '[erased]' end,
          payload_hash = case when c.verb = 'erase_person' then c.payload_hash else uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) end
        from about a where c.company_id = company and c.id = a.id returning c.id)
      select array_agg(u.id) into told from updated u;
      found := jsonb_build_object('consent', coalesce(cardinality(told), 0));
      /* What was done and told of such a consent is the person's too. */
      gone := gone || jsonb_build_object('consent', coalesce(to_jsonb(told), '[]'));

      found := found || jsonb_build_object('receipt', erase_from_receipts(people, gone, near, forms, words, worded));

      insert into erasures (company_id, contact_id) select company, person from unnest(people) as p (person);

      with changed as (
        update events e set data = erased_json(e.data, nearness(split_part(e.kind, '.', 1), e.data #> '{object,id}', gone, near),
          people, forms, words)
        where e.company_id = company and (e.data::text ~* worded
          or nearness(split_part(e.kind, '.', 1), e.data #> '{object,id}', gone, near) > 0)
        returning e.id)
      select array_agg(c.id) into told from changed c;
      found := found || jsonb_build_object('event', coalesce(cardinality(told), 0));
      update webhook_deliveries d set answer = null, log = erased_json(d.log, 1, people, forms, words)
        where d.company_id = company and d.event_id = any(told) and d.attempts > 0;
      update webhook_deliveries d set answer = erased_text(d.answer, forms) where d.company_id = company and d.answer ~* forms;

      update idempotency_keys k set body = erased_json_text(k.body, 0, people, forms, words)
        where k.company_id = company and k.body ~* worded;

      update workflow_runs r set payload = erased_json(r.payload, 0, people, forms, words),
          result = erased_json(r.result, 0, people, forms, words), error = erased_json(r.error, 0, people, forms, words)
        where r.company_id = company and (r.payload::text ~* formed or r.result::text ~* formed or r.error::text ~* formed);
      get diagnostics n = row_count;
      found := found || jsonb_build_object('workflow_run', n);
      update workflow_writes w set result = erased_json(w.result, 0, people, forms, words)
        where w.company_id = company and w.result::text ~* formed;
      update workflow_signals s set exit = erased_json(s.exit, 0, people, forms, words)
        where s.company_id = company and s.exit::text ~* formed;
      with messages as (
        select m.id from engine.cluster_messages m where m.entity_id in (select company || '.' || r.id from workflow_runs r where r.company_id = company)),
      changed as (
        update engine.cluster_messages m set payload = erased_json_text(m.payload, 0, people, forms, words)
        from messages a where m.id = a.id and m.payload ~* formed)
      update engine.cluster_replies p set payload = erased_json_text(p.payload, 0, people, forms, words)
        from messages a where p.request_id = a.id and p.payload ~* formed;
      return found;
    end $$`

  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function erase_from_receipts(bigint[], jsonb, jsonb, text, text, text) owner to service_system`
  yield* sql.unsafe(`alter function erase_from_journal(${signature}) owner to service_system`)
  yield* sql`revoke create on schema public from service_system`
  yield* sql`revoke execute on function erase_from_receipts(bigint[], jsonb, jsonb, text, text, text) from public`
  yield* sql.unsafe(`revoke execute on function erase_from_journal(${signature}) from public`)
  yield* sql.unsafe(`grant execute on function erase_from_journal(${signature}) to service_app`)
})
