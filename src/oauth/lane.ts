import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, Effect, Layer } from "effect"
import { Log } from "#layers/log"
import { OAuthClients } from "#layers/oauth/clients"
import { dayEndsIn } from "#layers/referrals/marks"
import { AskedHost, Site } from "#layers/site"
import { Door, Doorway } from "../http/authentication.ts"
import { type Exchange, networkOf } from "../http/request-context.ts"
import { Finish } from "../http/access-log.ts"
import type { RequestTarget } from "../http/request-target.ts"
import { askingNetwork } from "./asking.ts"
import { metadataAt } from "./metadata.ts"
import { oauthPlaces } from "./places.ts"
import { completed } from "./scopes.ts"
import { OAuthServer } from "./server.ts"

/** The addresses of the authorization server and what they answer to. */
const methods: Readonly<Record<string, ReadonlyArray<string>>> = {
  [oauthPlaces.authorize]: ["GET"],
  [oauthPlaces.token]: ["POST"],
  [oauthPlaces.revoke]: ["POST"],
  [oauthPlaces.introspect]: ["POST"],
  [oauthPlaces.register]: ["POST"]
}

const resuming = /^\/oauth\/authorize\/[\w-]{1,64}$/u

/** The template of the address, as the log has it, and what it answers to; nothing for addresses of others. */
const routeOf = (path: string) => {
  const own = methods[path]
  if (own !== undefined) return { route: path, allowed: own }
  if (resuming.test(path)) return { route: `${oauthPlaces.authorize}/:uid`, allowed: ["GET"] }
  return metadataAt(path) === undefined ? undefined : { route: path, allowed: ["GET", "HEAD"] }
}

/** Pages of any origin may ask: nothing here goes by a cookie but the way through the browser itself. */
const anywhere = { "access-control-allow-origin": "*" }

const MOST_REGISTRATION = 16_384

/** Characters of an address that asks for authorization: what it says is kept until a person has decided. */
const MOST_ADDRESS = 8_192

/** What a request for authorization asks for, with the scopes it gets if it names none of ours. */
const withScopes = ({ href, path, query }: RequestTarget): string => {
  if (query.getAll("scope").length > 1) return href
  query.set("scope", completed(query.get("scope") ?? undefined))
  return `${path}?${query}`
}

interface Refusal {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The authorization server's addresses, answered where requests come in: it is a handler of Node's own. It is told the site's
 * origin, whatever proxies stand before it.
 */
export const OAuthLane = Layer.effectDiscard(Effect.gen(function*() {
  const door = yield* Door
  const finish = yield* Finish
  const clients = yield* OAuthClients
  const server = yield* OAuthServer
  const site = yield* Site
  const log = yield* Log

  const write = (response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const text = JSON.stringify(body)
    response.writeHead(status, { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)), ...headers })
    response.end(response.req.method === "HEAD" ? undefined : text)
  }

  const refuse = (response: ServerResponse, { description, error, headers = {}, status }: Refusal) =>
    write(response, status, { error, error_description: description }, { ...anywhere, ...headers })

  const admitted = Effect.fnUntraced(function*({ address }: Exchange, { headers }: IncomingMessage) {
    const length = Number(headers["content-length"] ?? MOST_REGISTRATION + 1)
    if (length > MOST_REGISTRATION) {
      return { status: 413, error: "invalid_client_metadata", description: "A registration takes a body of up to 16 KiB, and tells its length." }
    }
    if (yield* clients.admit(networkOf(address))) return undefined
    return {
      status: 429,
      error: "temporarily_unavailable",
      description: "Too many clients were registered from this address today.",
      headers: { "retry-after": String(yield* dayEndsIn) }
    }
  })

  const handled = Effect.fnUntraced(function*(path: string, exchange: Exchange, request: IncomingMessage, response: ServerResponse) {
    const { allowed } = routeOf(path)!
    const refused = yield* door.count(exchange, undefined)
    for (const [name, value] of Object.entries(finish.headersOf(exchange, request.headers.origin))) response.setHeader(name, value)
    if (refused !== undefined) {
      return refuse(response, { status: 429, error: "temporarily_unavailable", description: refused.no.message, headers: refused.headers })
    }
    const { method = "" } = request
    if (method === "OPTIONS") {
      response.writeHead(204, {
        ...anywhere, allow: [...allowed, "OPTIONS"].join(", "), "access-control-allow-methods": allowed.join(", "),
        "access-control-allow-headers": "Content-Type, Authorization, MCP-Protocol-Version", "access-control-max-age": "3600"
      })
      return void response.end()
    }
    if (!allowed.includes(method)) {
      const list = [...allowed, "OPTIONS"].join(", ")
      return refuse(response, {
        status: 405, error: "invalid_request", description: `This address answers to ${list}.`, headers: { allow: list }
      })
    }
    const origin = yield* Effect.provideService(site.origin, AskedHost, request.headers.host)
    const metadata = metadataAt(path)
    if (metadata !== undefined) return write(response, 200, metadata(origin), { ...anywhere, "cache-control": "public, max-age=300" })
    if (path === oauthPlaces.register) {
      const no = yield* admitted(exchange, request)
      if (no !== undefined) return refuse(response, no)
      response.setHeader("access-control-allow-origin", "*")
    }
    if (path === oauthPlaces.authorize) {
      if (exchange.target.href.length > MOST_ADDRESS) {
        return refuse(response, {
          status: 400, error: "invalid_request", description: "The address of a request for authorization has up to 8,192 characters."
        })
      }
      request.url = withScopes(exchange.target)
    }
    const { host, protocol } = new URL(origin)
    request.headers["x-forwarded-proto"] = protocol.slice(0, -1)
    request.headers["x-forwarded-host"] = host
    const provider = yield* server.at(origin)
    yield* Effect.promise(() => askingNetwork.run(networkOf(exchange.address), () => provider.callback()(request, response)))
  })

  const take = (request: IncomingMessage, response: ServerResponse): boolean => {
    const exchange = door.open(request)
    const { path } = exchange.target
    const found = routeOf(path)
    if (found === undefined) return false
    exchange.route = found.route
    response.once("close", () => finish.record(exchange, request, response.statusCode))
    Effect.runFork(handled(path, exchange, request, response)).addObserver((exit) => {
      if (exit._tag === "Success") return
      log.error({ err: Cause.squash(exit.cause), request_id: exchange.id }, "a request of a tool client failed")
      if (response.headersSent) return void response.destroy()
      refuse(response, { status: 500, error: "server_error", description: "Something went wrong on our side." })
    })
    return true
  }

  const doorway = yield* Doorway
  doorway.takes.add(take)
  yield* Effect.addFinalizer(() => Effect.sync(() => void doorway.takes.delete(take)))
}))
