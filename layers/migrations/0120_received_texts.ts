import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Texts that a provider handed over, until they are in their conversations: the provider is answered once they are here, many by one
 * statement of the system, which claims their names with that.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table sms_inbox (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    provider text not null,
    provider_id text not null,
    from_phone text not null,
    to_phone text not null,
    message text not null,
    media jsonb not null,
    attempts int not null default 0,
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`call confine('sms_inbox', 'select, update (message, media, attempts, due_at), delete',
    'select, insert (company_id, provider, provider_id, from_phone, to_phone, message, media), delete')`
  yield* sql`grant insert (company_id, provider, event_id) on provider_events to service_system`
})
