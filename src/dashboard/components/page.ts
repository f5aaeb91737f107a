import type { VNode } from "preact"
import type { Session } from "#layers/auth/dashboard-sessions"
import type { Page } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { postForm, withCsrf } from "./form.ts"
import { withLocale } from "./locale.ts"
import { modeSwitch } from "./mode-switch.ts"
import { navigation, tabs } from "./navigation.ts"
import { unmarked } from "../words/declared.ts"
import { inLanguage, type Spoken, spoken, withLanguage } from "../words/spoken.ts"
import { languageSwitch } from "./language-switch.ts"

const w = spoken("frame")
const roleNames = spoken("roleNames")

/** Who sees a page: the CSRF token of their forms, and their session once they are signed in. */
export interface Viewer {
  readonly csrf: string
  readonly session?: Session
  /** The address of the page, unless a form was sent to it. */
  readonly here?: string
  /** How many calls wait for them. */
  readonly waiting?: number
}

interface Frame extends Pick<Page, "content" | "forwardTo" | "live" | "script" | "section" | "title" | "trail"> {
  readonly viewer?: Viewer | undefined
  /** English where nobody chooses. */
  readonly language?: Spoken | undefined
  /** The address by which the page can be found again. */
  readonly kept?: string | undefined
}

const NOBODY: Viewer = { csrf: "" }

const companyLine = ({ company, person }: Session): Node => html`
  <p class="whose">
    ${person === undefined
      ? html`<strong>${company.name}</strong>`
      : html`<a href=${paths.companies}><strong>${company.name}</strong><span class="unseen"> ${w.changeCompany}</span></a>`}
  </p>`

const header = ({ section, trail, viewer: { here, session } = NOBODY }: Frame): Node => session === undefined
  ? html`<header class="top bare"><p class="whose"><strong>${w.publicName}</strong></p></header>`
  : html`
  <header class="top">
    ${companyLine(session)}
    ${modeSwitch(session, { ...section !== undefined && { section }, ...trail !== undefined && { trail } }, here)}
    ${navigation(session, section)}
    ${postForm({ to: paths.signOut, button: w.signOut })}
  </header>`

const aboutSession = ({ caller, company, key, person }: Session): Node => [html`
    <p>
      ${person === undefined
        ? w.signedInWithKey(key.label, key.prefix)
        : w.signedInAs(person.name, person.email, caller.person === undefined ? undefined : roleNames[caller.person.role])}
      ${caller.mode === "test" && html`<span> ${w.shared}</span>`}
      ${" "}${w.timesIn(company.time_zone.replaceAll("_", " "))}
    </p>`, html`
    <p hidden data-shortcut>${w.shortcut()}</p>`]

/** Where the page can be shown again: answers to forms have no address of their own. */
const again = ({ section, trail, viewer }: Frame) => viewer?.here ?? trail?.to ?? section ?? paths.overview

const footer = (frame: Frame): Node => {
  const session = frame.viewer?.session
  const isOffered = frame.language !== undefined && frame.viewer !== undefined
  return (session !== undefined || isOffered) && html`
  <footer>
    ${session !== undefined && aboutSession(session)}
    ${session !== undefined && html`<p><a href="/docs">${w.documentation}</a> <a href="/tools">${w.tools}</a></p>`}
    ${isOffered && languageSwitch(again(frame))}
  </footer>`
}

/** What all pages have in common. */
export const page = (frame: Frame): VNode => {
  const { forwardTo, kept, language = inLanguage("en"), live, script, title, trail, viewer: { csrf, session, waiting = 0 } = NOBODY } = frame
  return withCsrf(csrf, withLanguage(language, withLocale(session?.company.locale ?? language.tag, html`
  <html lang=${language.tag}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      ${forwardTo !== undefined && html`<meta http-equiv="refresh" content=${`0; url=${forwardTo}`} />`}
      <title>${waiting > 0 && `(${waiting}) `}${unmarked(title)}${session !== undefined && ` · ${session.company.name}`}</title>
      <link rel="stylesheet" href=${paths.style} />
      <link rel="icon" href=${paths.icon} type="image/svg+xml" />
      ${live !== undefined && html`<script type="module" src=${paths.liveScript}></script>`}
      ${script !== undefined && html`<script type="module" src=${script}></script>`}
      ${session !== undefined && html`<script type="module" src=${paths.find} data-search=${paths.records} data-session=${session.id} data-here=${kept} data-words=${JSON.stringify(language.words.find)}></script>`}
    </head>
    <body class=${session === undefined ? "app" : "app beside-menu"}>
      <a class="skip" href="#content">${w.skip}</a>
      ${header(frame)}
      <main id="content" tabindex="-1" data-live=${live}>
        ${session !== undefined && tabs(session, frame.section)}
        ${trail !== undefined && html`<p class="trail"><a href=${trail.to}>${trail.title}</a></p>`}
        <h1>${title}</h1>
        ${frame.content}
      </main>
      ${footer(frame)}
    </body>
  </html>`)))
}
