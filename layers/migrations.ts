import { Migrator } from "effect/sql"
import tenancy from "./migrations/0001_tenancy.ts"
import journal from "./migrations/0002_journal.ts"
import crm from "./migrations/0003_crm.ts"
import crmMore from "./migrations/0006_crm_more.ts"

const all = {
  "0001_tenancy": tenancy,
  "0002_journal": journal,
  "0003_crm": crm,
  "0006_crm_more": crmMore
}

/** The newest migration this program knows. */
export const latestMigration = Math.max(...Object.keys(all).map((name) => Number.parseInt(name, 10)))

/** Runs what has not run yet, in order, each once, in one transaction. Needs the owner's connection. */
export const migrate = Migrator.make({})({ loader: Migrator.fromRecord(all) })
