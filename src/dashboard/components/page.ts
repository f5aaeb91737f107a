import type { VNode } from "preact"
import type { Session } from "#layers/auth/dashboard-sessions"
import { SHARED_IN_SHORT } from "#schemas/kernel/modes"
import type { Page } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { postForm, withCsrf } from "./form.ts"
import { withLocale } from "./locale.ts"
import { modeSwitch } from "./mode-switch.ts"
import { navigation, tabs } from "./navigation.ts"

/** Who sees a page: the CSRF token of their forms, and their session once they are signed in. */
export interface Viewer {
  readonly csrf: string
  readonly session?: Session
  /** The address of the page, unless a form was sent to it. */
  readonly here?: string
  /** How many calls wait for them. */
  readonly waiting?: number
}

interface Frame extends Pick<Page, "content" | "forwardTo" | "live" | "section" | "title" | "trail"> {
  readonly viewer?: Viewer | undefined
  /** The address by which the page can be found again. */
  readonly kept?: string | undefined
}

const NOBODY: Viewer = { csrf: "" }

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
    ${navigation(session, section)}
    ${postForm({ to: paths.signOut, button: "Sign out" })}
  </header>`

const footer = ({ caller, company, key, person }: Session): Node => html`
  <footer>
    <p>
      ${person === undefined
        ? html`<span>Signed in with the key ${key.label} (<code>${key.prefix}…</code>).</span>`
        : html`<span>Signed in as ${person.name} (${person.email}), ${caller.person?.role}.</span>`}
      ${caller.mode === "test" && html`<span> ${SHARED_IN_SHORT}</span>`}
      ${" "}Times are in ${company.time_zone.replaceAll("_", " ")}.
    </p>
    <p hidden data-shortcut>Press <kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd> to search everything.</p>
    <p><a href="/docs">Documentation</a> <a href="/tools">Public tools</a></p>
  </footer>`

/** What all pages have in common. */
export const page = (frame: Frame): VNode => {
  const { forwardTo, kept, live, title, trail, viewer: { csrf, session, waiting = 0 } = NOBODY } = frame
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
      ${live !== undefined && html`<script type="module" src=${paths.liveScript}></script>`}
      ${session !== undefined && html`<script type="module" src=${paths.find} data-search=${paths.records} data-session=${session.id} data-here=${kept}></script>`}
    </head>
    <body class=${session === undefined ? "app" : "app beside-menu"}>
      <a class="skip" href="#content">Skip to the content</a>
      ${header(frame)}
      <main id="content" tabindex="-1" data-live=${live}>
        ${session !== undefined && tabs(session, frame.section)}
        ${trail !== undefined && html`<p class="trail"><a href=${trail.to}>${trail.title}</a></p>`}
        <h1>${title}</h1>
        ${frame.content}
      </main>
      ${session !== undefined && footer(session)}
    </body>
  </html>`))
}
