/**
 * What live and test keys share, by the names of its records: what one of them changes, both see changed. A test compares this with the
 * records that there are.
 */
export const sharedRecords = {
  contact: "contacts", organization: "companies", deal: "deals", pipeline: "pipelines", task: "tasks", activity: "activities", file: "files",
  segment: "segments", custom_field: "custom fields",
  product: "products", variant: "variants", collection: "collections", discount: "discounts", location: "locations", shipping_rate: "shipping rates",
  tax_rate: "tax rates",
  page: "pages", post: "posts", media: "media", form: "forms", redirect: "redirects", host: "hosts",
  staff_member: "staff", resource: "resources", service: "services", time_off: "time off", calendar_connection: "calendar connections",
  kb_entry: "the knowledge base", kb_synonym: "its synonyms",
  agent: "agents", sms_template: "text templates",
  dashboard: "dashboards", report: "reports", visit_goal: "goals",
  member: "members", invitation: "invitations", api_key: "API keys", publishable_key: "publishable keys", company_settings: "the company's settings",
  company_tier: "its tier"
} as const

/** What is apart: a test key neither sees nor changes those of live keys. */
export const recordsApart = {
  order: "orders", cart: "carts", fulfillment: "fulfillments", return: "returns", stock_movement: "stock",
  payment: "payments", refund: "refunds", dispute: "disputes", payment_method: "payment methods", payment_link: "payment links",
  invoice: "invoices", credit_note: "credit notes", quote: "quotes", plan: "plans", subscription: "subscriptions",
  commission: "commissions", commission_rule: "commission rules", commission_payout: "commission payouts", ledger_entry: "the ledger",
  appointment: "appointments", waiting_list_entry: "the waiting list",
  email: "e-mails", message: "texts", thread: "their conversations", campaign: "campaigns", opt_out: "opt-outs", sms_consent: "consents to texts",
  call: "calls", call_recording: "recordings", phone_number: "phone numbers",
  conversation: "chats", chat_message: "their messages", agent_run: "runs of agents",
  form_answer: "answers to forms", workflow_schedule: "schedules", webhook: "webhooks", alert: "alerts"
} as const

const listed = (records: Readonly<Record<string, string>>) => new Intl.ListFormat("en-GB").format(Object.values(records))

/** The same in short. */
export const SHARED_IN_SHORT = "Contacts, deals, products, pages and the like are the real ones in test mode too."

/** For whoever uses a test key, in a sentence each. */
export const SHARED_IN_WORDS = `Live and test keys share ${listed(sharedRecords)}: with a test key too, these are your real records.`
export const APART_IN_WORDS = `Apart are ${listed(recordsApart)}: a test key has its own, moves no money and sends nothing.`
