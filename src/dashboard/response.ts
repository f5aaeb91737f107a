import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { RequestId } from "#schemas/kernel/errors"
import { page, type Viewer } from "./components/page.ts"
import { failure } from "./components/elements.ts"
import type { Document, Events, File, Page, Redirect } from "./handler.ts"
import { html, printed } from "./html.ts"

/** No scripts, nothing from other origins, and forms to our own origin only. */
const contentPolicy = (images: string) =>
  [
    "default-src 'none'", "style-src 'self'", `img-src ${images}`, "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Of a page with an image in its own text, so that the image has no address. */
export const inlineImages = { "content-security-policy": contentPolicy("'self' data:") }

/**
 * Of a page whose address holds a token: other requests tell no more of it than the origin. With `no-referrer` browsers would send
 * our own forms without an origin, and such a form is refused.
 */
export const originReferrer = { "referrer-policy": "strict-origin" }

/* A stricter referrer policy would take the origin off our own forms too. */
export const security = {
  "content-security-policy": contentPolicy("'self'"),
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY"
}

/** Of a page that shows what changes: it runs our own script, which asks nobody but us. */
const scripted = { "content-security-policy": `${contentPolicy("'self'")}; script-src 'self'; connect-src 'self'` }

export const pageResponse = ({ headers, status = 200, ...frame }: Page, viewer?: Viewer) =>
  HttpServerResponse.text(printed(page({ ...frame, viewer })), {
    status, contentType: "text/html; charset=utf-8", headers: { ...security, ...frame.live !== undefined && scripted, ...headers }
  })

/** Of a page that shows documents of ours within it. */
export const framed = { "content-security-policy": `${contentPolicy("'self'")}; frame-src 'self'` }

/**
 * A document that somebody else's words are in: it runs nothing and reaches nothing but images, whoever opens it.
 */
export const documentResponse = ({ document }: Document) =>
  HttpServerResponse.text(document, {
    contentType: "text/html; charset=utf-8",
    headers: {
      ...security,
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer"
    }
  })

/** Proxies must neither keep it nor wait for more of it. */
export const eventsResponse = ({ events }: Events) =>
  HttpServerResponse.stream(events, { contentType: "text/event-stream", headers: { ...security, "cache-control": "no-store, no-transform", "x-accel-buffering": "no" } })

const pictures = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"])

/** It runs nothing and reaches nothing, whoever opens it, and is what its type says and nothing else. */
export const fileResponse = ({ file, name, type }: File) =>
  HttpServerResponse.uint8Array(file, {
    contentType: type,
    headers: {
      ...security, "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox", "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600", "content-disposition": `${pictures.has(type) ? "inline" : "attachment"}; filename="${name.replaceAll(/[^\w. -]/gu, "")}"`
    }
  })

/** A reload does not send the form again. */
export const redirectResponse = ({ to }: Redirect) =>
  HttpServerResponse.empty({ status: 303, headers: { ...security, location: to } })

/** A page that says why something could not be shown or done. */
export const errorPage = (status: number, title: string, more: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(RequestId, (id): Page => ({
    title,
    status,
    headers,
    content: failure(more, html`<span class="faint">Request <code>${id}</code></span>`)
  }))
