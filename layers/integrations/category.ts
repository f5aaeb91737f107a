import { sealedColumns } from "../auth/sealed-columns.ts"
import { category } from "../kernel/category.ts"
import { addressesOf } from "../payments/category.ts"

/** What companies are let in with elsewhere, and what an authorization under way is checked by. */
export const integrationSecrets = sealedColumns({
  table: "integrations",
  key: { company_id: "bigint", id: "bigint" },
  columns: ["secret", "challenge"],
  about: ({ company_id }: { readonly company_id: number }) => `integration of company ${company_id}`
})

export const inboundTokens = addressesOf("integration_addresses", "integration address")

export const integrations = category({
  sealed: [integrationSecrets, inboundTokens],
  personal: [
    { object: "integration", table: "integrations", about: "never", texts: ["account", "failure"], json: ["settings"], hidden: ["secret", "challenge", "challenge_hash", "challenge_until"] }
  ]
})
