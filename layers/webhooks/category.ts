import { category } from "../kernel/category.ts"

export const webhooks = category({
  expiring: [
    { table: "webhook_deliveries", column: "created_at", days: 30 },
    { table: "webhook_replays", column: "created_at", days: 30 },
    { table: "webhook_days", column: "day", days: 90 }
  ]
})
