import { randomBytes } from "node:crypto"
import {
  createMcpHandler, createRequestStateCodec, isLegacyRequest, type McpHttpHandler as McpHandler, ProtocolErrorCode, WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Effect, type Scope, Stream } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { isJsonObject } from "#schemas/kernel/json"
import { isDeep, MOST_DEPTH } from "../http/json-body.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { Shutdown } from "../http/shutdown.ts"
import { admission } from "./admission.ts"
import { type McpResponse, answerOf, refused } from "./response.ts"
import { type Codec, carry } from "./calling.ts"
import { catalogueOf } from "./catalogue.ts"
import { HolderLimit } from "./holder-limit.ts"
import { plainIn, plainly } from "./plain.ts"
import type { Changed, ChangedFor, Profile } from "./profile.ts"
import { serverOf } from "./server.ts"
import { type Asking, sessionsOf } from "./sessions.ts"

/** How long a client may take to come back with what it was asked. */
const HOLDS_S = 3_600
const MOST_LISTENERS = 1_000
const MOST_LISTENERS_OF_NETWORK = 20
/** A request in the protocol, its body read. */
export interface McpRequest {
  readonly method: "GET" | "POST" | "DELETE"
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** What the body was as JSON; `undefined` for none, or for one that is not JSON. */
  readonly body: unknown
  /** Whom it acts for: sessions and what calls keep are theirs alone. */
  readonly principal?: string
}

/** An address in the protocol. */
export interface Mcp<R> {
  /** Answers a request. What it makes ends with the scope, which is to end with the request. */
  readonly answer: (request: McpRequest) => Effect.Effect<McpResponse, never, R | Scope.Scope>
}

const SITE = "http://mcp.invalid/"

const partOf = (value: unknown, name: string): unknown => isJsonObject(value) ? value[name] : undefined

const hasProgress = (body: unknown): boolean => partOf(partOf(partOf(body, "params"), "_meta"), "progressToken") !== undefined

const notJson = refused(400, ProtocolErrorCode.ParseError, "The body is not valid JSON.")
const oneAtATime = refused(400, ProtocolErrorCode.InvalidRequest, "Send one message at a time: batches are not read.")
const tooDeep = refused(400, ProtocolErrorCode.InvalidRequest, `A message nests at most ${MOST_DEPTH} deep.`)
const noStream = refused(405, -32000, "Nothing is told here without being asked.", { allow: "GET, HEAD, POST, OPTIONS" })

interface Listener {
  readonly address: string
  readonly principal: string
  readonly leave: () => void
}

const announce = ({ promptsChanged, resourceUpdated, resourcesChanged, toolsChanged }: McpHandler["notify"], changed: Changed) => {
  if (changed === "tools") toolsChanged()
  else if (changed === "prompts") promptsChanged()
  else if (changed === "resources") resourcesChanged()
  else resourceUpdated(changed.resource)
}

/** Serves a profile. `key` seals what calls keep between rounds; several processes that answer one client need the same. */
export const mcpOf = Effect.fnUntraced(function*<R>(profile: Profile<R>, key: Uint8Array = randomBytes(32)): Effect.fn.Return<
  Mcp<R>, never, Scope.Scope | ServiceConfig
> {
  const catalogue = catalogueOf(profile)
  const codec: Codec = createRequestStateCodec({ key, ttlSeconds: profile.holds ?? HOLDS_S })
  const plain = plainly(profile, catalogue, codec)
  const refusal = yield* admission
  const make = (modern: boolean) => serverOf(profile, catalogue, codec, modern)
  const options = { legacy: "reject", maxSubscriptions: MOST_LISTENERS } as const
  const calls = createMcpHandler(() => make(true), options)
  /* Apart, so that it can end while calls are still being answered; one for each principal, who hears what is for them. */
  const listening = new Map<string, McpHandler>()
  const listeners = new HolderLimit<Listener>(MOST_LISTENERS, MOST_LISTENERS_OF_NETWORK, ({ leave }) => leave())
  const sessions = profile.sessions === true ? yield* sessionsOf(() => make(false)) : undefined

  const tell = (told: Changed | ChangedFor) => {
    const { changed, isFor } = typeof told === "object" && "isFor" in told ? told : { changed: told, isFor: () => true }
    sessions?.changed(changed, isFor)
    for (const [principal, { notify }] of listening) if (isFor(principal)) announce(notify, changed)
  }
  if (profile.changes !== undefined) {
    yield* Effect.forkScoped(Stream.runForEach(profile.changes, (told) => Effect.sync(() => tell(told))), { startImmediately: true })
  }
  const listeningOf = (principal: string): McpHandler => {
    const known = listening.get(principal)
    if (known !== undefined) return known
    const made = createMcpHandler(() => make(true), options)
    listening.set(principal, made)
    return made
  }
  const silence = () => Promise.all([...listening.values()].map((handler) => handler.close()))
  yield* (yield* Shutdown).onShutdown(() => {
    sessions?.hush()
    void silence()
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([silence(), calls.close()])))

  /** A client of 2025-11-25 without a session: each request stands for itself. */
  const alone = async ({ authInfo, body, request }: Asking): Promise<Response> => {
    const server = make(false)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !hasProgress(body) })
    await server.connect(transport)
    request.signal.addEventListener("abort", () => void server.close().catch(() => {}))
    return transport.handleRequest(request, { authInfo, parsedBody: body })
  }

  const modern = ({ address, authInfo, body, principal, request }: Asking, gone: AbortController): Promise<Response> => {
    const given = { authInfo, parsedBody: body }
    if (!isJsonObject(body) || body["method"] !== "subscriptions/listen") return calls.fetch(request, given)
    const listener: Listener = { address, principal, leave: () => gone.abort() }
    listeners.take(listener)
    const handler = listeningOf(principal)
    gone.signal.addEventListener("abort", () => {
      listeners.release(listener)
      if (listeners.values().some((other) => other.principal === principal)) return
      listening.delete(principal)
      void handler.close()
    })
    return handler.fetch(request, given)
  }

  const answer = Effect.fnUntraced(function*({ body, headers, method, principal = "" }: McpRequest): Effect.fn.Return<McpResponse, never, R | Scope.Scope> {
    const no = refusal(headers, profile.anyPage)
    if (no !== undefined) return refused(403, ProtocolErrorCode.InvalidRequest, no)
    if (method === "POST") {
      if (body === undefined) return notJson
      if (Array.isArray(body)) return oneAtATime
      if (isDeep(body)) return tooDeep
      const call = profile.plain === true ? plainIn(headers, body) : undefined
      const answered = call === undefined ? undefined : plain(call, principal)
      if (answered !== undefined) return yield* answered
    } else if (sessions === undefined) return noStream

    const gone = new AbortController()
    yield* Effect.addFinalizer(() => Effect.sync(() => gone.abort()))
    const given = new Headers()
    for (const name in headers) if (headers[name] !== undefined) given.set(name, String(headers[name]))
    const request = new Request(SITE, { method, headers: given, signal: gone.signal })
    /* Who is known has a limit of their own, wherever they ask from: many people's clients share few addresses. */
    const address = principal === "" ? (yield* CurrentRequest).address : principal
    const context = yield* Effect.context<R>()
    const asking: Asking = { request, body, address, principal, authInfo: carry({ principal, context }) }
    const legacy = yield* Effect.promise(() => isLegacyRequest(request, body))
    if (legacy && sessions !== undefined) return yield* sessions.answer(asking)
    return yield* Effect.flatMap(Effect.promise(() => legacy ? alone(asking) : modern(asking, gone)), answerOf)
  })

  return { answer }
})
