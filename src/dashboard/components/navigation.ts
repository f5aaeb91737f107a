import type { Session } from "#layers/auth/dashboard-sessions"
import { includes, type Tier } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { categories, operationsOf } from "../records/catalogue.ts"
import { titleOf } from "../records/titles.ts"

/* What each page shows first comes of the operation beside it: a company whose tier lacks that has no such page. */
type Link = readonly [name: string, path: string, verb: string]

interface Part {
  /** Stands above its pages. */
  readonly name?: string
  readonly pages: ReadonlyArray<Link>
}

const parts: ReadonlyArray<Part> = [
  { pages: [["Overview", paths.overview, "get_daily_brief"], ["Analytics", paths.dashboards, "list_dashboards"], ["Records", paths.records, "get_daily_brief"]] },
  {
    name: "Customers",
    pages: [["Texts", paths.texts, "list_threads"], ["Chat", paths.chats, "list_conversations"], ["E-mails", paths.emails, "list_emails"]]
  },
  {
    name: "Agents and automation",
    pages: [
      ["Consents", paths.consents, "list_consents"], ["Agents", paths.agents, "list_agents"], ["Receipts", paths.receipts, "list_receipts"],
      ["Runs", paths.runs, "list_workflow_runs"], ["Webhooks", paths.webhooks, "list_webhooks"]
    ]
  },
  { name: "Company", pages: [["Settings", paths.account, "list_sessions"]] }
]

interface Group {
  readonly name: string
  readonly pages: ReadonlyArray<Link>
}

/** Sections of several pages, each with the first of them in the navigation. */
const groups: ReadonlyArray<Group> = [
  {
    name: "Settings",
    pages: [
      ["Your account", paths.account, "list_sessions"], ["Company", paths.company, "get_company_settings"], ["Members", paths.members, "list_members"],
      ["API keys", paths.keys, "list_api_keys"], ["Connected clients", paths.clients, "list_oauth_grants"], ["Audit", paths.audit, "list_audit_events"]
    ]
  },
  { name: "Analytics", pages: [["Dashboards", paths.dashboards, "list_dashboards"], ["Reports", paths.reports, "list_reports"]] },
  {
    name: "Texts",
    pages: [["Conversations", paths.texts, "list_threads"], ["Campaigns", paths.campaigns, "list_campaigns"], ["Calls", paths.calls, "list_calls"]]
  },
  {
    name: "Chat",
    pages: [
      ["Conversations", paths.chats, "list_conversations"], ["Knowledge base", paths.knowledge, "list_kb_entries"],
      ["How it answers", paths.chatSettings, "get_chat_settings"]
    ]
  },
  { name: "Connections", pages: [["Webhooks", paths.webhooks, "list_webhooks"], ["Integrations", paths.integrations, "list_integrations"]] }
]

const groupOf = (section: string | undefined) => groups.find(({ pages }) => pages.some(([, path]) => path === section))

const isOpen = (tier: Tier) => ([, , verb]: Link) => includes(tier, operations.get(verb)!.tierFloor)

const item = (name: string, path: string, current: boolean, more: Node = null): Node => html`
  <li><a href=${path} aria-current=${current ? "page" : undefined}>${name}</a>${more}</li>`

const isRecords = (section: string | undefined) => section === paths.records || section?.startsWith(`${paths.records}/`) === true

const open = new Map<Tier, ReadonlyArray<string>>()

/** The categories of which a tier has any operation. */
const categoriesOf = (tier: Tier): ReadonlyArray<string> => {
  const known = open.get(tier) ?? categories.filter((category) => operationsOf(category).some(({ tierFloor }) => includes(tier, tierFloor)))
  open.set(tier, known)
  return known
}

/** The categories of the records, on the pages of records. */
const recordCategories = (tier: Tier, section: string | undefined): Node =>
  isRecords(section) && html`
    <ul>
      ${categoriesOf(tier).map((category) => item(titleOf(category), `${paths.records}/${category}`, section === `${paths.records}/${category}`))}
    </ul>`

const partOf = ({ name, pages }: Part, tier: Tier, section: string | undefined): Node => {
  const first = groupOf(section)?.pages[0]![1]
  return html`
    ${name !== undefined && html`<p class="part-name">${name}</p>`}
    <ul>
      ${pages.filter(isOpen(tier)).map(([name, path]) =>
        item(name, path, path === section || path === first, path === paths.records && recordCategories(tier, section)))}
    </ul>`
}

/** All sections, beside the page; where the screen is narrow they are folded behind "Menu", which needs no script. */
export const navigation = ({ caller: { tier } }: Session, section: string | undefined): Node => html`
  <details class="menu"><summary>Menu</summary></details>
  <nav aria-label="Sections">${parts.filter(({ pages }) => pages.some(isOpen(tier))).map((part) => partOf(part, tier, section))}</nav>`

/** The pages of a section of several. */
export const tabs = ({ caller: { tier } }: Session, section: string | undefined): Node => {
  const group = groupOf(section)
  return group !== undefined && html`
    <nav class="tabs" aria-label=${group.name}>
      <ul>${group.pages.filter(isOpen(tier)).map(([name, path]) => item(name, path, path === section))}</ul>
    </nav>`
}
