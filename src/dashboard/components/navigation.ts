import type { Session } from "#layers/auth/dashboard-sessions"
import { includes, type Tier } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { categories, operationsOf } from "../records/catalogue.ts"
import { titleOf } from "../records/titles.ts"
import { inWords, type Said, spoken, textIn } from "../words/spoken.ts"

const w = spoken("navigation")

/* What each page shows first comes of the operation beside it: a company whose tier lacks that has no such page. */
type Link = readonly [name: Said, path: string, verb: string]

interface Part {
  /** Stands above its pages. */
  readonly name?: Said
  readonly pages: ReadonlyArray<Link>
}

const parts: ReadonlyArray<Part> = [
  { pages: [[w.overview, paths.overview, "get_daily_brief"], [w.analytics, paths.dashboards, "list_dashboards"], [w.records, paths.records, "get_daily_brief"]] },
  {
    name: w.customers,
    pages: [
      [w.pipeline, paths.pipeline, "list_deals"], [w.calendar, paths.calendar, "list_appointments"], [w.texts, paths.texts, "list_threads"],
      [w.chat, paths.chats, "list_conversations"], [w.emails, paths.emails, "list_emails"]
    ]
  },
  {
    name: w.automation,
    pages: [
      [w.consents, paths.consents, "list_consents"], [w.agents, paths.agents, "list_agents"], [w.receipts, paths.receipts, "list_receipts"],
      [w.runs, paths.runs, "list_workflow_runs"], [w.webhooks, paths.webhooks, "list_webhooks"]
    ]
  },
  { name: w.company, pages: [[w.settings, paths.account, "list_sessions"]] }
]

interface Group {
  readonly name: Said
  readonly pages: ReadonlyArray<Link>
}

/** Sections of several pages, each with the first of them in the navigation. */
const groups: ReadonlyArray<Group> = [
  {
    name: w.settings,
    pages: [
      [w.account, paths.account, "list_sessions"], [w.company, paths.company, "get_company_settings"], [w.members, paths.members, "list_members"],
      [w.keys, paths.keys, "list_api_keys"], [w.clients, paths.clients, "list_oauth_grants"], [w.audit, paths.audit, "list_audit_events"]
    ]
  },
  { name: w.analytics, pages: [[w.dashboards, paths.dashboards, "list_dashboards"], [w.reports, paths.reports, "list_reports"]] },
  {
    name: w.texts,
    pages: [[w.conversations, paths.texts, "list_threads"], [w.campaigns, paths.campaigns, "list_campaigns"], [w.calls, paths.calls, "list_calls"]]
  },
  {
    name: w.chat,
    pages: [
      [w.conversations, paths.chats, "list_conversations"], [w.knowledge, paths.knowledge, "list_kb_entries"],
      [w.chatSettings, paths.chatSettings, "get_chat_settings"]
    ]
  },
  { name: w.connections, pages: [[w.webhooks, paths.webhooks, "list_webhooks"], [w.integrations, paths.integrations, "list_integrations"]] }
]

const groupOf = (section: string | undefined) => groups.find(({ pages }) => pages.some(([, path]) => path === section))

const isOpen = (tier: Tier) => ([, , verb]: Link) => includes(tier, operations.get(verb)!.tierFloor)

const item = (name: Node, path: string, current: boolean, more: Node = null): Node => html`
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

/** All sections, beside the page; where the screen is narrow they are folded behind w.menu, which needs no script. */
export const navigation = ({ caller: { tier } }: Session, section: string | undefined): Node => inWords(({ navigation: words }) => html`
  <details class="menu"><summary>${w.menu}</summary></details>
  <nav aria-label=${words.sections}>${parts.filter(({ pages }) => pages.some(isOpen(tier))).map((part) => partOf(part, tier, section))}</nav>`)

/** The pages of a section of several. */
export const tabs = ({ caller: { tier } }: Session, section: string | undefined): Node => {
  const group = groupOf(section)
  return group !== undefined && inWords((words) => html`
    <nav class="tabs" aria-label=${textIn(words, group.name)}>
      <ul>${group.pages.filter(isOpen(tier)).map(([name, path]) => item(name, path, path === section))}</ul>
    </nav>`)
}
