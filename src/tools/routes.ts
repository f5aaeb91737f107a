import { isUtf8 } from "node:buffer"
import { Cause, Effect, Layer, type Scope } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { ContentVersion } from "#layers/content/content-version"
import type { ContentStore } from "#layers/content/content-store"
import type { RateLimitState } from "#layers/kernel/limits/rate-limits"
import type { Site } from "#layers/kernel/installation/site"
import { isHeld } from "#schemas/kernel/headers"
import { ToolRefusal } from "#schemas/tools/refusal"
import { layerServices } from "../http/layer-services.ts"
import { RateLimit } from "../http/rate-limit.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { toResponse } from "../mcp/response.ts"
import type { McpRequest } from "../mcp/mcp.ts"
import { isMcp } from "../mcp/message.ts"
import { broken, ToolDispatcher } from "./dispatcher.ts"
import { preparing } from "./encodings.ts"
import { type Answered, answerRequest, refused, unreadable } from "./language.ts"
import { MoreTools, publicProfile } from "./mcp.ts"
import { makeResponseCache } from "./response-cache.ts"
import { serverInfo } from "./server-info.ts"

export const TOOLS_PATH = "/api/mcp"
const ALLOWED = "GET, HEAD, POST, OPTIONS"

type Response = HttpServerResponse.HttpServerResponse
type Services = ToolDispatcher | Site | ContentStore

/** Pages of any site may call: no credential is sent, and no response is for one caller only. */
const open = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
}

const preflight = {
  ...open,
  allow: ALLOWED,
  "access-control-allow-methods": ALLOWED,
  "access-control-allow-headers": [
    "Content-Type", "Accept", "Authorization", "X-Request-Id", "X-Service-Agent", "X-Service-Agent-Mode",
    "X-Service-Human-Initiator", "X-Service-Session", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id",
    "Last-Event-ID"
  ].join(", "),
  "access-control-max-age": "86400"
}

const jsonOf = ({ body, headers, status }: Answered): Response =>
  HttpServerResponse.text(body, { status, contentType: "application/json", headers: { ...open, ...headers } })

const tooMany = ({ limit, retryAfter }: RateLimitState) =>
  refused(new ToolRefusal({
    code: "rate_limit.exceeded",
    message: `No more than ${limit} requests a minute from one address.`,
    hint: `Wait ${retryAfter} s and send the same again.`,
    retryAfter
  }))

const isTooLarge = (error: HttpServerError.HttpServerError) =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

/** The public tool endpoint: our own tool protocol and the Model Context Protocol at one address, without credentials. */
export const ToolRoutes = Layer.unwrap(Effect.gen(function*() {
  const { count } = yield* RateLimit
  const version = yield* ContentVersion
  const cache = makeResponseCache(version)
  const more = yield* MoreTools
  const withServices = layerServices(yield* Effect.context<ToolDispatcher>())
  /* Loaded with the first request in this protocol: its library and the schemas of results are large, and would delay every start. */
  const mcp = yield* Effect.promise(() => import("../mcp/mcp.ts")).pipe(
    Effect.flatMap(({ mcpOf }) => mcpOf(publicProfile(more))),
    Effect.provideContext(yield* Effect.context<ServiceConfig | Scope.Scope>()),
    Effect.uninterruptible,
    Effect.cached
  )
  const info = preparing(JSON.stringify(serverInfo), { ...open, "cache-control": "public, max-age=60" })

  const speakMcp = (method: McpRequest["method"], { headers }: HttpServerRequest.HttpServerRequest, body: unknown) =>
    mcp.pipe(
      Effect.flatMap(({ answer }) => answer({ method, headers, body })),
      Effect.map((answer) => {
        const response = toResponse(answer)
        return HttpServerResponse.setHeaders(response, { ...open, ...response.headers })
      })
    )

  const show = (request: HttpServerRequest.HttpServerRequest) => {
    const { headers } = request
    if (headers["accept"]?.includes("text/event-stream") === true) return speakMcp("GET", request, undefined)
    const response = info(headers["accept-encoding"])
    if (!isHeld(response.headers["etag"]!, headers["if-none-match"])) return Effect.succeed(response)
    const { "content-length": _, "content-type": __, "content-encoding": ___, ...known } = response.headers
    return Effect.succeed(HttpServerResponse.empty({ status: 304, headers: known }))
  }

  const received = (request: HttpServerRequest.HttpServerRequest, bytes: Uint8Array): Effect.Effect<Response, never, Services | Scope.Scope> => {
    if (!isUtf8(bytes)) return Effect.map(unreadable("The body is not UTF-8."), jsonOf)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
    const question = `${request.headers["host"] ?? ""} ${text}`
    const known = cache.get(question)
    if (known !== undefined) return Effect.succeed(known)
    let asked: unknown
    try {
      asked = JSON.parse(text)
    } catch {
      return request.headers["mcp-protocol-version"] === undefined
        ? Effect.map(unreadable("The body is not valid JSON."), jsonOf)
        : speakMcp("POST", request, undefined)
    }
    if (isMcp(asked)) return speakMcp("POST", request, asked)
    const before = version.current()
    return Effect.map(answerRequest(asked), (answer) => {
      const response = jsonOf(answer)
      if (answer.lasting) cache.set(question, { response, length: answer.body.length }, before)
      return response
    })
  }

  const post = (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(request.arrayBuffer, (buffer) => received(request, new Uint8Array(buffer))).pipe(
      Effect.catchTag("HttpServerError", (error) =>
        isTooLarge(error) ? Effect.map(unreadable("The body is larger than 1 MiB.", 413), jsonOf) : Effect.fail(error))
    )

  const serve = (request: HttpServerRequest.HttpServerRequest) => {
    switch (request.method) {
      case "GET":
      case "HEAD":
        return show(request)
      case "POST":
        return post(request)
      case "DELETE":
        return speakMcp("DELETE", request, undefined)
      case "OPTIONS":
        return Effect.succeed(HttpServerResponse.empty({ status: 204, headers: preflight }))
      default:
        return Effect.map(unreadable(`This address answers to ${ALLOWED}.`, 405), (answer) => jsonOf({ ...answer, headers: { allow: ALLOWED } }))
    }
  }

  const handle = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const context = yield* CurrentRequest
    const exceeded = yield* count(context, undefined)
    return exceeded === undefined ? yield* serve(request) : jsonOf(yield* tooMany(context.rate!))
  }, Effect.catchCause((cause) => {
    const error = Cause.squash(cause)
    return Cause.hasInterruptsOnly(cause) || HttpServerError.isHttpServerError(error)
      ? Effect.failCause(cause)
      : Effect.andThen(Effect.logError("the tool endpoint failed", cause), Effect.map(refused(broken), jsonOf))
  }), withServices)

  return HttpRouter.add("*", TOOLS_PATH, handle)
}))
