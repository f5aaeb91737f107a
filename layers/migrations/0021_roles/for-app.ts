import { columns } from "./columns.ts"

const contact = "first_name, last_name, email, phone, organization_id, company_name, owner_id, tags, notes, source, custom_fields"
const deal = "title, pipeline_id, stage, status, amount, currency, contact_id, organization_id, owner_id, expected_close, lost_reason, " +
  "closed_at, custom_fields"
const task = "title, notes, status, due_at, assignee_id, contact_id, deal_id"
const touched = "version, updated_at"

/** What programs write for a company. */
export const forApp = columns("service_app", {
  activities: { insert: "company_id, kind, subject, body, contact_id, deal_id, owner_id, duration_minutes, occurred_at", update: "contact_id" },
  ai_months: { insert: "company_id, month, used", update: "used" },
  ai_reservations: { insert: "company_id, day, agent, model, tokens, expires_at" },
  ai_usage: { insert: "company_id, day, agent, model, tokens", update: "tokens" },
  api_keys: {
    insert: "company_id, kind, hash, prefix, label, mode, scopes, allowed_addresses, expires_at, agent, created_by",
    update: "hash, prefix, previous_hash, previous_until, revoked_at"
  },
  companies: {},
  consents: {
    insert: "company_id, key_id, livemode, verb, payload_hash, summary, input, request, actor, session, request_id, steps, expires_at",
    update: "request, state, steps, reason, confirmation_hash, run_id, expires_at"
  },
  contact_merge_members: { insert: "company_id, merge_id, merged_id, place" },
  contact_merge_moves: { insert: "company_id, merge_id, relation, row_id, merged_id" },
  contact_merges: { insert: "company_id, survivor_id, former, taken", update: "undone_at" },
  contacts: { insert: `company_id, ${contact}`, update: `${contact}, score, merged_into, deleted_at, ${touched}` },
  custom_fields: { insert: "company_id, object, key, label, type, options" },
  deal_moves: { insert: "company_id, deal_id, pipeline_id, from_stage_id, from_stage, to_stage_id, to_stage, status, reason, key_id" },
  deals: { insert: `company_id, ${deal}`, update: `${deal}, stage_since, deleted_at, ${touched}` },
  events: { insert: "company_id, kind, livemode, request_id, data" },
  idempotency_keys: {
    insert: "company_id, mode, key, fingerprint, status, headers, body",
    update: "fingerprint, status, headers, body, created_at"
  },
  "identity.accounts": { update: "password_hash, password_changed_at, totp_secret, totp_confirmed_at, totp_last_step" },
  "identity.recovery_codes": { insert: "account_id, hash", update: "used_at" },
  import_previews: { insert: "company_id, import_id, email, contact", update: "contact" },
  import_rejects: { insert: "company_id, import_id, line, reason, fields" },
  imports: {
    insert: "company_id, upload_id, format, dry_run, delimiter, columns, bytes, position, lines",
    update: "run_id, position, lines, total, created, updated, unchanged, rejected, error, started_at, finished_at"
  },
  install_tokens: { insert: "company_id, hash, minted_by, expires_at" },
  invitations: { insert: "company_id, email, role, invited_by, expires_at", update: "role, invited_by, expires_at, withdrawn_at" },
  lead_contacts: { insert: "company_id, reference, contact_id, task_id" },
  organizations: { insert: "company_id, name, domain, phone, address", update: `name, domain, phone, address, ${touched}` },
  pipeline_stages: { insert: "company_id, pipeline_id, name, position, probability, outcome", update: "name, position, probability, outcome" },
  pipelines: { insert: "company_id, name, is_default", update: `name, is_default, ${touched}` },
  receipts: { insert: "company_id, verb, payload_hash, changes, livemode, key_id, agent, session, consent, request_id, audit" },
  row_counts: { insert: "company_id, relation, slot, n", update: "n" },
  score_queue: { insert: "company_id, contact_id" },
  scoring: { insert: "company_id", update: "version, run_id, updated_at" },
  scoring_rules: { insert: "company_id, label, points, condition" },
  segments: { insert: "company_id, name, description, filter" },
  sessions: { update: "stepped_up_at" },
  standing_consents: {
    insert: "company_id, key_id, verb, agents, amount_cap, expires_at, granted_by",
    update: "agents, amount_cap, expires_at, granted_by, created_at"
  },
  tasks: { insert: `company_id, ${task}`, update: `${task}, completed_at, timer_run, timer_told, ${touched}` },
  upload_pieces: { insert: "company_id, upload_id, position, bytes" },
  uploads: { insert: "company_id, type", update: "bytes, hash, claimed" },
  users: { update: "role, removed_at" },
  webhook_deliveries: { insert: "company_id, webhook_id, event_id, kind, cause", update: "status, position, next_attempt_at, finished_at" },
  webhook_replays: { insert: "company_id, webhook_id, since, until, next_sequence, last_sequence" },
  webhooks: {
    insert: "company_id, url, events, description, livemode, secret",
    update: "url, events, description, secret, previous_until, active_since, disabled_at, disabled_reason, failing_since, deleted_at, " + touched
  },
  workflow_runs: {
    insert: "company_id, workflow, version, key, payload, payload_hash, origin, livemode, parent_id, parent_step",
    update: "status, cancel_requested_at, finished_at"
  },
  workflow_signals: { insert: "company_id, run_id, name, exit" },
  workflow_writes: { insert: "company_id, run_id, step, result" }
})
