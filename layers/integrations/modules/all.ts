import type { IntegrationKey } from "#schemas/integrations/catalogue"
import type { IntegrationModule } from "../module.ts"
import { csv } from "./csv.ts"
import { google } from "./google.ts"
import { linkedinLeads } from "./linkedin-leads.ts"
import { mailchimp } from "./mailchimp.ts"
import { metaLeads } from "./meta-leads.ts"
import { microsoft } from "./microsoft.ts"
import { paypal } from "./paypal.ts"
import { quickbooks } from "./quickbooks.ts"
import { stripe } from "./stripe.ts"
import { discord, slack } from "./team-chats.ts"
import { xero } from "./xero.ts"

/** What speaks with other systems, by the key of the catalogue; nothing for those that send by themselves, and for what is planned. */
export const modules: { readonly [K in IntegrationKey]?: IntegrationModule } = {
  slack, discord, google, microsoft, stripe, mailchimp, quickbooks, xero, paypal, meta_leads: metaLeads, linkedin_leads: linkedinLeads,
  csv_address: csv
}
