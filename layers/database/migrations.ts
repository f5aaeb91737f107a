import { Effect } from "effect"
import { Migrator } from "effect/sql"
import { engineTables } from "../engine/tables.ts"
import tenancy from "../migrations/0001_tenancy.ts"
import journal from "../migrations/0002_journal.ts"
import crm from "../migrations/0003_crm.ts"
import workflows from "../migrations/0004_workflows.ts"
import webhooks from "../migrations/0005_webhooks.ts"
import crmMore from "../migrations/0006_crm_more.ts"
import imports from "../migrations/0007_imports.ts"
import consents from "../migrations/0008_consents.ts"
import dashboardSessions from "../migrations/0009_dashboard_sessions.ts"
import benchmarks from "../migrations/0010_benchmarks.ts"
import referrals from "../migrations/0011_referrals.ts"
import leadAttempts from "../migrations/0012_lead_attempts.ts"
import accounts from "../migrations/0013_accounts.ts"
import oauth from "../migrations/0014_oauth.ts"
import aiUsage from "../migrations/0015_ai_usage.ts"
import keysAndMembers from "../migrations/0016_keys_and_members.ts"
import letters from "../migrations/0018_letters.ts"
import signIn from "../migrations/0019_sign_in.ts"
import tiers from "../migrations/0020_tiers.ts"
import roles from "../migrations/0021_roles.ts"
import secretVersions from "../migrations/0022_secret_versions.ts"
import shortWords from "../migrations/0023_short_words.ts"
import companySettings from "../migrations/0030_company_settings.ts"

const all = {
  "0001_tenancy": tenancy,
  "0002_journal": journal,
  "0003_crm": crm,
  "0004_workflows": Effect.andThen(engineTables, workflows),
  "0005_webhooks": webhooks,
  "0006_crm_more": crmMore,
  "0007_imports": imports,
  "0008_consents": consents,
  "0009_dashboard_sessions": dashboardSessions,
  "0010_benchmarks": benchmarks,
  "0011_referrals": referrals,
  "0012_lead_attempts": leadAttempts,
  "0013_accounts": accounts,
  "0014_oauth": oauth,
  "0015_ai_usage": aiUsage,
  "0016_keys_and_members": keysAndMembers,
  "0018_letters": letters,
  "0019_sign_in": signIn,
  "0020_tiers": tiers,
  "0021_roles": roles,
  "0022_secret_versions": secretVersions,
  "0023_short_words": shortWords,
  "0030_company_settings": companySettings
}

/** The newest migration this program knows. */
export const latestMigration = Math.max(...Object.keys(all).map((name) => Number.parseInt(name, 10)))

const ours = Migrator.make({})({ loader: Migrator.fromRecord(all) })

/**
 * Runs what has not run yet, in order, each once, in one transaction; then what a newer engine changed in its own tables.
 * Needs the owner's connection.
 */
export const migrate = Effect.tap(ours, () => engineTables)
