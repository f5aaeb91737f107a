import { createServer, ServerResponse } from "node:http"
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import { ServiceConfig } from "#layers/kernel/config"
import { Log } from "#layers/kernel/log"
import { ListeningAt } from "#layers/kernel/installation/site"
import { StartFailure } from "#schemas/kernel/start-failure"
import { BodyTimeout, bodyTimeoutOf, UPLOAD_MS } from "./body-timeout.ts"
import { type EarlyAnswer, EarlyAnswers } from "./early-answer.ts"
import { type RawResponse, rawResponse, toWire } from "./raw-response.ts"
import { methods, operationPaths, unknownMethod } from "./protocol.ts"
import { RefusedQueue } from "./refused-queue.ts"
import type { ApiError } from "./error-response.ts"
import { ServerServices } from "./layer-services.ts"
import { makeShutdown, Shutdown, traffic } from "./shutdown.ts"

const HEADERS_MS = 15_000
/** Longer than the minute after which load balancers commonly drop an idle connection, so that they drop it first. */
const KEEP_ALIVE_MS = 65_000
const CHECK_MS = 5_000
/** Services that a request adds before they are copied. */
const MOST_ADDED = 24

const away: ApiError = { code: "unavailable", message: "The service is starting or stopping; try again soon." }
const notHttp: ApiError = { code: "bad_request", message: "This is not a valid HTTP/1.1 request." }

const byCode: Readonly<Record<string, ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: "request_timeout", message: "The request did not arrive in time." },
  HPE_HEADER_OVERFLOW: {
    code: "headers_too_large",
    message: "The address and the headers of a request may take 16 KiB together."
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: "payload_too_large", message: "The extensions of the body's chunks are too long." }
}

const hasBegunToRespond = (socket: Duplex) =>
  (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true

const allow = { allow: methods.join(", ") }

const alive = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json", connection: "close" })
  response.end(JSON.stringify({ status: "ok", checks: {} }))
}

type Head = OutgoingHttpHeaders | Array<OutgoingHttpHeader>

/** Node writes headers and body in one go only without this check; the lengths are the framework's own, of whole texts. */
const unchecked = { get: () => false, set: () => {}, configurable: true }

/** Once the server begins to stop, its responses ask clients to close their connections. */
const responsesOf = (turns: RefusedQueue, isClosing: () => boolean) => {
  class Response extends ServerResponse {
    override writeHead(status: number, reason?: string | Head, headers?: Head): this {
      if (isClosing()) this.setHeader("connection", "close")
      turns.answered(this.socket, status)
      return typeof reason === "string"
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason ?? headers)
    }
  }
  Object.defineProperty(Response.prototype, "strictContentLength", unchecked)
  return Response
}

/** Where to listen, and the settings that say so. */
interface Place {
  readonly host: string
  readonly port: number
  readonly settings: { readonly host: string; readonly port: string; readonly free: string }
}

const cannotListen = ({ host, port, settings }: Place, { code = "", message }: NodeJS.ErrnoException) => {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: stop what listens there, or set ${settings.port} to another${settings.free}.`,
    EACCES: `Port ${port} is not allowed to this account: set ${settings.port} to 1024 or above.`,
    EADDRNOTAVAIL: `${settings.host} ${host} is not an address of this machine: set it to one that is, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `${settings.host} ${host} is not the name of a machine: set it to an address of this one.`
  }
  return new StartFailure({ message: reasons[code] ?? `Cannot listen on port ${port} of ${host}: ${message}.` })
}

export const listen = (server: Server, place: Place) =>
  Effect.callback<NetAddress.SocketAddress, StartFailure>((resume) => {
    const { host, port } = place
    const failed = (error: Error) => resume(Effect.fail(cannotListen(place, error)))
    server.once("error", failed)
    server.listen({ host, port }, () => {
      server.off("error", failed)
      const { address, port } = server.address() as AddressInfo
      resume(Effect.orDie(Effect.fromResult(NetAddress.inetAddressFromIpString(address, port))))
    })
  })

/**
 * Node's server. It listens from the beginning, so that a port in use is known before anything is done; while no
 * application is attached, at the start and at the end, it responds by itself. At the end it first waits for balancers and clients to
 * go elsewhere, at most half of `shutdownGrace`; requests in flight get all of it, then what is still connected is cut off.
 */
export class Listener extends Context.Service<Listener, {
  readonly address: NetAddress.SocketAddress
  readonly attach: (application: RequestListener) => Effect.Effect<void, never, Scope.Scope>
}>()("src/http/Listener") {
  static readonly layer = Layer.effectContext(Effect.gen(function*() {
    const { host, port, publicRateLimit, shutdownGrace } = yield* ServiceConfig
    const log = yield* Log
    let application: RequestListener | undefined
    const early: { answer: EarlyAnswer | undefined } = { answer: undefined }
    const shutdown = makeShutdown()

    const recorded = (answer: RawResponse, method: string | undefined) => {
      log.info({ request_id: answer.id, method, route: "", status: answer.status, duration_ms: 0 }, "request")
      return answer
    }
    const refuse = (request: IncomingMessage, response: ServerResponse, error: ApiError, more?: Readonly<Record<string, string>>) => {
      const { body, headers, status } = recorded(rawResponse(error, publicRateLimit, more), request.method)
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body)
    }
    const refuseSocket = (socket: Duplex, error: ApiError, more?: Readonly<Record<string, string>>) => {
      if (socket.writable && !hasBegunToRespond(socket)) socket.end(toWire(recorded(rawResponse(error, publicRateLimit, more), undefined)))
      else socket.destroy()
    }

    const turns = new RefusedQueue()
    const server: Server = createServer({
      ServerResponse: responsesOf(turns, () => clients.isStopping()),
      headersTimeout: HEADERS_MS,
      requestTimeout: UPLOAD_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Both are refused here, with the error envelope of the API.
      requireHostHeader: false,
      shouldUpgradeCallback: () => false
    })
    const clients = traffic(server)
    server.on("request", (request, response) => clients.take(request, () => turns.take(request.socket, () => {
      if (application === undefined) {
        return request.url === operationPaths.live ? alive(response) : refuse(request, response, away, { "retry-after": "1" })
      }
      if (early.answer?.(request, response) !== true) application(request, response)
    })))
    // A request with an unknown Expect header is handled like any other.
    server.on("checkExpectation", (request, response) => server.emit("request", request, response))
    server.on("connect", (_, socket) => refuseSocket(socket, unknownMethod, allow))
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      if (error.code === "ECONNRESET") socket.destroy()
      else refuseSocket(socket, byCode[error.code ?? ""] ?? notHttp)
    })

    const address = yield* listen(server, { host, port, settings: { host: "HOST", port: "PORT", free: " (0 takes any free one)" } })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
    )
    const { address: listening, port: open } = server.address() as AddressInfo
    return Context.make(ListeningAt, { address: listening, port: open }).pipe(Context.add(Listener, {
      address,
      attach: (next) =>
        Effect.acquireRelease(
          Effect.sync(() => void (application = next)),
          () =>
            shutdown.begin.pipe(
              Effect.andThen(clients.stop(shutdownGrace)),
              Effect.andThen(Effect.sync(() => void (application = undefined)))
            )
        )
    }), Context.add(Shutdown, shutdown), Context.add(BodyTimeout, bodyTimeoutOf(server)), Context.add(EarlyAnswers, early))
  }))
}

/** What a request adds to the services lies over them: else all of them would be copied for each request. */
const layered = ({ mapUnsafe }: Context.Context<never>): Context.Context<never> => {
  const all = new Map(mapUnsafe)
  return Context.makeUnsafe(all.set(ServerServices.key, all), { maxDepth: MOST_ADDED })
}

/** The listener as the server of Effect's HTTP applications. */
export const NodeServer = Layer.effect(HttpServer.HttpServer, Effect.gen(function*() {
  const { address, attach } = yield* Listener
  return HttpServer.make({
    address,
    serve: Effect.fnUntraced(function*(application, middleware) {
      // Closed after the listener has let go of it: what is then still running is interrupted.
      const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
      const handler = NodeHttpServer.makeHandler(application, { middleware: middleware as never, scope }) as Effect.Effect<RequestListener>
      yield* attach(yield* Effect.updateContext(handler, layered))
    })
  })
}))
