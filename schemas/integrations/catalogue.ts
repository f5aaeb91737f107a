import { accounting } from "./catalogue/accounting.ts"
import { bothSides, conflict } from "./catalogue/needs.ts"
import { paymentProcessors } from "./catalogue/payment-processors.ts"
import { social } from "./catalogue/social.ts"
import { workspaceSuites } from "./catalogue/workspace-suites.ts"
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
  ...workspaceSuites,
  ...accounting,
  ...paymentProcessors,
  {
    key: "mailchimp", name: "Mailchimp", kind: "mailing", status: "available", authorization: "token",
    needs: [
      { name: "token", required: true, means: "A key of the account, which ends with its data center, like -us21." },
      { name: "account", required: true, means: "The id of the audience, as its settings show it." },
      conflict
    ],
    direction: "both", reads: ["Members of the audience, as contacts"], writes: ["Contacts with an e-mail address, as members that are not subscribed"],
    mapping: [
      { theirs: "email_address", ours: "email" }, { theirs: "merge_fields.FNAME", ours: "first_name" }, { theirs: "merge_fields.LNAME", ours: "last_name" },
      { theirs: "merge_fields.PHONE", ours: "phone" }
    ],
    conflict: bothSides, limits: "200 members a request; one request a contact that changed.",
    left_out: "Subscribing: new members are `transactional`, since only their own consent subscribes anybody. Tags, groups, campaigns, batches, and members who were archived."
  },
  ...social,
  {
    key: "csv_address", name: "CSV at an address", kind: "data", status: "available", authorization: "secret_address",
    needs: [
      { name: "secret_address", required: true, means: "An https address that gives CSV in UTF-8 with a line of names. One under `example` is simulated: two people." },
      { name: "mapping", required: false, means: "Which column each field of a contact is; common names if left out." },
      conflict
    ],
    direction: "in", reads: ["People, as contacts"], writes: [], mapping, conflict: bothSides,
    limits: "50,000 rows and 16 MiB. A row is known again by a column `id`, or else its e-mail address. A file that is as before is not gone through again.",
    left_out: "SFTP, sign-in at the address, and rows that are gone: their contacts stay."
  }
] as const satisfies ReadonlyArray<Declaration>

export type IntegrationKey = typeof catalogue[number]["key"]

export const declarations: ReadonlyMap<string, Declaration> = new Map<string, Declaration>(catalogue.map((one) => [one.key, one]))

/** What is told where nobody says what. */
export const usualEvents = ["appointment.*", "consent.*", "deal.won", "integration.failed", "invoice.paid", "order.paid", "payment.failed"]
