import type { IncomingMessage } from "node:http"
import { Context, Duration, Effect, Latch, Layer, Option, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { ApiKeys, type AuthResult } from "#layers/auth/api-keys"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import { Commits } from "#layers/kernel/commit-listeners"
import { lacking } from "../../connector/verbs.ts"
import { StalledMs } from "../../http/file-streams.ts"
import { ActingIdentity } from "../../http/in-process-client.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { Shutdown } from "../../http/shutdown.ts"
import { type Events, SessionRequest } from "../handler.ts"
import { NOWHERE } from "../records/catalogue.ts"
import { errorPage } from "../response.ts"
import { digestOf, readIn, seenIn, watchedAt } from "./watched.ts"

/** Pages of a company that are watched at the same time in one process. */
const MOST_OF_COMPANY = 50

/** Milliseconds between two looks: soon after a change, then more and more seldom. Nobody tells what the engine and other processes write. */
const SOON_MS = 300
const SELDOM_MS = 5_000
const SLOWER = 1.5

/** A look may take this share of the time at most. */
const SHARE = 0.05

const HEARTBEAT_MS = 15_000

/** The streams that are open in this process, each woken when something of its company was written here. */
export class LiveStreams extends Context.Service<LiveStreams>()("src/dashboard/LiveStreams", {
  make: Effect.gen(function*() {
    const { listeners } = yield* Commits
    const open = new Map<number, Set<Latch.Latch>>()
    const hear = (company: number) => {
      for (const latch of open.get(company) ?? []) latch.openUnsafe()
    }
    yield* Effect.acquireRelease(Effect.sync(() => void listeners.add(hear)), () => Effect.sync(() => void listeners.delete(hear)))
    const stopping = yield* Latch.make()
    yield* (yield* Shutdown).onShutdown(() => stopping.openUnsafe())
    return {
      isFull: (company: number) => (open.get(company)?.size ?? 0) >= MOST_OF_COMPANY,
      /** Told of commits of the company until the scope ends. */
      join: (company: number) => Effect.acquireRelease(
        Effect.map(Latch.make(), (latch) => {
          open.set(company, (open.get(company) ?? new Set()).add(latch))
          return latch
        }),
        (latch) => Effect.sync(() => {
          const all = open.get(company)!
          all.delete(latch)
          if (all.size === 0) open.delete(company)
        })
      ),
      whenStopping: stopping.await
    }
  })
}) {
  static readonly layer = Layer.effect(LiveStreams, LiveStreams.make).pipe(Layer.provide(Commits.layer))
}

interface At {
  readonly seen: string
  readonly waitMs: number
  /** When something was sent last. */
  readonly sentAt: number
}

const encoder = new TextEncoder()
const changed = (digest: string) => encoder.encode(`id: ${digest}\nevent: changed\ndata: \n\n`)
const heartbeat = encoder.encode(": \n\n")

/** Waits for so long, or for a commit of the company, which others may follow at once. */
const waited = Effect.fnUntraced(function*(latch: Latch.Latch, ms: number) {
  const told = yield* Effect.timeoutOption(latch.await, Math.max(0, ms - SOON_MS))
  yield* Effect.sleep(Math.min(ms, SOON_MS))
  latch.closeUnsafe()
  return Option.isSome(told)
})

/** Tells a page when what it shows has changed, in the name of its session, as long as that lasts. */
export const changes = Effect.gen(function*() {
  const { query, session: { caller }, token } = yield* SessionRequest
  const { company_id } = caller
  const entry = watchedAt(readIn(query))
  if (entry === undefined) return yield* Effect.fail(NOWHERE)
  const refusal = lacking(caller, entry)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
  const { isFull, join, whenStopping } = yield* LiveStreams
  if (isFull(company_id)) return yield* errorPage(429, "Too many pages are being watched", "This one shows what changes when it is loaded again.")
  const sessions = yield* DashboardSessions
  const keys = yield* ApiKeys
  const acting = yield* ActingIdentity
  const { address } = yield* CurrentRequest
  const { headers, source } = yield* HttpServerRequest.HttpServerRequest
  const { socket } = source as Partial<IncomingMessage>
  socket?.setTimeout(yield* StalledMs)

  const session = sessions.find(token, address)
  const look = Effect.map(session, Option.match({
    onNone: (): AuthResult => ({ _tag: "Refused", reason: "The session has ended." }),
    onSome: ({ caller }): AuthResult => ({ _tag: "Admitted", caller, until: Infinity, origins: [] })
  }))
  const next = Effect.fnUntraced(function*({ seen, sentAt, waitMs }: At, latch: Latch.Latch) {
    const isTold = yield* waited(latch, waitMs)
    const found = Option.filter(yield* session, ({ caller }) => lacking(caller, entry) === undefined)
    if (Option.isNone(found)) return [[], Option.none<At>()] as const
    const [took, digest] = yield* Effect.timed(Effect.provideService(digestOf(entry, query), ActingIdentity, { ...acting, caller: found.value.caller }))
    const now = performance.now()
    const isNew = digest !== seen
    const isDue = isNew || now - sentAt > HEARTBEAT_MS
    const following = Math.max(isNew || isTold ? SOON_MS : Math.min(SELDOM_MS, SLOWER * waitMs), Duration.toMillis(took) / SHARE, SOON_MS)
    return [isNew ? [changed(digest)] : isDue ? [heartbeat] : [], Option.some<At>({ seen: digest, waitMs: following, sentAt: isDue ? now : sentAt })] as const
  })
  const first: At = { seen: headers["last-event-id"] ?? seenIn(query) ?? "", waitMs: 0, sentAt: performance.now() }
  const events = Stream.unwrap(Effect.map(join(company_id), (latch) => Stream.prepend(Stream.paginate(first, (at) => next(at, latch)), [heartbeat])))
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof next>>>()
  return {
    events: events.pipe(Stream.interruptWhen(Effect.raceFirst(keys.whenRefused(company_id, look), whenStopping)), Stream.provideContext(context))
  } satisfies Events
})
