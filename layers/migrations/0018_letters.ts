import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What passwords and the links in letters need besides. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Whoever changes their password does so within one company, and signs out of all. It ends sessions of a member of the company
   * in progress only, and voids the links by which their password could be set. Whoever opens a session of the account meanwhile is
   * waited for; whoever begins to afterwards waits.
   */
  yield* sql`create function identity.end_sessions(account bigint, but bigint) returns int
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      ended int;
    begin
      if current_company() is not null and not exists (
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
  yield* sql`revoke execute on function identity.end_sessions from public`
  yield* sql`grant execute on function identity.end_sessions to service_app, service_system`
  yield* sql`grant create on schema identity to service_system`
  yield* sql`alter function identity.end_sessions(bigint, bigint) owner to service_system`
  yield* sql`revoke create on schema identity from service_system`

  yield* sql`create index mail_tokens_age on identity.mail_tokens (expires_at)`
})
