import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counts } from "./0121_page_events/counts.ts"
import { salts } from "./0121_page_events/salts.ts"

/** What visitors of companies' sites do: as it was told, in tables of one day each, and counted by hour and by day. No address stands there. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Stands in the pages of a site, and is no secret. */
  yield* sql`alter table companies add column analytics_key text not null default 'site_' || replace(gen_random_uuid()::text, '-', '')`
  yield* sql`create unique index companies_analytics_key on companies (analytics_key)`

  /*
   * Day and hour are those of the company when it was written. Visitor: a hash under the salt of the UTC day, null of a bot. Text is empty where nothing
   * is known. There is no reference to the company: it would lock its row for each of thousands of events a second.
   */
  yield* sql`create table page_events (
    company_id bigint not null,
    day date not null,
    event_id uuid not null,
    at timestamptz not null,
    hour smallint not null,
    visitor bigint,
    bot text,
    name text not null,
    path text not null,
    source text not null,
    referrer text not null,
    medium text not null,
    campaign text not null,
    country text not null,
    browser text not null,
    os text not null,
    device text not null,
    link text not null,
    properties jsonb,
    primary key (company_id, day, event_id)
  ) partition by range (day)`
  yield* sql`call confine('page_events', 'select', 'select, insert (company_id, day, event_id, at, hour, visitor, bot, name, path, source, referrer, medium,
    campaign, country, browser, os, device, link, properties)')`

  /* Whether a company has its visits counted. */
  yield* sql`create policy system on site_settings to service_system using (true)`
  yield* sql`grant select (company_id, count_visits) on site_settings to service_system`

  /* Makes the tables of the days around today, and drops those that are older than so many days. Nobody but the owner can use them by their names. */
  yield* sql`create schema event_days`
  yield* sql`create function installation.keep_event_days(kept int) returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
    declare
      today date := (now() at time zone 'UTC')::date;
      one date;
      old text;
    begin
      perform pg_advisory_xact_lock(hashtextextended('keep_event_days', 0));
      for one in select g::date from generate_series(today - 8, today + 3, interval '1 day') g loop
        continue when to_regclass('event_days.' || to_char(one, '"d"YYYYMMDD')) is not null;
        execute format('create table event_days.%I partition of public.page_events for values from (%L) to (%L)', to_char(one, '"d"YYYYMMDD'), one, one + 1);
      end loop;
      for old in select relname from pg_class where relnamespace = 'event_days'::regnamespace and relkind = 'r' and relname < to_char(today - kept, '"d"YYYYMMDD') loop
        execute format('drop table event_days.%I', old);
      end loop;
    end $$`
  yield* sql`revoke execute on function installation.keep_event_days(int) from public`
  yield* sql`grant execute on function installation.keep_event_days(int) to service_system`
  yield* sql`select installation.keep_event_days(100)`

  yield* salts
  yield* counts
})
