import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { RequestId } from "#schemas/kernel/errors"
import { page, type Viewer } from "./components/page.ts"
import { failure } from "./components/elements.ts"
import type { Document, Events, File, Page, Redirect } from "./handler.ts"
import { type Node, printed } from "./html.ts"
import { spoken, type Spoken, type Text } from "./words/spoken.ts"

const e = spoken("errors")

/** No scripts but what a page adds, nothing from other origins, and forms to our own origin only. */
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

/** What tells of something that was done or refused, the plainest first. */
const told = ["<div class=\"failure\" role=\"alert\">", "<p class=\"notice\" role=\"status\">", "<h1>"]

/** A page that answers a form begins where it tells what came of it, so that nobody who works by keyboard has to look for that. */
const answering = (text: string): string => {
  const first = text.includes(" autofocus") ? undefined : told.find((one) => text.includes(one))
  return first === undefined ? text : text.replace(first, `${first.slice(0, -1)} tabindex="-1" autofocus>`)
}

const isAnswer = ({ here, session }: Viewer) => session !== undefined && (here === undefined || /[?&]done=/u.test(here))

/** Pages of somebody who is signed in run scripts of ours; those of a page that shows what changes ask us for it, and nobody else. */
const policyOf = (policy: string, { live }: Page, viewer: Viewer | undefined) =>
  viewer?.session === undefined ? policy : `${policy}; script-src 'self'${live === undefined ? "" : "; connect-src 'self'"}`

export const pageResponse = (shown: Page, viewer?: Viewer, language?: Spoken) => {
  const { headers, status = 200, ...frame } = shown
  const text = printed(page({ ...frame, viewer, language, ...status === 200 && { kept: viewer?.here } }))
  const all = { ...security, ...headers }
  return HttpServerResponse.text(viewer !== undefined && isAnswer(viewer) ? answering(text) : text, {
    status, contentType: "text/html; charset=utf-8",
    headers: { ...all, "content-security-policy": policyOf(all["content-security-policy"], shown, viewer) }
  })
}

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

/** It runs nothing and reaches nothing, whoever opens it, and is what its type says and nothing else; no page can take it for a script. */
export const fileResponse = ({ file, name, type }: File) =>
  HttpServerResponse.uint8Array(file, {
    contentType: /(?:java|ecma)script/iu.test(type) ? "application/octet-stream" : type,
    headers: {
      ...security, "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox", "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600", "content-disposition": `${pictures.has(type) ? "inline" : "attachment"}; filename="${name.replaceAll(/[^\w. -]/gu, "")}"`
    }
  })

/** A reload does not send the form again. */
export const redirectResponse = ({ to }: Redirect) =>
  HttpServerResponse.empty({ status: 303, headers: { ...security, location: to } })

/** A page that says why something could not be shown or done. */
export const errorPage = (status: number, title: Text, more: Node, headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(RequestId, (id): Page => ({
    title,
    status,
    headers,
    content: failure(more, e.request(id))
  }))
