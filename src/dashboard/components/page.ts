import type { VNode } from "preact"
import type { Session } from "#layers/dashboard-sessions"
import { html, type Node } from "../html.ts"
import { places } from "../places.ts"
import { act, type Proof } from "./form.ts"

const sections = [
  ["Overview", places.overview],
  ["Consents", places.consents],
  ["Receipts", places.receipts],
  ["Runs", places.runs],
  ["Webhooks", places.webhooks]
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

const top = ({ section, signedIn }: Frame) => signedIn !== undefined && html`
  <header class="top">
    <p class="whose">
      <strong>${signedIn.session.company.name}</strong>
      ${" "}${signedIn.session.caller.mode === "test" && html`<span class="badge">test</span>`}
    </p>
    <nav aria-label="Sections">
      <ul>
        ${sections.map(([name, path]) => html`
          <li><a href=${path} aria-current=${path === section ? "page" : undefined}>${name}</a></li>`)}
      </ul>
    </nav>
    ${act({ to: places.signOut, proof: signedIn.proof, button: "Sign out" })}
  </header>`

const foot = ({ session: { company, key } }: { readonly session: Session }) => html`
  <footer>
    <p>
      Signed in with the key ${key.label} (<code>${key.prefix}…</code>). Times are in ${company.time_zone.replaceAll("_", " ")}.
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
        ${frame.trail !== undefined && html`<p class="trail"><a href=${frame.trail.to}>${frame.trail.title}</a></p>`}
        <h1>${frame.title}</h1>
        ${frame.content}
      </main>
      ${frame.signedIn !== undefined && foot(frame.signedIn)}
    </body>
  </html>`
