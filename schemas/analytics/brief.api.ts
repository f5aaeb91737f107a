import { operation } from "#schemas/kernel/endpoints"
import { DailyBrief } from "./brief.ts"

export const get_daily_brief = operation.get("get_daily_brief", "/dashboard/brief", DailyBrief, {
  summary: "Get the daily brief",
  description: "How the company does this morning: appointments of the day, tasks due, overdue invoices, new leads, revenue, failed deliveries, webhooks that were " +
    "switched off, consents that wait and open disputes, each beside yesterday and last week at the same time of day, with the address that acts on it. " +
    "`explain_metric` tells what a figure counts. The company's setting `daily_brief_at` has it e-mailed to its owners and admins.",
  access: "analytics:read",
  curated: true
})
