import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is asked of a company's knowledge, and what was answered. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Of visitors, `visitor` tells whose a conversation is. The audience stays as it began: who joins later reads nothing that it could not. */
  yield* sql`create table ai_conversations (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    title text not null,
    status text not null check (status in ('open', 'handed_over', 'closed')),
    channel text not null check (channel in ('api', 'visitor')),
    audience text not null check (audience in ('public', 'customers', 'staff')),
    visitor text,
    contact_id bigint,
    assignee_id bigint,
    task_id bigint,
    summary text,
    tokens bigint not null default 0,
    messages int not null default 0,
    livemode boolean not null,
    last_message_at timestamptz not null default now(),
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, assignee_id) references users,
    foreign key (company_id, task_id) references tasks on delete set null (task_id),
    check ((channel = 'visitor') = (visitor is not null))
  )`
  yield* sql`create index ai_conversations_latest on ai_conversations (company_id, livemode, last_message_at, id)`
  yield* sql`create index ai_conversations_contact on ai_conversations (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index ai_conversations_assignee on ai_conversations (company_id, assignee_id, id) where assignee_id is not null`
  yield* sql`create index ai_conversations_task on ai_conversations (company_id, task_id) where task_id is not null`
  yield* sql`create index ai_conversations_status on ai_conversations (company_id, livemode, status, id)`
  yield* sql`create index ai_conversations_age on ai_conversations (last_message_at)`
  yield* sql`call keep_counts_of_modes('ai_conversations')`
  yield* sql`call confine('ai_conversations', 'select, insert (company_id, title, status, channel, audience, visitor, contact_id, livemode),
    update (title, status, contact_id, assignee_id, task_id, summary, tokens, messages, last_message_at, version, updated_at), delete', '')`
  yield* sql`call make_erasable('ai_conversations')`

  /* They go with their conversation, or after it: nothing but its id ties them to it, as both may be kept for a time that the company sets. */
  yield* sql`create table ai_messages (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    conversation_id bigint not null,
    role text not null check (role in ('user', 'assistant')),
    text text not null,
    outcome text check (outcome in ('answered', 'unknown', 'handed_over')),
    citations jsonb not null default '[]',
    dropped_citations int not null default 0,
    provider text,
    model text,
    simulated boolean not null default false,
    tokens bigint not null default 0,
    helpful boolean,
    comment text,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    check ((role = 'assistant') = (outcome is not null))
  )`
  yield* sql`create index ai_messages_conversation on ai_messages (company_id, conversation_id, id)`
  yield* sql`create index ai_messages_unknown on ai_messages (company_id, id) where outcome = 'unknown'`
  yield* sql`create index ai_messages_age on ai_messages (created_at)`
  yield* sql`call confine('ai_messages', 'select, insert (company_id, conversation_id, role, text, outcome, citations, dropped_citations, provider, model, simulated,
      tokens, livemode),
    update (text, citations, helpful, comment, version, updated_at), delete', '')`
  yield* sql`call make_erasable('ai_messages')`
})
