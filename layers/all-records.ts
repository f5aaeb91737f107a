import { Effect } from "effect"
import { AgentRuns } from "./ai/agent-runs.ts"
import { Agents } from "./ai/agents.ts"
import { ChatMessages, Conversations } from "./ai/conversations.ts"
import { Dashboards } from "./analytics/dashboards.ts"
import { Goals } from "./analytics/goals.ts"
import { Reports } from "./analytics/reports.ts"
import { CompanyKeys } from "./auth/company-keys.ts"
import { Invitations } from "./auth/invitations.ts"
import { Members } from "./auth/members.ts"
import { PublishableKeys } from "./auth/publishable-keys.ts"
import { Appointments } from "./calendar/appointments.ts"
import { BookableServices } from "./calendar/bookable-services.ts"
import { CalendarConnections } from "./calendar/connections.ts"
import { Resources } from "./calendar/resources.ts"
import { StaffMembers } from "./calendar/staff-members.ts"
import { TimeOff } from "./calendar/time-off.ts"
import { WaitingList } from "./calendar/waiting-list.ts"
import { Hosts } from "./company/hosts.ts"
import { CompanySettings } from "./company/settings.ts"
import { CompanyTiers } from "./company/tier.ts"
import { Activities } from "./crm/activities.ts"
import { Contacts } from "./crm/contacts.ts"
import { CustomFields } from "./crm/custom-fields.ts"
import { Deals } from "./crm/deals.ts"
import { Files } from "./crm/files.ts"
import { Organizations } from "./crm/organizations.ts"
import { Pipelines } from "./crm/pipelines.ts"
import { Segments } from "./crm/segments.ts"
import { Tasks } from "./crm/tasks.ts"
import { Entries } from "./kb/entries.ts"
import { Synonyms } from "./kb/synonyms.ts"
import { CustomerEmails } from "./messages/emails.ts"
import { Campaigns } from "./messages/sms/campaigns.ts"
import { SmsMessages } from "./messages/sms/messages.ts"
import { OptOuts } from "./messages/sms/opt-outs.ts"
import { SmsTemplates } from "./messages/sms/templates.ts"
import { SmsThreads } from "./messages/sms/threads.ts"
import { SmsConsents } from "./messages/sms/consents.ts"
import { Calls } from "./messages/voice/calls.ts"
import { CallRecordings } from "./messages/voice/recordings.ts"
import { PhoneNumbers } from "./messages/voice/phone-numbers.ts"
import { CommissionPayouts, Commissions } from "./payments/commissions.ts"
import { CreditNotes } from "./payments/credit-notes.ts"
import { Disputes } from "./payments/disputes.ts"
import { Invoices } from "./payments/invoices.ts"
import { Ledger } from "./payments/ledger.ts"
import { PaymentLinks } from "./payments/links.ts"
import { PaymentMethods } from "./payments/methods.ts"
import { Orders } from "./payments/orders.ts"
import { PaymentRecords } from "./payments/payments.ts"
import { Plans } from "./payments/plans.ts"
import { Quotes } from "./payments/quotes.ts"
import { Refunds } from "./payments/refunds.ts"
import { Subscriptions } from "./payments/subscriptions.ts"
import { Carts } from "./shop/carts.ts"
import { Discounts } from "./shop/discounts.ts"
import { FulfillmentRecords } from "./shop/fulfillments.ts"
import { Collections } from "./shop/collections.ts"
import { LocationsOfCompany } from "./shop/locations.ts"
import { Products } from "./shop/products.ts"
import { Returns } from "./shop/returns.ts"
import { ShippingRatesOfCompany } from "./shop/shipping-rates.ts"
import { Variants } from "./shop/variants.ts"
import { Webhooks } from "./webhooks/webhooks.ts"
import { FormAnswers, Forms } from "./website/forms.ts"
import { MediaFiles } from "./website/media.ts"
import { Pages } from "./website/pages.ts"
import { Posts } from "./website/posts.ts"
import { Redirects } from "./website/redirects.ts"
import { Schedules } from "./workflows/schedules.ts"

/** The services that a repository makes: a new one is added here. */
const services = Effect.all([
  Activities, CommissionPayouts, Commissions, CompanyKeys, CompanySettings, CompanyTiers, Contacts, CreditNotes, CustomerEmails, CustomFields, Deals,
  Disputes, Files, Hosts, Invitations, Invoices, Ledger, Members, Orders, Organizations, PaymentLinks, PaymentMethods, PaymentRecords, Pipelines, Plans,
  PublishableKeys, Quotes, Refunds, Segments, Subscriptions, Tasks, Webhooks,
  Carts, Collections, Discounts, FulfillmentRecords, LocationsOfCompany, Products, Returns, ShippingRatesOfCompany, Variants,
  Appointments, BookableServices, CalendarConnections, Resources, StaffMembers, TimeOff, WaitingList,
  FormAnswers, Forms, MediaFiles, Pages, Posts, Redirects,
  CallRecordings, Calls, PhoneNumbers,
  Entries, Synonyms,
  Goals,
  Campaigns, OptOuts, SmsMessages, SmsTemplates, SmsThreads,
  SmsConsents,
  AgentRuns, Agents, ChatMessages, Conversations,
  Dashboards, Reports,
  Schedules
])

/** The tables that have repositories, and how to find their records. */
export const allRecords = Effect.flatMap(services, (all) => Effect.all(all.map(({ records }) => records)))
