import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Benchmarks from the records of companies that share theirs: who shares, and what is published. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Who is not here shares nothing. A row can be locked only by who may change it. */
  yield* sql`create table benchmark_sharing (
    company_id bigint primary key references companies,
    since timestamptz not null default now()
  )`
  yield* sql`call confine('benchmark_sharing', 'select', 'select, insert, update (since), delete')`

  /*
   * Whose contribution stands behind the last publication of a metric, as a keyed hash of it: enough to see that it has
   * changed since, and gone at once when the company stops to share.
   */
  yield* sql`create table benchmark_contributors (
    company_id bigint not null references benchmark_sharing on delete cascade,
    industry text not null,
    metric text not null,
    fingerprint bytea not null,
    primary key (company_id, industry, metric)
  )`
  yield* sql`create index benchmark_contributors_metric on benchmark_contributors (industry, metric)`
  yield* sql`call confine('benchmark_contributors', 'select', 'select, insert, delete')`

  /* The records that are counted. */
  yield* sql`create policy system on tasks to service_system using (true)`
  yield* sql`grant select (company_id, sort_due, completed_at, deleted_at) on tasks to service_system`
  yield* sql`create index deals_closed on deals (company_id, closed_at) where deleted_at is null and closed_at is not null`

  /* What belongs to no company: figures of many, and the day on which they were last computed. */
  yield* sql`create schema benchmarks`
  yield* sql`create table benchmarks.industries (
    industry text primary key,
    computed_on date not null
  )`
  /* A withdrawn publication keeps what the next one is measured against, and nothing to be read from. */
  yield* sql`create table benchmarks.publications (
    industry text not null,
    metric text not null,
    as_of date not null,
    sample_size int not null check (sample_size >= 5),
    records bigint not null check (records >= 30),
    fingerprint_key bytea not null,
    histogram jsonb,
    average double precision,
    top_25 double precision,
    top_10 double precision,
    primary key (industry, metric),
    check ((average is null) = (histogram is null) and (average is not null or (top_25 is null and top_10 is null)))
  )`
  yield* sql`grant usage on schema benchmarks to service_system`
  yield* sql`grant select, insert, update, delete on all tables in schema benchmarks to service_system`
})
