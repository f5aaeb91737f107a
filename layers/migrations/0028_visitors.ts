import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hosts } from "./0028_visitors/hosts.ts"

/** Visitors of a company: the keys that let them in, the hosts that they come to, and their receipts. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table api_keys
    drop constraint api_keys_kind_check, drop constraint api_keys_key_hash, drop constraint api_keys_person,
    add column allowed_origins text[] not null default '{}',
    add constraint api_keys_kind_check check (kind in ('key', 'session', 'grant', 'publishable')),
    add constraint api_keys_key_hash check (kind not in ('key', 'publishable') or hash is not null),
    add constraint api_keys_person check (kind in ('key', 'publishable') or user_id is not null),
    add constraint api_keys_publishable check (kind <> 'publishable' or (scopes = '{}' and user_id is null and agent is null))`
  yield* sql`grant insert (allowed_origins) on api_keys to service_app`

  /* A visitor without a key has no credential, but what they do is no matter of the audit. */
  yield* sql`drop index receipts_nobody`
  yield* sql`create index receipts_nobody on receipts (company_id, id) where key_id = 0 and agent->'visitor' is null`

  yield* hosts
})
