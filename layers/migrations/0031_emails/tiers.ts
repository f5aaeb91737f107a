import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a company asks the operator for, and how a company changes its tier itself where the operator allows that. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table companies
    add column requested_tier text check (requested_tier in ('starter', 'builder', 'professional', 'enterprise')),
    add column tier_requested_at timestamptz`
  yield* sql`grant update (requested_tier, tier_requested_at) on companies to service_app, service_system`
  yield* sql`create index companies_asking on companies (tier_requested_at) where requested_tier is not null`

  /* The operator's setting, where a function can read it: a program whose statements somebody has bent changes no tier. */
  yield* sql`create table identity.tier_changes (single boolean primary key default true check (single), how text not null)`
  yield* sql`alter table identity.tier_changes enable row level security`
  yield* sql`alter table identity.tier_changes force row level security`
  yield* sql`create policy system on identity.tier_changes to service_system using (true)`
  yield* sql`grant select, insert (how), update (how) on identity.tier_changes to service_system`

  yield* sql`grant create on schema public to service_system`
  yield* sql`set local role service_system`
  yield* sql`create function change_own_tier(wanted text) returns void
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      if not exists (select from identity.tier_changes where how = 'free') then
        raise insufficient_privilege using message = 'companies do not change their tier themselves here';
      end if;
      update companies c set tier = wanted, requested_tier = null, tier_requested_at = null where c.id = current_company();
    end $$`
  yield* sql`revoke execute on function change_own_tier from public`
  yield* sql`grant execute on function change_own_tier to service_app`
  yield* sql`reset role`
  yield* sql`revoke create on schema public from service_system`
})
