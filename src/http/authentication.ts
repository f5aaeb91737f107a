import { Clock, Context, Effect, Layer } from "effect"
import { FindMyWay } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Answer, ApiKeys } from "#layers/api-keys"
import { ServiceConfig } from "#layers/config"
import { RateLimits, type Standing } from "#layers/rate-limits"
import { Api } from "#schemas/api"
import { forbidden } from "#schemas/kernel/admission"
import { catalogOf, type Entry } from "#schemas/kernel/catalog"
import { statusOf } from "#schemas/kernel/errors"
import type { Meaning } from "#schemas/kernel/operation"
import { Caller, requestsPerMinute, type Tier } from "#schemas/kernel/tenancy"
import { addressOf, Exchange, networkOf, type Refused, type Verdict } from "./request-context.ts"
import { Finish } from "./access-log.ts"
import { challenge } from "./response-headers.ts"
import { methods, protocolProblem, unknownMethod } from "./protocol.ts"
import { printed } from "./error-response.ts"
import { movedTo, RequestTarget, requestTarget, routerConfig } from "./request-target.ts"

const stranger: Verdict = { _tag: "Pass", caller: undefined }
const noHeaders = {}
/** Of a redirect that keeps the method and the body (RFC 9110, section 15.4.9). */
export const MOVED = 308
const noKey = { _tag: "Refused", reason: "Send an API key as a bearer token." } as const
const requestId = /^[A-Za-z0-9._-]{1,128}$/

const bearer = (authorization: string | undefined) =>
  authorization !== undefined && authorization.slice(0, 7).toLowerCase() === "bearer " ? authorization.slice(7).trim() : undefined

export const tooMany = ({ limit, retryAfter }: Standing): Refused => ({
  _tag: "No",
  no: { code: "rate_limit_exceeded", message: `No more than ${limit} requests a minute; try again in ${retryAfter} s.` },
  headers: { "retry-after": String(retryAfter) }
})

/** Exchanges opened at the door whose requests went on to the programs. */
const seen: unique symbol = Symbol("exchange")

/** On the request itself: a weak map of all of them would be walked by each garbage collection. */
type Seen = IncomingMessage & { [seen]?: Exchange }

/** A request that comes over no socket; `url` without its host. */
interface Inner {
  readonly source: object
  readonly method: string
  readonly url: string
}

const judgedBy = (caller: Caller["Service"], meaning: Meaning): Verdict => {
  const no = forbidden(caller, meaning)
  return no === undefined ? { _tag: "Pass", caller } : { _tag: "No", no, headers: noHeaders }
}

/** Where a server that asks the door first finds it; a server without one leaves everything to `judge`. */
export const Doorway = Context.Reference<{
  turnsAway: Door["Service"]["turnsAway"] | undefined
  takesLong: ((request: IncomingMessage) => boolean) | undefined
  /** Each answers some requests without the framework, now or later; `false` for any other. */
  readonly takes: Set<(request: IncomingMessage, response: ServerResponse) => boolean>
  readonly leaving: Set<() => void>
}>("src/Doorway", {
  defaultValue: () => ({ turnsAway: undefined, takesLong: undefined, takes: new Set<never>(), leaving: new Set<() => void>() })
})

/**
 * The gates before a program: route, authenticate, rate, scope, tier. They are passed before the framework reads a byte
 * of input. With a key that is remembered and a rate counted in this process nothing has to be waited for, and a no is
 * written straight to the socket: what a stranger can send without end then costs little more than Node itself.
 */
export class Door extends Context.Service<Door, {
  /** The exchange of a request, with its verdict if that needs no waiting; the same one each time it is asked for. */
  readonly open: (request: IncomingMessage) => Exchange
  /** Answers a request that is refused at once; `false` leaves it to `judge` and the programs. */
  readonly turnsAway: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly judge: (exchange: Exchange) => Effect.Effect<Verdict>
  /** Counts a request that asks for no operation, against a company or else the address; a no when there were too many. */
  readonly count: (exchange: Exchange, caller: Caller["Service"] | undefined) => Effect.Effect<Refused | undefined>
  /**
   * Lets in a request that one of our own makes on its way, as the caller it is known to act for, or as a stranger. Scope and
   * tier hold as for anybody; the address and the rate are those of the request it is a part of.
   */
  readonly vouch: (request: Inner, within: Exchange, caller: Caller["Service"] | undefined) => void
}>()("src/Door") {
  static readonly layer = Layer.effect(Door, Effect.gen(function*() {
    const keys = yield* ApiKeys
    const limits = yield* RateLimits
    const finish = yield* Finish
    const clock = yield* Clock.Clock
    const { companyRateLimit, publicRateLimit, trustedProxies } = yield* ServiceConfig
    /* It must read an address as the router does: what it does not recognise, it lets through to be not found. */
    const routes = FindMyWay.make<Entry | undefined>(routerConfig)
    const templates = FindMyWay.make<string>(routerConfig)
    const templateOf = (path: string) => templates.find("GET", path)?.handler
    for (const [path, entries] of Map.groupBy(catalogOf(Api), (entry) => entry.path as FindMyWay.PathInput)) {
      templates.on("GET", path, path)
      for (const entry of entries) routes.on(entry.method, path, entry)
      /* What an address does not answer to is not asked of another whose parameter would take its last word. */
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        if (!entries.some((entry) => entry.method === method)) routes.on(method, path, undefined)
      }
    }
    const limitOf = (tier: Tier) => companyRateLimit > 0 ? companyRateLimit : requestsPerMinute[tier]

    const within = (exchange: Exchange, standing: Standing, verdict: () => Verdict): Verdict => {
      exchange.rate = standing
      return standing.allowed ? verdict() : tooMany(standing)
    }

    /** Whose rate a request counts against. */
    const counterOf = (exchange: Exchange, caller: Caller["Service"] | undefined) =>
      caller === undefined
        ? { key: `address ${networkOf(exchange.address)}`, limit: publicRateLimit }
        : { key: `company ${caller.company_id}`, limit: limitOf(caller.tier) }

    /** The same, and what is said once it is counted. */
    const ticket = (exchange: Exchange, entry: Entry, answer: Answer) => {
      if (answer._tag === "Refused") {
        return {
          ...counterOf(exchange, undefined),
          verdict: (): Verdict =>
            entry.access === "public" ? stranger : { _tag: "No", no: { code: "unauthorized", message: answer.reason }, headers: challenge }
        }
      }
      const { caller } = answer
      exchange.company = caller.company_id
      return { ...counterOf(exchange, caller), verdict: () => judgedBy(caller, entry) }
    }

    const recalled = ({ address, asked }: Exchange): Answer | undefined => {
      if (asked!.entry.access === "public" || asked!.key === undefined) return noKey
      return keys.recall(asked!.key, address, clock.currentTimeMillisUnsafe())
    }


    /** Reads the address; where it is not canonical, the verdict says so. */
    const locate = (exchange: Exchange, method: string, url: string) => {
      const target = requestTarget(url)
      if (!(target instanceof RequestTarget)) {
        exchange.verdict = { _tag: "No", no: { code: "bad_request", message: target.problem }, headers: noHeaders }
        return undefined
      }
      exchange.target = target
      const found = routes.find(method, url)
      const to = found === undefined || target.path.endsWith("/") ? movedTo(target, templateOf) : undefined
      if (to !== undefined) {
        exchange.verdict = { _tag: "Moved", to }
        return undefined
      }
      if (found?.handler !== undefined) exchange.route = found.handler.path
      return found
    }

    const open = (request: IncomingMessage): Exchange => {
      const before = (request as Seen)[seen]
      if (before !== undefined) return before
      const { headers, method = "GET", url = "/" } = request
      const given = headers["x-request-id"]
      const exchange = new Exchange(
        typeof given === "string" && requestId.test(given) ? given : randomUUID(),
        performance.now(),
        addressOf(request, trustedProxies)
      )
      const problem = protocolProblem(request)
      if (problem !== undefined) {
        exchange.verdict = { _tag: "No", no: problem, headers: problem === unknownMethod ? { allow: methods.join(", ") } : noHeaders }
        return exchange
      }
      const found = locate(exchange, method === "HEAD" ? "GET" : method, url)
      const entry = found?.handler
      if (found === undefined || entry === undefined) return exchange
      exchange.asked = { entry, key: bearer(headers.authorization), params: found.params, query: found.searchParams }
      const answer = limits.takeNow === undefined ? undefined : recalled(exchange)
      if (answer !== undefined) {
        const { key, limit, verdict } = ticket(exchange, entry, answer)
        exchange.verdict = within(exchange, limits.takeNow!(key, limit), verdict)
      }
      return exchange
    }

    const judge = Effect.fnUntraced(function*(exchange: Exchange) {
      if (exchange.verdict !== undefined) return exchange.verdict
      if (exchange.asked === undefined) return stranger
      const { entry, key } = exchange.asked
      const answer = recalled(exchange) ?? (yield* keys.lookUp(key!, exchange.address))
      const { key: counter, limit, verdict } = ticket(exchange, entry, answer)
      return within(exchange, yield* limits.take(counter, limit), verdict)
    })

    const count = Effect.fnUntraced(function*(exchange: Exchange, caller: Caller["Service"] | undefined) {
      const { key, limit } = counterOf(exchange, caller)
      exchange.rate = yield* limits.take(key, limit)
      exchange.company = caller?.company_id
      return exchange.rate.allowed ? undefined : tooMany(exchange.rate)
    })

    const vouch: Door["Service"]["vouch"] = ({ method, source, url }, { address, id, rate }, caller) => {
      const exchange = new Exchange(id, performance.now(), address)
      exchange.rate = rate
      exchange.company = caller?.company_id
      const found = locate(exchange, method, url)
      const entry = found?.handler
      if (found !== undefined && entry !== undefined) {
        exchange.asked = { entry, key: undefined, params: found.params, query: found.searchParams }
        exchange.verdict = caller !== undefined
          ? judgedBy(caller, entry)
          : entry.access === "public" ? stranger : { _tag: "No", no: { code: "unauthorized", message: noKey.reason }, headers: challenge }
      }
      const marked: { [seen]?: Exchange } = source
      marked[seen] = exchange
    }

    const turnsAway = (request: IncomingMessage, response: ServerResponse): boolean => {
      const exchange = open(request)
      const { verdict } = exchange
      if (verdict === undefined || verdict._tag === "Pass") {
        const marked: Seen = request
        marked[seen] = exchange
        return false
      }
      const headers = finish.headersOf(exchange, request.headers.origin)
      if (verdict._tag === "Moved") {
        response.writeHead(MOVED, { ...headers, location: verdict.to, "content-length": "0" }).end()
        finish.record(exchange, request, MOVED)
        return true
      }
      const { body, contentType } = printed(verdict.no, exchange.id, request.headers.accept)
      const status = statusOf[verdict.no.code]
      for (const name in verdict.headers) headers[name] = verdict.headers[name]!
      headers["content-type"] = contentType
      headers["content-length"] = String(Buffer.byteLength(body))
      response.writeHead(status, headers)
      response.end(request.method === "HEAD" ? undefined : body)
      finish.record(exchange, request, status)
      return true
    }

    const doorway = yield* Doorway
    doorway.turnsAway = turnsAway
    doorway.takesLong = (request) => (request as Seen)[seen]?.asked?.entry.upload !== undefined
    yield* Effect.addFinalizer(() => Effect.sync(() => void (doorway.turnsAway = doorway.takesLong = undefined)))
    return Door.of({ open, judge, count, turnsAway, vouch })
  }))
}
