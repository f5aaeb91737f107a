import type { Declaration, Need } from "./declaration.ts"

const events: Need = {
  name: "events", required: false,
  means: "Which events are told: kinds as in list_event_kinds, exact, by group or all; sales, payments, bookings and consents if left out."
}

const mapping = [
  { theirs: "first_name, given_name, name", ours: "first_name" },
  { theirs: "last_name, family_name, surname", ours: "last_name" },
  { theirs: "email, email_address", ours: "email" },
  { theirs: "phone, phone_number, mobile", ours: "phone" },
  { theirs: "company, company_name, organization", ours: "company_name" },
  { theirs: "notes, message, comment", ours: "notes" }
]

const planned = {
  status: "planned", authorization: "oauth2", needs: [], direction: "in", reads: [], writes: [], mapping: [], conflict: null, limits: "It is not built.",
  left_out: "All of it: it cannot be connected yet."
} as const

/** Every integration that there is, or is to be. What is available has a module that speaks its protocol. */
export const catalogue = [
  {
    key: "slack", name: "Slack", kind: "team_chat", status: "available", authorization: "secret_address",
    needs: [
      { name: "secret_address", required: true, means: "The address of an incoming webhook of a Slack app, which posts to one channel: https://hooks.slack.com/services/..." },
      events
    ],
    direction: "out", reads: [], writes: ["Events as messages in a channel"], mapping: [], conflict: null,
    limits: "About one message a second, as Slack allows: where it asks for patience, it is waited for as long as it says. A message may come twice after a crash.",
    left_out: "Messages with buttons, threads, and whatever is written in Slack: nothing is read."
  },
  {
    key: "discord", name: "Discord", kind: "team_chat", status: "available", authorization: "secret_address",
    needs: [
      { name: "secret_address", required: true, means: "The address of a webhook of a Discord channel: https://discord.com/api/webhooks/..." },
      events
    ],
    direction: "out", reads: [], writes: ["Events as messages in a channel"], mapping: [], conflict: null,
    limits: "Five messages in two seconds, as Discord allows: where it asks for patience, it is waited for as long as it says. A message may come twice after a crash.",
    left_out: "Embeds, threads, and whatever is written in Discord: nothing is read."
  },
  {
    key: "inbound_webhook", name: "Inbound webhook", kind: "data", status: "available", authorization: "own_address",
    needs: [
      { name: "mapping", required: false, means: "Where in the JSON the fields of a contact are, such as {\"email\": \"form.email\"}; common names if left out." }
    ],
    direction: "in", reads: ["People, as contacts"], writes: [], mapping,
    conflict: "What is there stays: a contact is found by its e-mail address, and only its empty fields are filled.",
    limits: "JSON or a form of up to 1 MiB, one person a request. The address is the secret: whoever has it can add contacts.",
    left_out: "Signatures of senders are not checked, as each has its own: the address is long and cannot be guessed. Records other than contacts."
  },
  { ...planned, key: "google", name: "Google contacts", kind: "workspace_suite" },
  { ...planned, key: "microsoft", name: "Microsoft 365 contacts", kind: "workspace_suite" },
  { ...planned, key: "quickbooks", name: "QuickBooks Online", kind: "accounting", direction: "out" },
  { ...planned, key: "xero", name: "Xero", kind: "accounting", direction: "out" },
  { ...planned, key: "stripe", name: "Stripe", kind: "payment_processor", authorization: "token" },
  { ...planned, key: "paypal", name: "PayPal", kind: "payment_processor", authorization: "token" },
  { ...planned, key: "mailchimp", name: "Mailchimp", kind: "mailing", authorization: "token", direction: "both" },
  { ...planned, key: "meta_leads", name: "Meta lead forms", kind: "social", authorization: "token" },
  { ...planned, key: "linkedin_leads", name: "LinkedIn lead forms", kind: "social" },
  { ...planned, key: "csv_address", name: "CSV at an address", kind: "data", authorization: "secret_address" }
] as const satisfies ReadonlyArray<Declaration>

export type IntegrationKey = typeof catalogue[number]["key"]

export const declarations: ReadonlyMap<string, Declaration> = new Map<string, Declaration>(catalogue.map((one) => [one.key, one]))

/** What is told where nobody says what. */
export const usualEvents = ["appointment.*", "consent.*", "deal.won", "integration.failed", "invoice.paid", "order.paid", "payment.failed"]
