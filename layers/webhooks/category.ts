import { sealedColumns } from "../auth/sealed-columns.ts"
import { category } from "../kernel/category.ts"

/** No secret holds a space, so that one which was written before secrets were sealed is known by that. */
export const webhookSecrets = sealedColumns({
  table: "webhooks",
  key: { company_id: "bigint", id: "bigint" },
  columns: ["secret", "previous_secret"],
  about: ({ company_id }: { readonly company_id: number }) => `webhook of company ${company_id}`,
  prefix: "sealed "
})

export const webhooks = category({
  sealed: [webhookSecrets],
  expiring: [
    { table: "webhook_deliveries", column: "created_at", days: 30 },
    { table: "webhook_replays", column: "created_at", days: 30 },
    { table: "webhook_days", column: "day", days: 90 }
  ]
})
