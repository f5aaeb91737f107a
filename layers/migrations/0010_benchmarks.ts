import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Benchmarks from the records of companies that share theirs: who shares, and what is published. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Who is not here has never shared anything. When a company last left tells a newcomer from one that is back. A row can
   * be locked only by who may change it.
   */
  yield* sql`create table benchmark_sharing (
    company_id bigint primary key references companies,
    sharing boolean not null,
    since timestamptz not null default now(),
    left_on date,
    check (sharing or left_on is not null)
  )`
  yield* sql`call confine('benchmark_sharing', 'select', 'select, insert, update (sharing, since, left_on)')`

  /*
   * Whose contribution stood behind which publications, as a keyed hash of it: enough to see that it has changed since,
   * and gone at once when the company stops to share.
   */
  yield* sql`create table benchmark_contributors (
    company_id bigint not null references benchmark_sharing,
    industry text not null,
    metric text not null,
    first_number int not null,
    last_number int not null check (last_number >= first_number),
    fingerprint bytea not null,
    primary key (company_id, industry, metric, first_number)
  )`
  yield* sql`create index benchmark_contributors_metric on benchmark_contributors (industry, metric, last_number)`
  yield* sql`call confine('benchmark_contributors', 'select', 'select, insert, update (last_number), delete')`

  /* The records that are counted. */
  yield* sql`create policy system on tasks to service_system using (true)`
  yield* sql`grant select (company_id, sort_due, completed_at, deleted_at) on tasks to service_system`
  yield* sql`create index deals_closed on deals (company_id, closed_at) where deleted_at is null and closed_at is not null`

  /* What belongs to no company: figures of many, and the day on which they were last computed. */
  yield* sql`create schema benchmarks`
  yield* sql`create table benchmarks.industries (
    industry text primary key,
    computed_on date not null default '-infinity',
    fingerprint_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  )`
  /* Only what is shown has anything to be read from; the earlier ones are what the next is measured against. */
  yield* sql`create table benchmarks.publications (
    industry text not null references benchmarks.industries,
    metric text not null,
    number int not null,
    as_of date not null,
    sample_size int not null check (sample_size >= 5),
    records bigint not null check (records >= 30),
    histogram jsonb,
    average double precision,
    top_25 double precision,
    top_10 double precision,
    primary key (industry, metric, number),
    check ((average is null) = (histogram is null) and (average is not null or (top_25 is null and top_10 is null)))
  )`
  yield* sql`create unique index publications_shown on benchmarks.publications (industry, metric) where average is not null`
  yield* sql`grant usage on schema benchmarks to service_system`
  yield* sql`grant select, insert, update, delete on all tables in schema benchmarks to service_system`
})
