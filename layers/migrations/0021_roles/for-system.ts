import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columns } from "./columns.ts"

/** What background jobs, sign-in and the engine write. To lock a row takes the right to change some column of it. */
const written = columns("service_system", {
  api_keys: {
    insert: "company_id, kind, user_id, hash, prefix, label, agent, mode, scopes, expires_at",
    update: "expires_at, revoked_at, last_used_at"
  },
  benchmark_contributors: { insert: "company_id, industry, metric, first_number, last_number, fingerprint", update: "last_number" },
  benchmark_sharing: { insert: "company_id, sharing", update: "sharing, since, left_on" },
  "benchmarks.industries": { insert: "industry", update: "computed_on" },
  "benchmarks.publications": {
    insert: "industry, metric, number, as_of, sample_size, records, histogram, average, top_25, top_10",
    update: "histogram, average, top_25, top_10"
  },
  chain_heads: { insert: "company_id", update: "receipts, receipt_hash" },
  companies: { insert: "name, tier, industry, currency, time_zone, demo", update: "tier" },
  dashboard_sessions: { insert: "company_id, token_hash, key_id, expires_at" },
  event_heads: { insert: "company_id", update: "last" },
  events: { insert: "company_id, kind, livemode, request_id, data", update: "sequence" },
  "identity.accounts": {
    insert: "email, name, password_hash, password_changed_at, verified_at",
    update: "name, password_hash, password_changed_at, verified_at, totp_last_step"
  },
  "identity.known_networks": { insert: "account_id, network", update: "last_at" },
  "identity.mail_tokens": { insert: "hash, account_id, purpose, expires_at", update: "used_at" },
  "identity.oauth_clients": { insert: "client_id, metadata", update: "used_at" },
  "identity.oauth_records": { insert: "kind, hash, grant_hash, resource, sealed, expires_at", update: "sealed, expires_at, consumed_at" },
  "identity.recovery_codes": { update: "used_at" },
  "identity.signing_keys": { insert: "kid, public_jwk, private_jwk, active_from", update: "retired_at" },
  "identity.throttles": { insert: "key, failures", update: "failures, since, told" },
  "identity.vault": { insert: "id, key" },
  install_tokens: { update: "redeemed_at, redeemed_as" },
  invitations: { update: "token_hash, accepted_at" },
  oauth_grants: { insert: "company_id, key_id, account_id, grant_hash, client_id, client_name, client_host" },
  pipeline_stages: { insert: "company_id, pipeline_id, name, position, probability, outcome" },
  pipelines: { insert: "company_id, name, is_default" },
  receipts: {
    insert: "company_id, verb, payload_hash, changes, livemode, key_id, agent, session, consent, request_id, audit",
    update: "sequence, previous_hash, hash"
  },
  refresh_tokens: { insert: "company_id, hash, key_id", update: "used_at" },
  row_counts: { insert: "company_id, relation, slot, n", update: "n" },
  score_queue: { insert: "company_id, contact_id" },
  sessions: { insert: "company_id, key_id, account_id, user_agent, address, stepped_up_at", update: "refreshed_at" },
  users: { insert: "company_id, email, name, role, account_id", update: "name, role, account_id, removed_at" },
  webhook_days: {
    insert: "company_id, webhook_id, day, succeeded, failed, last_success_at, last_failure_at, last_error",
    update: "succeeded, failed, last_success_at, last_failure_at, last_error"
  },
  webhook_deliveries: {
    insert: "company_id, webhook_id, event_id, kind, cause, next_attempt_at",
    update: "status, position, attempts, next_attempt_at, leased_until, claim, log, answer, finished_at"
  },
  webhook_replays: { update: "next_sequence, deliveries, finished_at" },
  workflow_runs: {
    insert: "company_id, workflow, version, key, payload, payload_hash, origin, livemode, parent_id, parent_step",
    update: "status, attempt, wake_at, claimed_until, started_at, finished_at, result, error"
  },
  workflow_signals: { insert: "company_id, run_id, name, exit", update: "exit" }
})

/** Nothing of ours deletes these. Rows that go with another are deleted by the owner of the table, whoever deletes that. */
const undeleted = [
  "benchmarks.industries", "identity.accounts", "identity.recovery_codes", "identity.vault", "invitations", "refresh_tokens", "workflow_writes"
]

export const forSystem = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* written
  yield* sql.unsafe(`revoke delete on ${undeleted.join(", ")} from service_system`)
})
