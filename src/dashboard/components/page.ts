import type { VNode } from "preact"
import type { Session } from "#layers/auth/dashboard-sessions"
import { SHARED_IN_SHORT } from "#schemas/kernel/modes"
import { includes, type Tier } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import type { Page } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { postForm, withCsrf } from "./form.ts"
import { withLocale } from "./locale.ts"
import { modeSwitch } from "./mode-switch.ts"

/* What each page shows first comes of the operation beside it: a company whose tier lacks that has no such page. */
const sections = [
  ["Overview", paths.overview, "get_daily_brief"],
  ["Analytics", paths.dashboards, "list_dashboards"],
  ["Records", paths.records, "get_daily_brief"],
  ["Consents", paths.consents, "list_consents"],
  ["Receipts", paths.receipts, "list_receipts"],
  ["Runs", paths.runs, "list_workflow_runs"],
  ["Agents", paths.agents, "list_agents"],
  ["Webhooks", paths.webhooks, "list_webhooks"],
  ["E-mails", paths.emails, "list_emails"],
  ["Texts", paths.texts, "list_threads"],
  ["Chat", paths.chats, "list_conversations"],
  ["Settings", paths.account, "list_sessions"]
] as const

/** The pages of the settings. */
const settings = [
  ["Your account", paths.account, "list_sessions"],
  ["Company", paths.company, "get_company_settings"],
  ["Members", paths.members, "list_members"],
  ["API keys", paths.keys, "list_api_keys"],
  ["Connected clients", paths.clients, "list_oauth_grants"],
  ["Audit", paths.audit, "list_audit_events"]
] as const

/** The pages about how the company does. */
const analytics = [
  ["Dashboards", paths.dashboards, "list_dashboards"],
  ["Reports", paths.reports, "list_reports"]
] as const

/** The pages about texts and calls. */
const texts = [
  ["Conversations", paths.texts, "list_threads"],
  ["Campaigns", paths.campaigns, "list_campaigns"],
  ["Calls", paths.calls, "list_calls"]
] as const

/** The pages about the chat. */
const chat = [
  ["Conversations", paths.chats, "list_conversations"],
  ["Knowledge base", paths.knowledge, "list_kb_entries"],
  ["How it answers", paths.chatSettings, "get_chat_settings"]
] as const

/** The pages about other systems. */
const connections = [
  ["Webhooks", paths.webhooks, "list_webhooks"],
  ["Integrations", paths.integrations, "list_integrations"]
] as const

/** Sections of several pages, each with the first of them in the navigation. */
const groups = [
  { name: "Settings", pages: settings }, { name: "Analytics", pages: analytics }, { name: "Texts", pages: texts }, { name: "Chat", pages: chat },
  { name: "Connections", pages: connections }
] as const

/** Who sees a page: the CSRF token of their forms, and their session once they are signed in. */
export interface Viewer {
  readonly csrf: string
  readonly session?: Session
  /** The address of the page, unless a form was sent to it. */
  readonly here?: string
  /** How many calls wait for them. */
  readonly waiting?: number
}

interface Frame extends Pick<Page, "content" | "forwardTo" | "section" | "title" | "trail"> {
  readonly viewer?: Viewer | undefined
}

const NOBODY: Viewer = { csrf: "" }

const groupOf = (section: string | undefined) => groups.find(({ pages }) => pages.some(([, path]) => path === section))

/** `current` marks the page itself; of a section that the page is only somewhere in, it is true. */
const navLinks = (all: ReadonlyArray<readonly [name: string, path: string, verb: string]>, tier: Tier, current: (path: string) => boolean): Node => html`
  <ul>
    ${all.filter(([, , verb]) => includes(tier, operations.get(verb)!.tierFloor)).map(([name, path]) => html`<li><a href=${path} aria-current=${current(path) ? "page" : undefined}>${name}</a></li>`)}
  </ul>`

const companyLine = ({ company, person }: Session): Node => html`
  <p class="whose">
    ${person === undefined
      ? html`<strong>${company.name}</strong>`
      : html`<a href=${paths.companies}><strong>${company.name}</strong><span class="unseen"> Change the company</span></a>`}
  </p>`

const header = ({ section, trail, viewer: { here, session } = NOBODY }: Frame): Node => session === undefined
  ? html`<header class="top bare"><p class="whose"><strong>Business Platform</strong></p></header>`
  : html`
  <header class="top">
    ${companyLine(session)}
    ${modeSwitch(session, { ...section !== undefined && { section }, ...trail !== undefined && { trail } }, here)}
    ${postForm({ to: paths.signOut, button: "Sign out" })}
    <nav aria-label="Sections">
      ${navLinks(sections, session.caller.tier, (path) => path === section || path === groupOf(section)?.pages[0][1])}
    </nav>
  </header>`

const tabs = ({ section, viewer: { session } = NOBODY }: Frame): Node => {
  const group = groupOf(section)
  return group !== undefined && session !== undefined && html`
  <nav class="tabs" aria-label=${group.name}>${navLinks(group.pages, session.caller.tier, (path) => path === section)}</nav>`
}

const footer = ({ caller, company, key, person }: Session): Node => html`
  <footer>
    <p>
      ${person === undefined
        ? html`<span>Signed in with the key ${key.label} (<code>${key.prefix}…</code>).</span>`
        : html`<span>Signed in as ${person.name} (${person.email}), ${caller.person?.role}.</span>`}
      ${caller.mode === "test" && html`<span> ${SHARED_IN_SHORT}</span>`}
      ${" "}Times are in ${company.time_zone.replaceAll("_", " ")}.
    </p>
    <p><a href="/docs">Documentation</a> <a href="/tools">Public tools</a></p>
  </footer>`

/** What all pages have in common. */
export const page = (frame: Frame): VNode => {
  const { forwardTo, title, trail, viewer: { csrf, session, waiting = 0 } = NOBODY } = frame
  return withCsrf(csrf, withLocale(session?.company.locale ?? "en", html`
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      ${forwardTo !== undefined && html`<meta http-equiv="refresh" content=${`0; url=${forwardTo}`} />`}
      <title>${waiting > 0 && `(${waiting}) `}${title}${session !== undefined && ` · ${session.company.name}`}</title>
      <link rel="stylesheet" href=${paths.style} />
      <link rel="icon" href=${paths.icon} type="image/svg+xml" />
    </head>
    <body>
      <a class="skip" href="#content">Skip to the content</a>
      ${header(frame)}
      <main id="content" tabindex="-1">
        ${tabs(frame)}
        ${trail !== undefined && html`<p class="trail"><a href=${trail.to}>${trail.title}</a></p>`}
        <h1>${title}</h1>
        ${frame.content}
      </main>
      ${session !== undefined && footer(session)}
    </body>
  </html>`))
}
