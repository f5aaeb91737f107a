import type { Dictionary } from "../../../translations.ts"
import { agents } from "./agents.ts"
import { ai } from "./ai.ts"
import { analytics } from "./analytics.ts"
import { auth } from "./auth.ts"
import { calendar } from "./calendar.ts"
import { cms } from "./cms.ts"
import { company } from "./company.ts"
import { crm } from "./crm.ts"
import { everywhere } from "./everywhere.ts"
import { integrations } from "./integrations.ts"
import { kb } from "./kb.ts"
import { messages } from "./messages.ts"
import { payments } from "./payments.ts"
import { shop } from "./shop.ts"
import { webhooks } from "./webhooks.ts"
import { workflows } from "./workflows.ts"

/** What fields are called. */
export const fields: Dictionary = {
  everywhere,
  within: { agents, ai, analytics, auth, calendar, cms, company, crm, integrations, kb, messages, payments, shop, webhooks, workflows }
}
