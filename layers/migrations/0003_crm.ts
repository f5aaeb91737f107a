import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Columns called sort_... are what lists are sorted and cut by: plain columns, because under a policy the planner uses
   * no index for an expression that is not leakproof, as lower() and coalesce() are not; never null, so that a cursor
   * can stand anywhere.
   */
  yield* sql`create table organizations (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    domain text,
    phone text,
    address text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    sort_name text collate "C" generated always as (lower(name)) stored,
    primary key (company_id, id)
  )`
  yield* sql`create index organizations_name on organizations (company_id, sort_name, id) where deleted_at is null`
  yield* sql`create index organizations_updated on organizations (company_id, updated_at, id) where deleted_at is null`
  yield* sql`create index organizations_created on organizations (company_id, created_at, id) where deleted_at is null`
  yield* sql`call confine('organizations', 'select, insert, update', '')`
  yield* sql`call keep_count('organizations')`

  yield* sql`create table contacts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    first_name text,
    last_name text,
    email text,
    phone text,
    organization_id bigint,
    company_name text,
    owner_id bigint,
    tags text[] not null default '{}',
    notes text,
    source text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search_text text generated always as (lower(
      ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')
      || ' ' || coalesce(phone, '') || ' ' || coalesce(company_name, ''))) stored,
    sort_name text generated always as (lower(coalesce(last_name, '') || ' ' || coalesce(first_name, ''))) stored,
    primary key (company_id, id),
    foreign key (company_id, organization_id) references organizations,
    foreign key (company_id, owner_id) references users,
    check (first_name is not null or last_name is not null or email is not null or phone is not null)
  )`
  yield* sql`create unique index contacts_email on contacts (company_id, email) where deleted_at is null`
  yield* sql`create index contacts_alive on contacts (company_id, id) where deleted_at is null`
  yield* sql`create index contacts_updated on contacts (company_id, updated_at, id) where deleted_at is null`
  yield* sql`create index contacts_created on contacts (company_id, created_at, id) where deleted_at is null`
  yield* sql`create index contacts_name on contacts (company_id, sort_name, id) where deleted_at is null`
  yield* sql`create index contacts_owner on contacts (company_id, owner_id, id) where deleted_at is null`
  yield* sql`create index contacts_organization on contacts (company_id, organization_id, id) where deleted_at is null`
  yield* sql`create index contacts_tags on contacts using gin (company_id, tags) where deleted_at is null`
  yield* sql`create index contacts_search on contacts using gin (company_id, search_text gin_trgm_ops) where deleted_at is null`
  yield* sql`create index contacts_bin on contacts (deleted_at) where deleted_at is not null`
  yield* sql`call confine('contacts', 'select, insert, update', 'select, delete')`
  yield* sql`call keep_count('contacts')`

  /*
   * LIKE is not leakproof, so under a policy the planner may not use the trigram index: it would run LIKE on rows of
   * other companies first. This function reads as service_system, whose policy is empty, and confines itself to the
   * company of the setting. Words of the query must all occur; only when nothing does, similar spelling counts.
   */
  yield* sql`create function find_contacts(words text[]) returns table (id bigint) language plpgsql stable security definer
    set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 as $$
    declare patterns text[];
    begin
      patterns := array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from unnest(words) as word
        order by length(word) desc);
      /* The index serves a LIKE but not a LIKE ALL: the longest word finds the candidates. */
      return query select c.id from contacts c
        where c.company_id = current_company() and c.deleted_at is null
          and c.search_text like patterns[1] and c.search_text like all (patterns[2:]);
      if not found then
        return query select c.id from contacts c
          where c.company_id = current_company() and c.deleted_at is null
            and array_to_string(words, ' ') <% c.search_text;
      end if;
    end $$`
  /* Only who may make things in a schema can be given one there, unless a superuser gives. */
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function find_contacts(text[]) owner to service_system`
  yield* sql`revoke create on schema public from service_system`

  yield* sql`create table pipelines (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    is_default boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create unique index pipelines_default on pipelines (company_id) where is_default and deleted_at is null`
  yield* sql`create unique index pipelines_name on pipelines (company_id, lower(name)) where deleted_at is null`
  yield* sql`call confine('pipelines', 'select, insert, update', 'select (company_id, id), insert')`
  yield* sql`call keep_count('pipelines')`

  /* A stage is known by its name where people read it, and by its id where it must be known after a new name. */
  yield* sql`create table pipeline_stages (
    company_id bigint not null,
    pipeline_id bigint not null,
    id bigint generated always as identity,
    name text not null,
    position int not null,
    probability int not null check (probability between 0 and 100),
    outcome text not null check (outcome in ('open', 'won', 'lost')),
    primary key (company_id, pipeline_id, name),
    foreign key (company_id, pipeline_id) references pipelines,
    unique (company_id, id),
    unique (company_id, pipeline_id, position) deferrable initially deferred
  )`
  yield* sql`call confine('pipeline_stages', 'select, insert, update, delete', 'insert')`

  yield* sql`create table deals (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    title text not null,
    pipeline_id bigint not null,
    stage text not null,
    status text not null default 'open' check (status in ('open', 'won', 'lost')),
    amount bigint not null check (amount > 0),
    currency text not null,
    contact_id bigint,
    organization_id bigint,
    owner_id bigint,
    expected_close date,
    lost_reason text,
    closed_at timestamptz,
    stage_since timestamptz not null default now(),
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    sort_close date generated always as (coalesce(expected_close, 'infinity')) stored,
    primary key (company_id, id),
    foreign key (company_id, pipeline_id, stage) references pipeline_stages on update cascade,
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, organization_id) references organizations,
    foreign key (company_id, owner_id) references users
  )`
  yield* sql`create index deals_alive on deals (company_id, id) where deleted_at is null`
  yield* sql`create index deals_stage on deals (company_id, pipeline_id, stage, id) where deleted_at is null`
  yield* sql`create index deals_contact on deals (company_id, contact_id, id) where deleted_at is null`
  yield* sql`create index deals_organization on deals (company_id, organization_id, id) where deleted_at is null`
  yield* sql`create index deals_owner on deals (company_id, owner_id, id) where deleted_at is null`
  yield* sql`create index deals_close on deals (company_id, sort_close, id) where deleted_at is null`
  yield* sql`create index deals_amount on deals (company_id, amount, id) where deleted_at is null`
  yield* sql`create index deals_updated on deals (company_id, updated_at, id) where deleted_at is null`
  yield* sql`create index deals_created on deals (company_id, created_at, id) where deleted_at is null`
  yield* sql`create index deals_bin on deals (deleted_at) where deleted_at is not null`
  yield* sql`call confine('deals', 'select, insert, update', 'select, delete')`
  yield* sql`call keep_count('deals')`

  /* History: the names are those of the day, the ids say which stage it is today. A first move comes from nowhere. */
  yield* sql`create table deal_moves (
    company_id bigint not null,
    id bigint generated always as identity,
    deal_id bigint not null,
    pipeline_id bigint not null,
    from_stage_id bigint,
    from_stage text,
    to_stage_id bigint not null,
    to_stage text not null,
    status text not null,
    reason text,
    key_id bigint not null,
    moved_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, deal_id) references deals on delete cascade
  )`
  yield* sql`create index deal_moves_deal on deal_moves (company_id, deal_id, id)`
  yield* sql`create index deal_moves_pipeline on deal_moves (company_id, pipeline_id, to_stage_id)`
  yield* sql`call confine('deal_moves', 'select, insert', '')`

  yield* sql`create table activities (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    kind text not null check (kind in ('note', 'call', 'meeting', 'email')),
    subject text not null,
    body text,
    contact_id bigint,
    deal_id bigint,
    owner_id bigint,
    duration_minutes int,
    occurred_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, deal_id) references deals on delete set null (deal_id),
    foreign key (company_id, owner_id) references users
  )`
  yield* sql`create index activities_alive on activities (company_id, occurred_at, id) where deleted_at is null`
  yield* sql`create index activities_contact on activities (company_id, contact_id, occurred_at, id) where deleted_at is null`
  yield* sql`create index activities_deal on activities (company_id, deal_id, occurred_at, id) where deleted_at is null`
  yield* sql`call confine('activities', 'select, insert, update', '')`
  yield* sql`call keep_count('activities')`

  yield* sql`create table tasks (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    title text not null,
    notes text,
    status text not null default 'open' check (status in ('open', 'completed')),
    due_at timestamptz,
    assignee_id bigint,
    contact_id bigint,
    deal_id bigint,
    completed_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    sort_due timestamptz generated always as (coalesce(due_at, 'infinity')) stored,
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, deal_id) references deals on delete set null (deal_id),
    foreign key (company_id, assignee_id) references users
  )`
  yield* sql`create index tasks_alive on tasks (company_id, id) where deleted_at is null`
  yield* sql`create index tasks_due on tasks (company_id, sort_due, id) where deleted_at is null`
  yield* sql`create index tasks_created on tasks (company_id, created_at, id) where deleted_at is null`
  yield* sql`create index tasks_assignee on tasks (company_id, assignee_id, id) where deleted_at is null`
  yield* sql`create index tasks_contact on tasks (company_id, contact_id, id) where deleted_at is null`
  yield* sql`create index tasks_deal on tasks (company_id, deal_id, id) where deleted_at is null`
  yield* sql`call confine('tasks', 'select, insert, update', '')`
  yield* sql`call keep_count('tasks')`
})
