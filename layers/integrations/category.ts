import type { SqlClient } from "effect/sql"
import { sealedColumns } from "../auth/sealed-columns.ts"
import { category, type SoughtPerson } from "../kernel/category.ts"
import { addressesOf } from "../payments/category.ts"

/** What companies are let in with elsewhere, and what an authorization under way is checked by. */
export const integrationSecrets = sealedColumns({
  table: "integrations",
  key: { company_id: "bigint", id: "bigint" },
  columns: ["secret", "challenge"],
  about: ({ company_id }: { readonly company_id: number }) => `integration of company ${company_id}`
})

export const inboundTokens = addressesOf("integration_addresses", "integration address")

/** Days for which it is known what runs touched. */
const KEPT_DAYS = 90

const ofContacts = (sql: SqlClient.SqlClient, { ids }: SoughtPerson) => sql`(r.object in ('contact', 'customer') and r.record_id = any(${[...ids]}::bigint[]))`

export const integrations = category({
  sealed: [integrationSecrets, inboundTokens],
  expiring: [
    { table: "integration_objects", column: "created_at", days: KEPT_DAYS },
    { table: "integration_runs", column: "created_at", days: KEPT_DAYS, every: "1 hour" }
  ],
  personal: [
    { object: "integration_object", table: "integration_objects", since: "created_at", about: ofContacts, texts: ["reason"], json: ["before", "after"] },
    { object: "integration_link", table: "integration_links", about: ofContacts, deletable: true, hidden: ["theirs", "ours"] },
    { object: "integration", table: "integrations", about: "never", texts: ["account", "failure"], json: ["settings"], hidden: ["secret", "challenge", "challenge_hash", "challenge_until", "place"] }
  ]
})
