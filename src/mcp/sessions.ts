import { randomUUID } from "node:crypto"
import {
  type AuthInfo, isInitializeRequest, ProtocolErrorCode, type Server, WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Clock, Effect, Schedule, type Scope } from "effect"
import { type McpResponse, answerOf, refused } from "./response.ts"
import { eventStore } from "./event-store.ts"
import { HolderLimit } from "./holder-limit.ts"
import type { Changed } from "./profile.ts"

const MOST_SESSIONS = 1_000
const MOST_OF_NETWORK = 50
const MOST_AT_ONCE = 32
const MOST_SUBSCRIPTIONS = 100
/** After so long without a request a session is over; its client begins another. */
const IDLE_MS = 1_800_000
/** When a client whose stream was ended is to come back for the rest. */
const RETRY_MS = 1_000

interface Session {
  readonly address: string
  readonly principal: string
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly subscriptions: Set<string>
  id: string
  usedAt: number
  open: number
}

export interface Asking {
  readonly request: Request
  readonly body: unknown
  readonly address: string
  readonly principal: string
  readonly authInfo: AuthInfo
}

const unknown = refused(404, -32001, "There is no such session: begin another.")
const nameless = refused(400, ProtocolErrorCode.InvalidRequest, "Begin a session with initialize, and send its Mcp-Session-Id.")
const busy = refused(429, ProtocolErrorCode.InvalidRequest, "Too much is under way in this session: wait for some of it.", { "retry-after": "1" })

const tell = ({ server, subscriptions }: Session, changed: Changed): Promise<void> =>
  changed === "tools"
    ? server.sendToolListChanged()
    : changed === "prompts"
    ? server.sendPromptListChanged()
    : changed === "resources"
    ? server.sendResourceListChanged()
    : subscriptions.has(changed.resource)
    ? server.sendResourceUpdated({ uri: changed.resource })
    : Promise.resolve()

/** The sessions of clients of 2025-11-25: few enough, each for one caller, and none for longer than it is used. */
export const sessionsOf = Effect.fnUntraced(function*(make: () => Server): Effect.fn.Return<
  {
    readonly answer: (asking: Asking) => Effect.Effect<McpResponse, never, Scope.Scope>
    readonly changed: (changed: Changed, isFor: (principal: string) => boolean) => void
    /** Ends the streams that only tell of changes. */
    readonly hush: () => void
    readonly size: () => number
  },
  never,
  Scope.Scope
> {
  const clock = yield* Clock.Clock
  const byId = new Map<string, Session>()
  const holders = new HolderLimit<Session>(MOST_SESSIONS, MOST_OF_NETWORK, ({ id, server }) => {
    byId.delete(id)
    void server.close().catch(() => {})
  })

  const expire = Effect.sync(() => {
    const since = clock.currentTimeMillisUnsafe() - IDLE_MS
    for (const session of holders.values()) if (session.usedAt < since && session.open === 0) holders.release(session)
  })
  yield* Effect.forkScoped(Effect.repeat(expire, Schedule.spaced("1 minute")))
  yield* Effect.addFinalizer(() => Effect.sync(() => holders.values().forEach((session) => holders.release(session))))

  const begin = async ({ address, principal }: Asking): Promise<Session> => {
    const server = make()
    const subscriptions = new Set<string>()
    if (server.getCapabilities().resources?.subscribe === true) {
      server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
        if (subscriptions.size < MOST_SUBSCRIPTIONS) subscriptions.add(uri)
        return {}
      })
      server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
        subscriptions.delete(uri)
        return {}
      })
    }
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: eventStore(),
      retryInterval: RETRY_MS,
      onsessioninitialized: (id) => {
        session.id = id
        byId.set(id, session)
        holders.take(session)
      },
      onsessionclosed: () => holders.release(session)
    })
    const session: Session = { address, principal, server, transport, subscriptions, id: "", usedAt: clock.currentTimeMillisUnsafe(), open: 0 }
    await server.connect(transport)
    return session
  }

  const answer = Effect.fnUntraced(function*(asking: Asking): Effect.fn.Return<McpResponse, never, Scope.Scope> {
    const { authInfo, body, principal, request } = asking
    const id = request.headers.get("mcp-session-id")
    const found = id === null ? undefined : byId.get(id)
    if (id !== null && found?.principal !== principal) return unknown
    if (found === undefined && !isInitializeRequest(body)) return nameless
    const session = found ?? (yield* Effect.promise(() => begin(asking)))
    if (session.open >= MOST_AT_ONCE) return busy
    session.open++
    session.usedAt = clock.currentTimeMillisUnsafe()
    holders.touch(session)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        session.open--
        session.usedAt = clock.currentTimeMillisUnsafe()
      }))
    return yield* Effect.flatMap(
      Effect.promise(() => session.transport.handleRequest(request, { authInfo, ...body !== undefined && { parsedBody: body } })),
      answerOf
    )
  })

  return {
    answer,
    changed: (changed, isFor) =>
      holders.values().filter(({ principal }) => isFor(principal)).forEach((session) => void tell(session, changed).catch(() => {})),
    hush: () => holders.values().forEach(({ transport }) => transport.closeStandaloneSSEStream()),
    size: () => byId.size
  }
})
