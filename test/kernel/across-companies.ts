/**
 * What in the database does not lead with the company, why, and what becomes of it where companies are spread over several servers.
 * /docs/splitting tells operators the same.
 */
export interface Exception {
  readonly why: string
  /** What whoever spreads the companies does about it. */
  readonly whenSplit: string
  readonly names: ReadonlyArray<string>
}

/** Tables without the column `company_id`, as schema and name. */
export const withoutCompany = {
  companies: {
    why: "One row for each company, whose id all others carry. It changes only with its name, its tier and its settings.",
    whenSplit: "A reference table, of which each server has a copy: every table refers to it, and slug and analytics_key must be good once over all servers.",
    names: ["public.companies"]
  },
  people: {
    why: "One person can be a member of several companies, and is known by e-mail before any company is.",
    whenSplit: "accounts is a reference table, since members, sessions and connections refer to it; the others stay on one server, which signs people in.",
    names: [
      "identity.accounts", "identity.known_networks", "identity.mail_tokens", "identity.oauth_clients", "identity.oauth_records",
      "identity.recovery_codes", "identity.throttles"
    ]
  },
  installation: {
    why: "Keys, salts and settings of the whole installation, and the list of its migrations.",
    whenSplit: "The same rows on each server: copy them when a server is added.",
    names: [
      "identity.signing_keys", "identity.tier_changes", "identity.vault", "installation.erasable", "installation.secrets",
      "installation.visitor_salts", "public.effect_sql_migrations"
    ]
  },
  engine: {
    why: "Where the processes of one database share out durable work. Runs themselves, their steps and history are tables of the company.",
    whenSplit: "Each server has its own, empty at first: processes that work on its companies share its work, and no others.",
    names: [
      "engine.cluster_locks", "engine.cluster_messages", "engine.cluster_migrations", "engine.cluster_replies", "engine.cluster_runner_migrations",
      "engine.cluster_runners", "engine.shard_groups"
    ]
  },
  operator: {
    why: "What is the operator's and no company's: figures published over many companies, leads, visits of the public tools.",
    whenSplit: "They stay on one server. Figures over many companies are gathered there from what each server contributes.",
    names: [
      "benchmarks.industries", "benchmarks.publications", "operator.leads", "operator.mark_keys", "operator.marks", "operator.referrals"
    ]
  }
} as const satisfies Record<string, Exception>

/** Unique indexes of tenants' tables that do not lead with the company: each is looked up before the company is known. */
export const uniqueAcross = {
  digests: {
    why: "Digests of random values of at least 128 bits: two companies never have the same, so that nothing depends on the index being unique.",
    whenSplit: "Make it unique with the company before it, and keep a directory from the digest to the company on the server that authenticates.",
    names: [
      "api_keys_hash", "api_keys_previous_hash", "calendar_feeds_token", "dashboard_sessions_token", "install_tokens_hash", "integration_addresses_token",
      "integrations_challenge", "invitations_token", "oauth_grants_hash", "payment_links_token", "quotes_token", "refresh_tokens_hash"
    ]
  },
  codes: {
    why: "Codes in short addresses, too short to be different by chance alone.",
    whenSplit: "A reference table of codes, unique over all servers, that names the company; a code is written there first.",
    names: ["campaign_links_code_key", "sms_opt_out_links_code_key"]
  },
  claimed: {
    why: "Something outside that one company alone can have: a host, a phone number. That no other has it is what the index is for.",
    whenSplit: "A reference table of hosts and one of numbers, unique over all servers, that name the company.",
    names: ["hosts_proved", "phone_numbers_live"]
  }
} as const satisfies Record<string, Exception>

/** Other indexes of tenants' tables that do not lead with the company. No read of a tenant needs one of them. */
export const indexedAcross = {
  old: {
    why: "Finds what is older than it is kept, of all companies at once, for the job that removes it.",
    whenSplit: "Stays as it is: each server removes what is old of its own companies.",
    names: [
      "ai_agent_runs_age", "ai_agent_steps_age", "ai_calls_age", "ai_conversations_age", "ai_messages_age", "ai_scopes_period", "call_recordings_age",
      "calls_age", "contact_merges_age", "contacts_bin", "dashboard_sessions_end", "deals_bin", "emails_age", "event_streams_age", "events_age",
      "idempotency_keys_age", "import_rejects_age", "integration_objects_age", "integration_runs_age", "kb_queries_age", "kb_votes_age",
      "provider_events_received", "sms_early_reports_age", "sms_messages_age", "sms_spending_day", "uploads_age", "uploads_unclaimed",
      "webhook_deliveries_age", "webhooks_deleted", "workflow_batches_created", "workflow_runs_finished", "workflow_schedule_times_created",
      "workflow_schedules_deleted"
    ]
  },
  due: {
    why: "Finds what is due, of all companies at once, for the job that does it.",
    whenSplit: "Stays as it is: each server has jobs of its own, as has each database now.",
    names: [
      "ai_reservations_expiry", "analytics_alerts_due", "appointments_held", "carts_left", "checkouts_expiring", "consents_untold", "kb_sources_due",
      "kb_vector_queue_due", "test_timers_due", "webhook_deliveries_due", "workflow_runs_active", "workflow_runs_ranked", "workflow_runs_to_rest",
      "workflow_runs_unfinished", "workflow_schedules_due"
    ]
  },
  person: {
    why: "Finds what one person has in all of their companies: to list these at sign-in, and to end all sessions with a new password.",
    whenSplit: "Asked of all servers at once, or of a directory from the account to its companies beside accounts.",
    names: ["oauth_grants_account", "oauth_grants_client", "sessions_account", "users_by_account"]
  },
  outside: {
    why: "Finds the company of what a payment provider reports, which names its payment and no company.",
    whenSplit: "Asked of all servers at once, or the company is put into the payment's metadata at the provider.",
    names: ["payments_intent"]
  },
  figures: {
    why: "Finds which companies contributed to a published figure, for the job that publishes it.",
    whenSplit: "Stays with the published figures on one server.",
    names: ["benchmark_contributors_metric"]
  },
  expression: {
    why: "A GIN index whose keys are the company and a word in one text: it leads with the company although no column says so.",
    whenSplit: "Stays as it is.",
    names: ["kb_passages_located"]
  }
} as const satisfies Record<string, Exception>

/** References of tenants' tables to tables without a company; all others join two tables by company first. */
export const referredTo = ["companies", "identity.accounts"] as const

export const namesOf = (exceptions: Readonly<Record<string, Exception>>): ReadonlyArray<string> =>
  Object.values(exceptions).flatMap(({ names }) => names)
