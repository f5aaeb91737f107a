import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What people without an account leave with the operator: referrals, visits of their links, leads. It belongs to no company. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Requests of companies have no business here: only service_system does, statement by statement. */
  yield* sql`create schema operator`
  yield* sql`grant usage on schema operator to service_system`

  yield* sql`create table operator.referrals (
    code text primary key,
    ai_platform text not null,
    template_id text,
    context text,
    visits bigint not null default 0,
    first_visit_at timestamptz,
    last_visit_at timestamptz,
    created_at timestamptz not null default now()
  ) with (fillfactor = 80)`
  yield* sql`create index referrals_platform on operator.referrals (ai_platform, template_id) include (visits)`
  yield* sql`grant select, insert (code, ai_platform, template_id, context), update (visits, first_visit_at, last_visit_at)
    on operator.referrals to service_system`

  /*
   * What a network did today, as a hash under the secret of the day. With the day both are deleted, and nobody can tell any
   * more which networks they were.
   */
  yield* sql`create table operator.mark_keys (day date primary key, secret bytea not null)`
  yield* sql`create table operator.marks (day date, mark bytea, n int not null default 1, primary key (day, mark)) with (fillfactor = 80)`
  yield* sql`grant select, insert, delete on operator.mark_keys to service_system`
  yield* sql`grant select, insert, update (n), delete on operator.marks to service_system`

  /* Once a lead is in the operator's CRM, who it was stands only there, where it can be corrected and deleted. */
  yield* sql`create table operator.leads (
    reference text primary key,
    origin text not null check (origin in ('schedule_demo', 'contact_page')),
    status text not null default 'recorded' check (status in ('recorded', 'handed_over')),
    name text,
    email text,
    company_name text,
    message text,
    template_id text,
    ai_platform text,
    referral_code text references operator.referrals,
    continues text references operator.leads,
    form text unique,
    request_id text not null,
    created_at timestamptz not null default now(),
    handed_over_at timestamptz,
    check (status = 'recorded' or (name is null and email is null and company_name is null and message is null))
  )`
  yield* sql`create index leads_recorded on operator.leads (created_at) where status = 'recorded'`
  yield* sql`create index leads_referral on operator.leads (referral_code) where referral_code is not null`
  yield* sql`grant select,
      insert (reference, origin, name, email, company_name, message, template_id, ai_platform, referral_code, continues, form, request_id),
      update (status, handed_over_at, name, email, company_name, message)
    on operator.leads to service_system`

  /* What a lead has become in the company that got it; written with the contact, so that it becomes one once. */
  yield* sql`create table lead_contacts (
    company_id bigint not null references companies,
    reference text not null,
    contact_id bigint not null,
    task_id bigint not null,
    created_at timestamptz not null default now(),
    primary key (company_id, reference)
  )`
  yield* sql`call confine('lead_contacts', 'select, insert', '')`
})
