import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only what may see all companies ends the sessions of an account without naming one of its companies. */
export const sessions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`grant create on schema identity to service_system`
  yield* sql`set local role service_system`
  yield* sql`create or replace function identity.end_sessions(account bigint, but bigint) returns int
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      ended int;
    begin
      if current_company() is null then
        if not pg_has_role(session_user, 'service_system', 'member') then
          raise exception 'sessions are ended for a company' using errcode = 'insufficient_privilege';
        end if;
      elsif not exists (
        select from users u where u.company_id = current_company() and u.account_id = account and u.removed_at is null) then
        raise exception 'account % is not of this company', account;
      end if;
      perform from identity.accounts where id = account for update;
      update identity.mail_tokens set used_at = now() where account_id = account and purpose = 'reset' and used_at is null;
      update api_keys k set revoked_at = now() from sessions s
        where s.account_id = account and k.company_id = s.company_id and k.id = s.key_id and k.kind = 'session'
          and k.revoked_at is null and k.id <> but;
      get diagnostics ended = row_count;
      /* Where no session is spared somebody else may have had the account: whatever acts for it elsewhere ends too. */
      if but = 0 then
        update api_keys k set revoked_at = now() from users u
          where u.account_id = account and k.company_id = u.company_id and k.user_id = u.id and k.kind = 'grant'
            and k.revoked_at is null;
      end if;
      return ended;
    end $$`
  yield* sql`reset role`
  yield* sql`revoke create on schema identity from service_system`
})
