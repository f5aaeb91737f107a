import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What was brought over from other systems and told to them, run by run and record by record. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Place: where the next part begins, in whole runs and within one, as the module writes it. */
  yield* sql`alter table integrations add column place jsonb, add column last_run bigint, add column last_synced_at timestamptz`
  yield* sql`grant update (place, last_run, last_synced_at) on integrations to service_app`

  /* Undoes: the run whose changes this one takes back. Undone: the run that took its changes back. Place: of a dry run, which leaves none for the next. */
  yield* sql`create table integration_runs (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    key text not null,
    kind text not null check (kind in ('sync', 'undo')),
    dry_run boolean not null default false,
    undoes bigint,
    undone bigint,
    run_id bigint,
    place jsonb,
    created int not null default 0,
    updated int not null default 0,
    unchanged int not null default 0,
    skipped int not null default 0,
    failed int not null default 0,
    error text,
    remark text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create index integration_runs_of on integration_runs (company_id, key, id)`
  yield* sql`create index integration_runs_age on integration_runs using brin (created_at) with (autosummarize = on)`
  yield* sql`call confine('integration_runs', 'select, insert (company_id, key, kind, dry_run, undoes),
    update (undone, run_id, place, created, updated, unchanged, skipped, failed, error, remark, started_at, finished_at)', 'select, delete')`

  /* Records that stand for each other, with digests of what each side said when they were last alike. */
  yield* sql`create table integration_links (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    key text not null,
    object text not null,
    remote_id text not null,
    record_id bigint not null,
    theirs text not null,
    ours text not null,
    primary key (company_id, id)
  )`
  yield* sql`create unique index integration_links_remote on integration_links (company_id, key, object, remote_id)`
  yield* sql`create unique index integration_links_record on integration_links (company_id, key, object, record_id)`
  yield* sql`call confine('integration_links', 'select, delete, insert (company_id, key, object, remote_id, record_id, theirs, ours), update (record_id, theirs, ours)', '')`

  /* Every record that a run touched, or did not, and why. Before: what it said, to be put back. */
  yield* sql`create table integration_objects (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    run bigint not null,
    direction text not null check (direction in ('in', 'out')),
    object text not null,
    remote_id text,
    record_id bigint,
    action text not null check (action in ('created', 'updated', 'linked', 'skipped', 'failed')),
    reason text,
    before jsonb,
    after jsonb,
    undone text,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create index integration_objects_of on integration_objects (company_id, run, id)`
  yield* sql`create index integration_objects_age on integration_objects using brin (created_at) with (autosummarize = on)`
  yield* sql`call confine('integration_objects', 'select, insert (company_id, run, direction, object, remote_id, record_id, action, reason, before, after), update (undone, reason, before, after)',
    'select, delete')`
  yield* sql`call make_erasable('integration_objects')`
})
