import type { IncomingMessage, Server } from "node:http"
import { Context, Effect, Schedule, type Scope } from "effect"
import { balancers } from "./balancers.ts"
import { operationPaths } from "./protocol.ts"

/** Milliseconds without a request after which a server that stops believes that no more will come. */
const QUIET_MS = 250

/** Tells those who keep responses open, streams of events say, that the server begins to stop: nothing else would end them. */
export interface Shutdown {
  readonly onShutdown: (end: () => void) => Effect.Effect<void, never, Scope.Scope>
  readonly begin: Effect.Effect<void>
}

export const makeShutdown = (): Shutdown => {
  const listeners = new Set<() => void>()
  return {
    onShutdown: (end) =>
      Effect.acquireRelease(Effect.sync(() => void listeners.add(end)), () => Effect.sync(() => void listeners.delete(end))),
    begin: Effect.sync(() => {
      for (const end of listeners) end()
    })
  }
}

/** Provided by the listener; an application without one is never told. */
export const Shutdown = Context.Reference<Shutdown>("src/http/Shutdown", { defaultValue: makeShutdown })

/** Milliseconds without a new connection after which none waits to be accepted: a busy machine may let a client wait as long. */
const STILL_MS = 100
const MOST_STILL_MS = 1_500
/** A turn of the event loop that took longer may have left connections unaccepted. */
const SHORT_TURN_MS = 2

/** How a server stops without cutting a client off. */
export const traffic = (server: Server) => {
  let stoppingSince = Infinity
  let requestAt = -Infinity
  let connectedAt = -Infinity
  let connections = 0
  const asking = balancers()
  let held: Array<() => void> | undefined
  server.on("connection", (socket) => {
    connections++
    connectedAt = performance.now()
    socket.once("close", () => connections--)
  })
  const isQuiet = (now: number) => !asking.isAwaited(stoppingSince, now) && now - Math.max(requestAt, connections > 0 ? stoppingSince : -Infinity) > QUIET_MS

  /**
   * Waits until balancers were told that the service is not ready, and clients have stopped sending requests, at most so many milliseconds. A request may be under way on a connection
   * that seems idle; to close it would reset it. Each response meanwhile closes its connection.
   */
  const ceased = (most: number) =>
    Effect.suspend(() => {
      stoppingSince = performance.now()
      return Effect.sync(() => performance.now()).pipe(
        Effect.repeat({ until: (now) => isQuiet(now) || now - stoppingSince > most, schedule: Schedule.spaced("10 millis") })
      )
    })

  /**
   * Takes no new connection, closes those that are idle, and waits for those that are busy. To close a listening socket resets
   * connections that wait to be accepted. So requests are held for a moment, which leaves the event loop nothing to do but to
   * accept, until none waits, at most so many milliseconds.
   */
  const closed = (most: number) => Effect.callback<void>((resume) => {
    const since = performance.now()
    let turn = since
    held = []
    const look = () => {
      const now = performance.now()
      const isStill = now - connectedAt > STILL_MS && now - turn < SHORT_TURN_MS
      turn = now
      if (!isStill && now - since < most) return void setImmediate(look)
      server.keepAliveTimeout = 1
      server.close(() => resume(Effect.void))
      const waiting = held ?? []
      held = undefined
      for (const handle of waiting) handle()
    }
    setImmediate(look)
  })

  return {
    isStopping: () => stoppingSince < Infinity,
    take: (request: IncomingMessage, handle: () => void): void => {
      const now = performance.now()
      /* Not a request of a client: who asks often would keep the service from ever being quiet. */
      if (request.url === operationPaths.ready) asking.asked(request.socket.remoteAddress ?? "", now)
      else requestAt = now
      if (held === undefined) handle()
      else held.push(handle)
    },
    /** For clients that go on, half of the time is left to answer what they have asked. */
    stop: (most: number) => Effect.timeoutOption(Effect.andThen(ceased(most / 2), closed(Math.min(most / 4, MOST_STILL_MS))), most)
  }
}
