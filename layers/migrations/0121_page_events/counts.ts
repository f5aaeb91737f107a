import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What reports read: its size follows from days and from what can be told apart on one, not from how much happened. A day is counted anew from its events
 * whenever some came, so that late and repeated ones change nothing but what they should.
 */
export const counts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Days that are to be counted. */
  yield* sql`create table event_day_queue (
    company_id bigint not null,
    id bigint generated always as identity,
    day date not null,
    due_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`call confine('event_day_queue', '', 'select, insert (company_id, day), delete')`

  yield* sql`create table visit_hours (
    company_id bigint not null,
    day date not null,
    hour smallint not null,
    page_views bigint not null,
    visitors bigint not null,
    visits bigint not null,
    primary key (company_id, day, hour)
  )`
  yield* sql`call confine('visit_hours', 'select', 'select, insert, delete')`

  /* One dimension at a time; the whole day is that without a name. */
  yield* sql`create table visit_days (
    company_id bigint not null,
    dimension text not null,
    day date not null,
    value text not null,
    page_views bigint not null,
    visitors bigint not null,
    visits bigint not null,
    bounces bigint not null,
    seconds bigint not null,
    primary key (company_id, dimension, day, value)
  )`
  yield* sql`create index visit_days_value on visit_days (company_id, dimension, value, day)`
  yield* sql`call confine('visit_days', 'select', 'select, insert, delete')`

  /* All that goes together, for reports with several conditions: of visits as a whole where there is no page, and else of one page. */
  yield* sql`create table visit_cells (
    company_id bigint not null,
    day date not null,
    page text not null,
    source text not null,
    campaign text not null,
    country text not null,
    device text not null,
    browser text not null,
    os text not null,
    page_views bigint not null,
    visitors bigint not null,
    visits bigint not null,
    bounces bigint not null,
    seconds bigint not null,
    primary key (company_id, day, page, source, campaign, country, device, browser, os)
  )`
  yield* sql`create index visit_cells_page on visit_cells (company_id, page, day)`
  yield* sql`call confine('visit_cells', 'select', 'select, insert, delete')`
})
