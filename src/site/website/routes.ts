import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RedirectHits } from "#layers/website/redirect-hits"
import { Caller } from "#schemas/kernel/tenancy"
import { isHeld } from "#schemas/kernel/headers"
import { namingQuery } from "#schemas/website/moving/old-address"
import { PREVIEW } from "#workflows/website/preview"
import { showing, type Showing, showingDraft, showingMoved } from "#workflows/website/showing"
import { encodingFor } from "../../http/encodings.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { plainNotFound } from "../../http/site-routing.ts"
import { CompanySite, openSiteRoute } from "../company-site.ts"
import { answerEarly } from "./early.ts"
import { Kept, type Made } from "./kept.ts"
import { type Fresh, keyOf, makeSiteCache, type SiteCache } from "./site-cache.ts"

/** Browsers ask each time whether what they have is still right: it changes within a second of a publication. */
const REVALIDATED = "public, no-cache"
const A_DAY = "public, max-age=86400"

const always = {
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()"
}

const CLOSED = "default-src 'none'; frame-ancestors 'none'"

/** An answer as it is sent. */
export const madeOf = (found: Showing): Made => {
  switch (found._tag) {
    case "Text":
      return {
        status: found.status, type: found.type, body: Buffer.from(found.body), compressible: true,
        headers: { ...found.type.startsWith("text/html") && always, "content-security-policy": found.policy ?? CLOSED, "cache-control": REVALIDATED }
      }
    case "Bytes":
      return { status: 200, type: found.type, body: found.body, compressible: false, headers: { "content-security-policy": CLOSED, "cache-control": A_DAY } }
    case "Redirect":
      return {
        status: found.status, redirect: found.id, type: "text/plain; charset=utf-8", body: new Uint8Array(), compressible: false,
        headers: { location: found.to, "content-security-policy": CLOSED, "cache-control": REVALIDATED }
      }
  }
}

/** What the answer depends on besides the path: which page of the list of posts. */
const pageOf = (path: string, search: string): string => {
  if (search === "" || !(path === "/blog" || path.startsWith("/blog/tags/"))) return ""
  const page = new URLSearchParams(search).get("page")
  return page === null ? "" : `?page=${page.slice(0, 10)}`
}

/** The path below the site, as it was asked for. */
export const pathWithin = (base: string, path: string): string => {
  const rest = base === "" ? path : path.slice(base.length)
  return rest === "" ? "/" : rest
}

const answered = (cache: SiteCache) => Effect.gen(function*() {
  const { base } = yield* CompanySite
  const { company_id } = yield* Caller
  const { target: { path: whole, search } } = yield* CurrentRequest
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const path = pathWithin(base, whole)
  const key = keyOf(company_id, base, `${path}${pageOf(path, search)}`)
  const freshOf = (found: Showing): Effect.Effect<Fresh> =>
    Effect.map(Kept.of(madeOf(found)), (kept) => ({ kept, changes: found._tag === "Text" && found.changesByItself }))
  const make = Effect.gen(function*() {
    const found = yield* showing(base, path, new URLSearchParams(pageOf(path, search)))
    if (found === undefined || found._tag !== "Text" || found.status === 200) return found && (yield* freshOf(found))
    /* There are more addresses with nothing than with something: all of them have the same page. */
    const kept = yield* cache.get(company_id, keyOf(company_id, base, String(found.status)), freshOf(found))
    return kept && { kept, changes: false, shared: true }
  })
  const named = search === "" ? "" : namingQuery(new URLSearchParams(search))
  const moved = named === "" ? undefined
    : yield* cache.get(company_id, `${key}${named}`, Effect.flatMap(showingMoved(base, path, named), (found) => found === undefined ? Effect.undefined : freshOf(found)))
  const kept = moved ?? (yield* cache.get(company_id, key, make))
  if (kept === undefined) return plainNotFound
  if (kept.redirect !== undefined) yield* RedirectHits.use(({ count }) => count(kept.redirect!))
  const encoding = encodingFor(headers["accept-encoding"])
  const known = kept.known(encoding)
  const { etag, response, unchanged } = known ?? (yield* kept.in(encoding))
  if (known === undefined) cache.grown(key)
  return kept.status === 200 && isHeld(etag, headers["if-none-match"]) ? unchanged : response
})

/** A draft is kept nowhere, and found by nobody who was not given its address. */
const drafts = Effect.gen(function*() {
  const { base } = yield* CompanySite
  const { params: { token = "" } } = yield* HttpRouter.RouteContext
  const found = yield* showingDraft(base, token)
  if (found === undefined) return plainNotFound
  const { body, headers, status, type } = madeOf(found)
  return HttpServerResponse.uint8Array(body, {
    status, contentType: type, headers: { ...headers, "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }
  })
})

/** The pages of companies' sites: everything below them that no other category shows. */
export const WebsitePages = Layer.unwrap(Effect.gen(function*() {
  const cache = yield* makeSiteCache
  yield* answerEarly(cache)
  return Layer.mergeAll(openSiteRoute("GET", `${PREVIEW}/:token`, drafts), openSiteRoute("GET", "/*", answered(cache)))
}))

