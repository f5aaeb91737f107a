import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What agents were asked, and what they did about it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* `instructions`, `verbs` and the limits are those of the agent when the run began; `rights` are the caller's. `awaits` is the signal of a decision. */
  yield* sql`create table ai_agent_runs (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    agent_id bigint not null,
    agent text not null,
    status text not null default 'working'
      check (status in ('working', 'waiting_for_consent', 'completed', 'stopped', 'failed', 'canceled')),
    message text not null,
    answer text,
    reason text,
    consent_id bigint,
    awaits text,
    instructions text not null,
    verbs text[] not null,
    confirms text not null,
    choice jsonb,
    daily_tokens bigint,
    most_steps int not null,
    most_tokens int not null,
    steps int not null default 0,
    tokens bigint not null default 0,
    provider text,
    model text,
    simulated boolean not null default false,
    previous_run_id bigint,
    key_id bigint not null,
    secret_version int,
    rights text[] not null,
    human text,
    workflow_run_id bigint,
    livemode boolean not null,
    deadline_at timestamptz not null,
    ended_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, agent_id) references ai_agents,
    check ((ended_at is null) = (status in ('working', 'waiting_for_consent')))
  )`
  yield* sql`create index ai_agent_runs_agent on ai_agent_runs (company_id, agent_id, livemode, id)`
  yield* sql`create index ai_agent_runs_consent on ai_agent_runs (company_id, consent_id) where status = 'waiting_for_consent'`
  yield* sql`create index ai_agent_runs_age on ai_agent_runs (created_at)`
  yield* sql`call confine('ai_agent_runs', 'select,
    insert (company_id, agent_id, agent, message, instructions, verbs, confirms, choice, daily_tokens, most_steps, most_tokens, previous_run_id, key_id, secret_version,
      rights, human, livemode, deadline_at),
    update (status, message, answer, reason, consent_id, awaits, steps, tokens, provider, model, simulated, workflow_run_id, ended_at, version, updated_at)', '')`
  yield* sql`call make_erasable('ai_agent_runs')`

  /* They go with their run, or after it, as both may be kept for a time that the company sets. `calls` are those of a thought, `call_id` names one of them. */
  yield* sql`create table ai_agent_steps (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    run_id bigint not null,
    round int not null,
    kind text not null check (kind in ('thought', 'call', 'wait')),
    text text not null,
    calls jsonb not null default '[]',
    call_id text,
    verb text,
    input jsonb,
    status int,
    consent_id bigint,
    tokens bigint not null default 0,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create index ai_agent_steps_run on ai_agent_steps (company_id, run_id, id)`
  yield* sql`create index ai_agent_steps_age on ai_agent_steps (created_at)`
  yield* sql`call confine('ai_agent_steps', 'select,
    insert (company_id, run_id, round, kind, text, calls, call_id, verb, input, status, consent_id, tokens), update (text, calls, input)', '')`
  yield* sql`call make_erasable('ai_agent_steps')`
})
