import type { VNode } from "preact"
import type { Session } from "#layers/auth/dashboard-sessions"
import { html, type Node } from "../html.ts"
import { places } from "../paths.ts"
import { badge } from "./badge.ts"
import { act, type Proof } from "./form.ts"

const sections = [
  ["Overview", places.overview],
  ["Consents", places.consents],
  ["Receipts", places.receipts],
  ["Runs", places.runs],
  ["Webhooks", places.webhooks],
  ["Settings", places.account]
] as const

/** What belongs to the settings. */
const settings = [
  ["Your account", places.account],
  ["Members", places.members],
  ["API keys", places.keys],
  ["Connected clients", places.clients],
  ["Audit", places.audit]
] as const

/** The way up. */
export interface Trail {
  readonly title: string
  readonly to: string
}

interface Frame {
  readonly title: string
  readonly content: Node
  /** The section that the page belongs to, by its address. */
  readonly section?: string | undefined
  /** What it is one of. */
  readonly trail?: Trail | undefined
  /** Goes there by itself, at once. */
  readonly onwards?: string | undefined
  readonly signedIn?: { readonly session: Session; readonly proof: Proof } | undefined
}

const isSetting = (section: string | undefined) => settings.some(([, path]) => path === section)

/** `current` marks the page itself; of a section that the page is only somewhere in, it is true. */
const ways = (all: ReadonlyArray<readonly [name: string, path: string]>, current: (path: string) => boolean): Node => html`
  <ul>
    ${all.map(([name, path]) => html`<li><a href=${path} aria-current=${current(path) ? "page" : undefined}>${name}</a></li>`)}
  </ul>`

const whose = ({ caller, company, person }: Session): Node => html`
  <p class="whose">
    ${person === undefined
      ? html`<strong>${company.name}</strong>`
      : html`<a href=${places.companies}><strong>${company.name}</strong><span class="unseen"> Change the company or the mode</span></a>`}
    ${" "}${caller.mode === "test" && badge("test", "wait")}
  </p>`

const top = ({ section, signedIn }: Frame): Node => signedIn === undefined
  ? html`<header class="top bare"><p class="whose"><strong>Business Platform</strong></p></header>`
  : html`
  <header class="top">
    ${whose(signedIn.session)}
    <nav aria-label="Sections">
      ${ways(sections, (path) => path === section || (path === places.account && isSetting(section)))}
    </nav>
    ${act({ to: places.signOut, proof: signedIn.proof, button: "Sign out" })}
  </header>`

const tabs = (section: string | undefined): Node => isSetting(section) && html`
  <nav class="tabs" aria-label="Settings">${ways(settings, (path) => path === section)}</nav>`

const foot = ({ session: { caller, company, key, person } }: { readonly session: Session }) => html`
  <footer>
    <p>
      ${person === undefined
        ? html`<span>Signed in with the key ${key.label} (<code>${key.prefix}…</code>).</span>`
        : html`<span>Signed in as ${person.name} (${person.email}), ${caller.person?.role}.</span>`}
      ${" "}Times are in ${company.time_zone.replaceAll("_", " ")}.
    </p>
  </footer>`

/** What all pages have in common. */
export const page = (frame: Frame): VNode => html`
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      ${frame.onwards !== undefined && html`<meta http-equiv="refresh" content=${`0; url=${frame.onwards}`} />`}
      <title>${frame.title}${frame.signedIn !== undefined && ` · ${frame.signedIn.session.company.name}`}</title>
      <link rel="stylesheet" href=${places.style} />
      <link rel="icon" href=${places.icon} type="image/svg+xml" />
    </head>
    <body>
      <a class="skip" href="#content">Skip to the content</a>
      ${top(frame)}
      <main id="content" tabindex="-1">
        ${tabs(frame.section)}
        ${frame.trail !== undefined && html`<p class="trail"><a href=${frame.trail.to}>${frame.trail.title}</a></p>`}
        <h1>${frame.title}</h1>
        ${frame.content}
      </main>
      ${frame.signedIn !== undefined && foot(frame.signedIn)}
    </body>
  </html>`
