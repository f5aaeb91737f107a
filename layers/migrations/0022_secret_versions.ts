import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only what may see all companies ends what an account has open without naming one of its companies. */
const checkCompany = `
      if current_company() is null then
        if not pg_has_role(session_user, 'service_system', 'member') then
          raise exception 'sessions are ended for a company' using errcode = 'insufficient_privilege';
        end if;
      elsif not exists (
        select from users u where u.company_id = current_company() and u.account_id = account and u.removed_at is null) then
        raise exception 'account % is not of this company', account;
      end if;`

/** What was opened with a credential knows with which secret of it, so that it ends with that. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Whoever replaces a secret, what was opened with the one before knows. */
  yield* sql`alter table api_keys add column secret_version int not null default 1`
  yield* sql`create function count_secret() returns trigger language plpgsql as $$
    begin
      new.secret_version := old.secret_version + 1;
      return new;
    end $$`
  yield* sql`create trigger count_secret before update of hash on api_keys
    for each row when (old.hash is distinct from new.hash) execute function count_secret()`

  /* Nobody knows with which secret of a key the pages that are open were opened: they are signed in to again. */
  yield* sql`alter table dashboard_sessions no force row level security`
  yield* sql`alter table api_keys no force row level security`
  yield* sql`delete from dashboard_sessions s using api_keys k
    where k.company_id = s.company_id and k.id = s.key_id and k.kind = 'key'`
  yield* sql`alter table api_keys force row level security`
  yield* sql`alter table dashboard_sessions force row level security`
  yield* sql`alter table dashboard_sessions add column secret_version int not null default 1`
  yield* sql`grant insert (secret_version) on dashboard_sessions to service_system`

  /* Of the credential that approved. An approval from before is of the first secret, and good for some minutes at most. */
  yield* sql`alter table consents add column approver_secret_version int not null default 1`
  yield* sql`grant update (approver_secret_version) on consents to service_app`

  /* Somebody signed out by themselves: what they approved before still counts. */
  yield* sql`alter table sessions add column signed_out_at timestamptz`
  yield* sql`grant update (signed_out_at) on sessions to service_app, service_system`

  /* The session in which somebody agreed, until the client has collected what it was given. */
  yield* sql`alter table oauth_grants add column agreed_company_id bigint, add column agreed_key_id bigint,
    add constraint oauth_grants_agreed check ((agreed_company_id is null) = (agreed_key_id is null))`
  yield* sql`grant insert (agreed_company_id, agreed_key_id), update (agreed_company_id, agreed_key_id) on oauth_grants to service_system`

  /* Only its owner replaces a function. */
  yield* sql`grant create on schema identity to service_system`
  yield* sql`set local role service_system`

  /* As before, and what was approved in sessions that were left before counts no more. */
  yield* sql.unsafe(`create or replace function identity.end_sessions(account bigint, but bigint) returns int
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      ended int;
    begin${checkCompany}
      perform from identity.accounts where id = account for update;
      update identity.mail_tokens set used_at = now() where account_id = account and purpose = 'reset' and used_at is null;
      update api_keys k set revoked_at = now() from sessions s
        where s.account_id = account and k.company_id = s.company_id and k.id = s.key_id and k.kind = 'session'
          and k.revoked_at is null and k.id <> but;
      get diagnostics ended = row_count;
      update sessions s set signed_out_at = null where s.account_id = account and s.signed_out_at is not null;
      /* Where no session is spared somebody else may have had the account: whatever acts for it elsewhere ends too. */
      if but = 0 then
        perform identity.end_connections(account);
      end if;
      return ended;
    end $$`)

  /* The same for tool clients that act for an account, in all companies. */
  yield* sql.unsafe(`create function identity.end_connections(account bigint) returns int
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      ended int;
    begin${checkCompany}
      update api_keys k set revoked_at = now() from users u
        where u.account_id = account and k.company_id = u.company_id and k.user_id = u.id and k.kind = 'grant' and k.revoked_at is null;
      get diagnostics ended = row_count;
      return ended;
    end $$`)
  yield* sql`revoke execute on function identity.end_connections from public`
  yield* sql`grant execute on function identity.end_connections to service_app, service_system`
  yield* sql`reset role`
  yield* sql`revoke create on schema identity from service_system`
})
