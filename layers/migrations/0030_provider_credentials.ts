import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What companies are known by at outside parties; secrets of webhooks that can be sealed where they lie. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table provider_credentials (
    company_id bigint not null references companies,
    provider text not null,
    sealed text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, provider)
  )`
  yield* sql`call confine('provider_credentials',
    'select, insert (company_id, provider, sealed), update (sealed, updated_at), delete', 'select, update (sealed)')`

  /* Sealing what is there is no change of the secret: only a rotation keeps the one before, and says until when. */
  yield* sql`drop trigger keep_previous on webhooks`
  yield* sql`create trigger keep_previous before update of secret on webhooks for each row
    when (new.previous_until is distinct from old.previous_until) execute function keep_previous_secret()`
  yield* sql`grant select (secret, previous_secret), update (secret, previous_secret) on webhooks to service_system`
})
