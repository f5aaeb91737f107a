import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Calls that wait for a person, and what finding their receipts takes. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * `request` is the call as its program is given it, kept as text so that any JSON survives, and only as long as it can
   * be previewed; `input` is the same for people, without secrets.
   */
  yield* sql`create table consents (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    key_id bigint not null,
    livemode boolean not null,
    verb text not null,
    payload_hash bytea not null,
    summary text not null,
    input text,
    request text,
    actor jsonb,
    session text,
    request_id text not null,
    state text not null default 'proposed'
      check (state in ('proposed', 'previewed', 'approved', 'executed', 'rejected', 'expired')),
    steps jsonb not null,
    reason text,
    confirmation_hash bytea,
    run_id bigint,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, key_id) references api_keys
  ) with (fillfactor = 80)`
  yield* sql`create unique index consents_open on consents (company_id, key_id, verb, payload_hash)
    where state in ('proposed', 'previewed', 'approved')`
  yield* sql`create unique index consents_confirmation on consents (company_id, confirmation_hash)
    where confirmation_hash is not null`
  yield* sql`create index consents_state on consents (company_id, livemode, state, id)`
  yield* sql`create index consents_session on consents (company_id, livemode, session, id) where session is not null`
  yield* sql`call confine('consents', 'select, insert, update', '')`

  yield* sql`create function consent_step(name text, key_id bigint, actor jsonb) returns jsonb language sql stable
    return jsonb_build_array(jsonb_build_object('state', name,
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'key_id', key_id, 'actor', actor))`

  /* A key made for an agent, which therefore can never hold what only a person may do. */
  yield* sql`alter table api_keys add column agent text,
    add constraint api_keys_agent check (agent is null or not 'consents:approve' = any (scopes))`
  yield* sql`drop trigger tell on api_keys`
  yield* sql`create trigger tell after delete or update of hash, mode, scopes, allowed_addresses, expires_at, revoked_at, agent
    on api_keys for each row execute function tell_access_changed()`

  /* A cap on the money of a standing consent is in the company's currency. */
  yield* sql`drop trigger tell on companies`
  yield* sql`create trigger tell after update of tier, currency on companies for each row execute function tell_company_changed()`

  /*
   * Receipts by what stands in their JSON. The operators that look there are not leakproof, so under a policy no index
   * serves them: this reads as service_system, whose policy is empty, and confines itself to the company of the setting.
   */
  yield* sql`create index receipts_agent on receipts (company_id, (agent->>'agent'), id) where agent is not null`
  yield* sql`create index receipts_consent on receipts (company_id, (consent->>'id'), id) where consent is not null`
  yield* sql`create function find_receipts(in_agent text, in_consent text) returns table (id bigint)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    begin
      if in_agent is null then
        return query select r.id from receipts r
          where r.company_id = current_company() and r.consent is not null and r.consent->>'id' = in_consent;
      else
        return query select r.id from receipts r
          where r.company_id = current_company() and r.agent is not null and r.agent->>'agent' = in_agent
            and (in_consent is null or r.consent->>'id' = in_consent);
      end if;
    end $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function find_receipts(text, text) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})
