import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Session } from "#layers/auth/dashboard-sessions"
import { RequestId } from "#schemas/kernel/errors"
import { type Proof } from "./components/form.ts"
import { page, type Trail } from "./components/page.ts"
import { failure } from "./components/states.ts"
import { html, type Node, printed } from "./html.ts"

/** What a page has to say. */
export interface Page {
  readonly title: string
  readonly content: Node
  /** The section that it belongs to, by its address. */
  readonly section?: string
  readonly trail?: Trail
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Goes there by itself, at once. */
  readonly onwards?: string
}

/** Another page has the answer. */
export interface Onwards {
  readonly to: string
  /** The browser is to be somebody from here on: the token of the session that was opened for it. */
  readonly entering?: string
  /** The browser is to forget who it is. */
  readonly leaving?: true
  /** What somebody showed who has yet to show a second thing; sealed. */
  readonly halfway?: string
}

export type SignedIn = { readonly session: Session; readonly proof: Proof } | undefined

/** Nothing runs in the pages, nothing comes from elsewhere, and forms go nowhere else. */
const policyWith = (images: string) =>
  [
    "default-src 'none'", "style-src 'self'", `img-src ${images}`, "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Of a page that holds an image itself: no other address may know it. */
export const holdingImage = { "content-security-policy": policyWith("'self' data:") }

/**
 * Of a page whose address holds a token: nobody is told more of it than the origin, our own server included. With
 * `no-referrer` browsers would send our own forms as from nowhere, and a form from nowhere is not believed.
 */
export const untold = { "referrer-policy": "strict-origin" }

/* A stricter referrer policy would take the origin off our own forms too. */
export const security = {
  "content-security-policy": policyWith("'self'"),
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY"
}

export const answered = ({ headers, status = 200, ...frame }: Page, signedIn: SignedIn) =>
  HttpServerResponse.text(printed(page({ ...frame, signedIn })), {
    status, contentType: "text/html; charset=utf-8", headers: { ...security, ...headers }
  })

/** A form was acted upon, and may not be sent again by a reload. */
export const sentOn = ({ to }: Onwards) => HttpServerResponse.empty({ status: 303, headers: { ...security, location: to } })

/** A page that says why something could not be shown or done. */
export const sorry = (status: number, title: string, more: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(RequestId, (id): Page => ({
    title,
    status,
    headers,
    content: failure(more, html`<span class="faint">Request <code>${id}</code></span>`)
  }))
