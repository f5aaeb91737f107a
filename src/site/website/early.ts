import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect, Option } from "effect"
import { LRUCache } from "lru-cache"
import { VisitedCompanies } from "#layers/company/visited"
import { ServiceConfig } from "#layers/kernel/config"
import { domainNameOf, hostNameOf } from "#schemas/kernel/host-name"
import { counted } from "../../http/access-log.ts"
import { addressOf } from "../../http/client-address.ts"
import { clientHostOf } from "../../http/client-host.ts"
import { EarlyAnswers } from "../../http/early-answer.ts"
import { type Encoding, encodingFor } from "../../http/encodings.ts"
import { RateLimit } from "../../http/rate-limit.ts"
import { rateFields, sharedHeaders } from "../../http/response-headers.ts"
import { SITES } from "../../http/site-routing.ts"
import type { Variant } from "./kept.ts"
import { keyOf, type SiteCache } from "./site-cache.ts"

/** What a request with one of these headers is answered, only the whole pipeline knows. */
const involved = new Set([
  "x-request-id", "x-service-agent", "x-service-agent-mode", "x-service-session", "x-service-human-initiator", "if-none-match", "origin", "content-length",
  "transfer-encoding", "content-encoding", "expect", "upgrade"
])

const ROUTE = `${SITES}/:slug/*`
const MOST_NAMES = 50_000
const MOST_ENCODINGS = 200
/** Bytes of answers that are also kept as Node sends them soonest: those that are asked for most. */
const MOST_READY_BYTES = 8 * 1_048_576
/** About what one of them takes besides its body. */
const AROUND = 2_000

/** The headers of a request that matter to a page; nothing where there are others that do, or where a host is named twice. */
const headersOf = ({ rawHeaders }: IncomingMessage) => {
  let host: string | undefined
  let accepted: string | undefined
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]!.toLowerCase()
    if (name === "host") {
      if (host !== undefined) return undefined
      host = rawHeaders[n + 1]!
    } else if (name === "accept-encoding") accepted = accepted === undefined ? rawHeaders[n + 1]! : `${accepted}, ${rawHeaders[n + 1]!}`
    else if (involved.has(name)) return undefined
  }
  return host === undefined ? undefined : { host, accepted }
}

/**
 * Answers what is asked most before the router is asked: pages at companies' own hosts that are kept, whose version is known to hold, of
 * visitors who are counted without waiting. It says and counts what the pipeline does, at a tenth of the cost. The log
 * has no line of it: that would cost as much as the rest.
 */
export const answerEarly = Effect.fnUntraced(function*(cache: SiteCache) {
  const companies = yield* VisitedCompanies
  const { countNow } = yield* RateLimit
  const { siteUrl, trustedProxies } = yield* ServiceConfig
  const shared = yield* sharedHeaders
  const record = yield* counted
  const early = yield* EarlyAnswers
  if (countNow === undefined) return
  const own = Option.getOrUndefined(Option.map(siteUrl, (url) => domainNameOf(new URL(url).hostname)))

  const names = new LRUCache<string, { readonly name: string | undefined }>({ max: MOST_NAMES })
  const nameOf = (host: string): string | undefined => {
    let known = names.get(host)
    if (known === undefined) names.set(host, known = { name: hostNameOf(host) })
    return known.name
  }
  const encodings = new LRUCache<string, Encoding>({ max: MOST_ENCODINGS })
  const encodingOf = (accepted: string): Encoding => {
    let known = encodings.get(accepted)
    if (known === undefined) encodings.set(accepted, known = encodingFor(accepted))
    return known
  }
  /* Node sends the head and a body that is a text in one piece, and anything else in two, which takes twice as long. */
  const ready = new LRUCache<Variant, { readonly head: ReadonlyArray<string>; readonly body: string }>({
    maxSize: MOST_READY_BYTES, sizeCalculation: ({ body }) => body.length + AROUND
  })
  const readyOf = (variant: Variant) => {
    let known = ready.get(variant)
    if (known === undefined) {
      const { bytes, response } = variant
      ready.set(variant, known = {
        head: Object.entries({ ...shared, ...response.headers, "content-length": String(bytes.length) }).flat(), body: bytes.toString("latin1")
      })
    }
    return known
  }

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const began = performance.now()
    const path = request.url!
    if (request.method !== "GET" || path.includes("?")) return false
    const given = headersOf(request)
    if (given === undefined) return false
    const host = trustedProxies === 0 ? nameOf(given.host) : clientHostOf(request, trustedProxies)
    if (host === undefined || host === own) return false
    const company = companies.rememberedHost(host)
    if (company === undefined || company._tag === "Refused") return false
    const { caller } = company
    const kept = cache.known(caller.company_id, keyOf(caller.company_id, "", path))
    if (kept === undefined || kept.status !== 200) return false
    const variant = kept.known(given.accepted === undefined ? "identity" : encodingOf(given.accepted))
    if (variant === undefined) return false
    const rate = countNow(addressOf(request, trustedProxies), caller)
    if (rate === undefined) return false
    const { body, head } = readyOf(variant)
    response.writeHead(200, ["x-request-id", randomUUID(), ...rateFields(rate), ...head])
    response.end(body, "latin1")
    record(ROUTE, began)
    return true
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => void (early.answer = answer)),
    () => Effect.sync(() => void (early.answer = undefined))
  )
})
