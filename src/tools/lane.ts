import { isUtf8 } from "node:buffer"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, Context, Effect, Exit, Layer, type Scope } from "effect"
import { ServiceConfig } from "#layers/config"
import { Log } from "#layers/log"
import { Editions } from "#layers/pack/editions"
import type { Pack } from "#layers/pack/pack"
import { RateLimits, type Standing } from "#layers/rate-limits"
import { AskedHost, type Site } from "#layers/site"
import { isHeld } from "#schemas/kernel/headers"
import { ToolRefusal } from "#schemas/tools/refusal"
import { Door, Doorway } from "../http/authentication.ts"
import { CurrentExchange, networkOf } from "../http/request-context.ts"
import { Finish } from "../http/access-log.ts"
import { writeTo } from "../mcp/answer.ts"
import type { Asked as AskedOfMcp } from "../mcp/mcp.ts"
import { isMcp } from "../mcp/message.ts"
import { broken, ToolDesk } from "./desk.ts"
import { preparing, wireText } from "./encodings.ts"
import { type Answered, answerRequest, refused, unreadable } from "./language.ts"
import { MoreTools, publicProfile } from "./mcp.ts"
import { Remembered } from "./remembered.ts"
import { serverInfo } from "./server-info.ts"
import { read, type Visit, writerOf } from "./visit.ts"

export const TOOLS_PATH = "/api/mcp"
const ALLOWED = "GET, HEAD, POST, OPTIONS"

const preflight = {
  allow: ALLOWED,
  "access-control-allow-methods": ALLOWED,
  "access-control-allow-headers": [
    "Content-Type", "Accept", "Authorization", "X-Request-Id", "X-Service-Agent", "X-Service-Agent-Mode",
    "X-Service-Human-Initiator", "X-Service-Session", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id",
    "Last-Event-ID"
  ].join(", "),
  "access-control-max-age": "86400"
}

/** What a call needs of the service. */
type Needs = ToolDesk | Site | Pack

/**
 * The public tool endpoint, answered where requests come in: most answers are known beforehand or follow from memory, and then
 * the way through the framework would be most of their cost.
 */
export const ToolLane = Layer.effectDiscard(Effect.gen(function*() {
  const door = yield* Door
  const log = yield* Log
  const limits = yield* RateLimits
  const editions = yield* Editions
  const { publicRateLimit } = yield* ServiceConfig
  const services = yield* Effect.context<Needs>()
  const { empty, headersOf, json, prepared, record } = writerOf(yield* Finish)
  const remembered = Remembered.make(editions)
  const more = yield* MoreTools
  /* Read when somebody first speaks it: its library and the schemas of answers are large, and no start has to wait for them. */
  const mcp = yield* Effect.promise(() => import("../mcp/mcp.ts")).pipe(
    Effect.flatMap(({ mcpOf }) => mcpOf(publicProfile(more))),
    Effect.provideContext(yield* Effect.context<ServiceConfig | Scope.Scope>()),
    Effect.uninterruptible,
    Effect.cached
  )
  const info = preparing(JSON.stringify(serverInfo))

  /** Runs to its end at once where nothing has to be waited for. */
  const start = <A>({ exchange, request }: Visit, effect: Effect.Effect<A, never, Needs>) =>
    Effect.runForkWith(Context.add(Context.add(services, CurrentExchange, exchange), AskedHost, request.headers.host))(effect)

  const failed = ({ exchange }: Visit, cause: Cause.Cause<unknown>) =>
    log.error({ cause: Cause.pretty(cause), request_id: exchange.id }, "an answer of the tool endpoint failed")

  const say = (visit: Visit, effect: Effect.Effect<Answered, never, Needs>, headers: Readonly<Record<string, string>> = {}) => {
    const done = (answer: Answered) => json(visit, answer.status, answer.body, { ...answer.headers, ...headers })
    start(visit, effect).addObserver((exit) => guarded(visit, () => {
      if (Exit.isSuccess(exit)) return done(exit.value)
      failed(visit, exit.cause)
      start(visit, refused(broken)).addObserver((last) => Exit.isSuccess(last) ? done(last.value) : visit.response.destroy())
    }))
  }

  /** In the other language. Whoever goes away ends what is made for them. */
  const speak = (visit: Visit, method: AskedOfMcp["method"], body: unknown) => {
    const { exchange, request, response } = visit
    const fiber = start(visit, Effect.scoped(Effect.flatMap(
      Effect.flatMap(mcp, ({ answer }) => answer({ method, headers: request.headers, body })),
      (answer) => Effect.andThen(writeTo(response, answer, headersOf(exchange)), Effect.sync(() => record(visit, answer.status)))
    )))
    response.once("close", () => fiber.interruptUnsafe())
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
      failed(visit, exit.cause)
      response.destroy()
    })
  }

  /** What throws here throws into Node, where it would end the process. */
  const guarded = (visit: Visit, work: () => void): void => {
    try {
      work()
    } catch (error) {
      failed(visit, Cause.die(error))
      visit.response.destroy()
    }
  }

  const tooMany = ({ limit, retryAfter }: Standing) =>
    refused(new ToolRefusal({
      code: "rate_limit.exceeded",
      message: `No more than ${limit} requests a minute from one address.`,
      hint: `Wait ${retryAfter} s and send the same again.`,
      retryAfter
    }))

  const hear = (visit: Visit, bytes: Buffer | undefined): void => {
    if (bytes === undefined) return say(visit, unreadable("The body is larger than 1 MiB.", 413))
    const { headers } = visit.request
    const question = `${headers.host ?? ""} ${wireText(bytes)}`
    const known = remembered.recall(question)
    if (known !== undefined) return prepared(visit, 200, known)
    if (!isUtf8(bytes)) return say(visit, unreadable("The body is not UTF-8."))
    let asked: unknown
    try {
      asked = JSON.parse(bytes.toString("utf8"))
    } catch {
      return headers["mcp-protocol-version"] === undefined
        ? say(visit, unreadable("The body is not valid JSON."))
        : speak(visit, "POST", undefined)
    }
    if (isMcp(asked)) return speak(visit, "POST", asked)
    const edition = editions.current()
    say(visit, Effect.tap(answerRequest(asked), ({ body, lasting }) =>
      Effect.sync(() => {
        if (!lasting) return
        const bytes = Buffer.from(body)
        remembered.keep(question, {
          text: wireText(bytes),
          headers: { "content-type": "application/json", "content-length": String(bytes.length) }
        }, edition)
      })))
  }

  const show = (visit: Visit): void => {
    const { headers } = visit.request
    if (headers.accept?.includes("text/event-stream") === true) return speak(visit, "GET", undefined)
    const { headers: told, text } = info(headers["accept-encoding"] as string | undefined)
    const cached = { ...told, "cache-control": "public, max-age=60" }
    if (!isHeld(told["etag"]!, headers["if-none-match"])) return prepared(visit, 200, { text, headers: cached })
    const { "content-length": _, "content-type": __, "content-encoding": ___, ...known } = cached as Record<string, string>
    empty(visit, 304, known)
  }

  const serve = (visit: Visit, standing: Standing): void => {
    visit.exchange.rate = standing
    if (!standing.allowed) return say(visit, tooMany(standing))
    switch (visit.request.method) {
      case "GET":
      case "HEAD":
        return show(visit)
      case "POST":
        return read(visit, (bytes) => guarded(visit, () => hear(visit, bytes)))
      case "DELETE":
        return speak(visit, "DELETE", undefined)
      case "OPTIONS":
        return empty(visit, 204, preflight)
      default:
        return say(visit, unreadable(`This address answers to ${ALLOWED}.`, 405), { allow: ALLOWED })
    }
  }

  const doorway = yield* Doorway
  const take = (request: IncomingMessage, response: ServerResponse): boolean => {
    const exchange = door.open(request)
    if (exchange.target.path !== TOOLS_PATH) return false
    const visit = { exchange, request, response }
    visit.exchange.route = TOOLS_PATH
    const counter = `address ${networkOf(visit.exchange.address)}`
    if (limits.takeNow !== undefined) {
      const standing = limits.takeNow(counter, publicRateLimit)
      guarded(visit, () => serve(visit, standing))
    } else Effect.runFork(Effect.map(limits.take(counter, publicRateLimit), (standing) => guarded(visit, () => serve(visit, standing))))
    return true
  }
  doorway.takes.add(take)
  yield* Effect.addFinalizer(() => Effect.sync(() => void doorway.takes.delete(take)))
}))
