import { isUtf8 } from "node:buffer"
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { ServiceConfig } from "#layers/config"
import { Log } from "#layers/log"
import { Editions } from "#layers/pack/editions"
import type { Pack } from "#layers/pack/pack"
import { RateLimits, type Standing } from "#layers/rate-limits"
import { AskedHost, Site } from "#layers/site"
import { isHeld } from "#schemas/kernel/headers"
import { ToolRefusal } from "#schemas/tools/refusal"
import { Door, Doorway } from "../door.ts"
import { CurrentExchange, type Exchange, networkOf } from "../exchange.ts"
import { Finish } from "../finish.ts"
import { writeTo } from "../mcp/answer.ts"
import { isMcp, type Asked as AskedOfMcp, mcpOf } from "../mcp/mcp.ts"
import { broken, ToolDesk } from "./desk.ts"
import { type Answered, answerRequest, errorOf, refused, unreadable } from "./language.ts"
import { publicProfile } from "./mcp.ts"
import { Remembered } from "./remembered.ts"
import { serverInfo } from "./server-info.ts"

export const TOOLS_PATH = "/api/mcp"
const MOST_BYTES = 1_048_576
const ALLOWED = "GET, HEAD, POST, OPTIONS"

const accepted = [
  "Content-Type", "Accept", "Authorization", "X-Request-Id", "X-Service-Agent", "X-Service-Agent-Mode", "X-Service-Human-Initiator",
  "X-Service-Session", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id", "Last-Event-ID"
].join(", ")

/** Anybody's page may ask: no credential travels, and nothing here is one caller's. */
const open = { "access-control-allow-origin": "*", "access-control-expose-headers": "X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset" }

const preflight = {
  ...open,
  allow: ALLOWED,
  "access-control-allow-methods": ALLOWED,
  "access-control-allow-headers": accepted,
  "access-control-max-age": "86400"
}

/* A text goes out with the headers in one write; bytes would go beside them. */
const info = JSON.stringify(serverInfo)
const infoTag = `"${createHash("sha256").update(info).digest("base64url").slice(0, 22)}"`

const at = (url: string | undefined) => url === TOOLS_PATH || (url?.startsWith(TOOLS_PATH) === true && url[TOOLS_PATH.length] === "?")

const read = (request: IncomingMessage, done: (body: Buffer | undefined) => void): void => {
  const parts: Array<Buffer> = []
  let length = 0
  request.on("data", (part: Buffer) => {
    length += part.length
    if (length <= MOST_BYTES) parts.push(part)
  })
  request.on("end", () => done(length > MOST_BYTES ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts)))
}

/**
 * The public tool endpoint, answered where requests come in: most answers are known beforehand or follow from memory, and then
 * the way through the framework would be most of their cost.
 */
export const ToolLane = Layer.effectDiscard(Effect.gen(function*() {
  const door = yield* Door
  const finish = yield* Finish
  const log = yield* Log
  const limits = yield* RateLimits
  const editions = yield* Editions
  const { publicRateLimit } = yield* ServiceConfig
  const services = yield* Effect.context<ToolDesk | Site | Pack>()
  const remembered = Remembered.make(editions)
  const mcp = yield* mcpOf(publicProfile)

  const headersOf = (exchange: Exchange) => Object.assign(finish.headersOf(exchange, undefined), open)

  const write = (
    exchange: Exchange, request: IncomingMessage, response: ServerResponse,
    status: number, headers: Readonly<Record<string, string>>, body: string | undefined
  ) => {
    const all = headersOf(exchange)
    for (const name in headers) all[name] = headers[name]!
    if (body !== undefined) {
      all["content-type"] = "application/json"
      all["content-length"] = String(Buffer.byteLength(body))
    }
    response.writeHead(status, all)
    response.end(request.method === "HEAD" ? undefined : body)
    finish.record(exchange, request, status)
  }

  const said = (exchange: Exchange, request: IncomingMessage, response: ServerResponse, answer: Answered, headers: Readonly<Record<string, string>> = {}) =>
    write(exchange, request, response, answer.status, headers, answer.body)

  /** Runs to the end at once where nothing has to be waited for. */
  const run = (exchange: Exchange, request: IncomingMessage, effect: Effect.Effect<Answered, never, ToolDesk | Site>, done: (answer: Answered) => void) => {
    const context = contextOf(exchange, request)
    const fiber = Effect.runForkWith(context)(effect)
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) return done(exit.value)
      log.error({ cause: Cause.pretty(exit.cause), request_id: exchange.id }, "an answer of the tool endpoint failed")
      Effect.runForkWith(context)(refused(broken)).addObserver((last) =>
        Exit.isSuccess(last) ? done(last.value) : request.destroy())
    })
  }

  const contextOf = (exchange: Exchange, { headers }: IncomingMessage) =>
    Context.add(Context.add(services, CurrentExchange, exchange), AskedHost, headers.host)

  /** In the other language. Whoever goes away ends what is made for them. */
  const speak = (exchange: Exchange, request: IncomingMessage, response: ServerResponse, method: AskedOfMcp["method"], body: unknown) => {
    const answered = Effect.scoped(Effect.flatMap(
      mcp.answer({ method, headers: request.headers, body }),
      (answer) => Effect.andThen(writeTo(response, answer, headersOf(exchange)), Effect.sync(() => finish.record(exchange, request, answer.status)))
    ))
    const fiber = Effect.runForkWith(contextOf(exchange, request))(answered)
    response.once("close", () => fiber.interruptUnsafe())
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
      log.error({ cause: Cause.pretty(exit.cause), request_id: exchange.id }, "an answer of the tool endpoint failed")
      response.destroy()
    })
  }

  const tooMany = ({ limit, retryAfter }: Standing) =>
    Effect.map(errorOf(new ToolRefusal({
      code: "rate_limit.exceeded",
      message: `No more than ${limit} requests a minute from one address.`,
      hint: `Wait ${retryAfter} s and send the same again.`
    }), undefined), (error): Answered => ({ status: error.status, body: JSON.stringify({ success: false, error }), lasting: false }))

  const post = (exchange: Exchange, request: IncomingMessage, response: ServerResponse) =>
    read(request, (body) => {
      const say = (effect: Effect.Effect<Answered, never, ToolDesk | Site>) =>
        run(exchange, request, effect, (answer) => said(exchange, request, response, answer))
      if (body === undefined) return say(unreadable("The body is larger than 1 MiB."))
      if (!isUtf8(body)) return say(unreadable("The body is not UTF-8."))
      const text = body.toString("utf8")
      const key = `${request.headers.host ?? ""} ${text}`
      const known = remembered.recall(key)
      if (known !== undefined) return said(exchange, request, response, known)
      let asked: unknown
      try {
        asked = JSON.parse(text)
      } catch {
        return request.headers["mcp-protocol-version"] === undefined
          ? say(unreadable("The body is not valid JSON."))
          : speak(exchange, request, response, "POST", undefined)
      }
      if (isMcp(asked)) return speak(exchange, request, response, "POST", asked)
      const edition = editions.current()
      run(exchange, request, answerRequest(asked), (answer) => {
        remembered.keep(key, answer, edition)
        said(exchange, request, response, answer)
      })
    })

  const serve = (exchange: Exchange, request: IncomingMessage, response: ServerResponse): void => {
    if (!exchange.rate!.allowed) {
      return run(exchange, request, tooMany(exchange.rate!), (answer) =>
        said(exchange, request, response, answer, { "retry-after": String(exchange.rate!.retryAfter) }))
    }
    switch (request.method) {
      case "GET":
      case "HEAD": {
        if (request.headers.accept?.includes("text/event-stream") === true) return speak(exchange, request, response, "GET", undefined)
        const told = { etag: infoTag, "cache-control": "public, max-age=60" }
        return isHeld(infoTag, request.headers["if-none-match"])
          ? write(exchange, request, response, 304, told, undefined)
          : write(exchange, request, response, 200, told, info)
      }
      case "POST":
        return post(exchange, request, response)
      case "DELETE":
        return speak(exchange, request, response, "DELETE", undefined)
      case "OPTIONS":
        return write(exchange, request, response, 204, preflight, undefined)
      default:
        return run(exchange, request, unreadable(`This address answers to ${ALLOWED}.`), (answer) =>
          said(exchange, request, response, { ...answer, status: 405 }, { allow: ALLOWED }))
    }
  }

  const takes = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!at(request.url)) return false
    const exchange = door.open(request)
    exchange.route = TOOLS_PATH
    const counter = `address ${networkOf(exchange.address)}`
    if (limits.takeNow !== undefined) {
      exchange.rate = limits.takeNow(counter, publicRateLimit)
      serve(exchange, request, response)
    } else {
      Effect.runFork(Effect.map(limits.take(counter, publicRateLimit), (standing) => {
        exchange.rate = standing
        serve(exchange, request, response)
      }))
    }
    return true
  }
  const doorway = yield* Doorway
  doorway.takes = takes
  yield* Effect.addFinalizer(() => Effect.sync(() => void (doorway.takes = undefined)))
}))
