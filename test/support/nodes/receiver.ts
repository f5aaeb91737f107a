import { createServer, type ServerResponse } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

export interface Called {
  readonly key: string
  readonly company: number
  readonly run: number
  readonly step: string
  readonly pid: number
}

/** When a call came and when it was over, in milliseconds of this process's clock. */
export interface Kept extends Called {
  readonly at: number
  endedAt: number
}

/** The greatest number of calls that were under way at one instant. */
export const mostAtOnce = (calls: ReadonlyArray<Kept>) => {
  const turns = calls.flatMap(({ at, endedAt }) => [{ at, by: 1 }, { at: endedAt, by: -1 }])
    .sort((a, b) => a.at - b.at || a.by - b.by)
  let now = 0
  let most = 0
  for (const { by } of turns) most = Math.max(most, now += by)
  return most
}

/**
 * What runs call: it does what it is asked once for each key, and keeps all calls. A call that `holds` says so of is done,
 * and not answered until it is let go; any other takes `takes` milliseconds.
 */
export const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const calls: Array<Kept> = []
    const done = new Map<string, Called>()
    const held = new Set<ServerResponse>()
    const watch = { holds: (_: Called): boolean => false, takes: 0 }
    const server = createServer(async (request, response) => {
      let text = ""
      for await (const part of request.setEncoding("utf8")) text += part
      const called: Called = JSON.parse(text)
      const kept: Kept = { ...called, at: performance.now(), endedAt: Infinity }
      calls.push(kept)
      response.once("close", () => void (kept.endedAt = performance.now()))
      if (!done.has(called.key)) done.set(called.key, called)
      if (watch.holds(called)) held.add(response)
      else if (watch.takes > 0) setTimeout(() => response.end(), watch.takes)
      else response.end()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return {
      server,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      calls: calls as ReadonlyArray<Kept>,
      done: done as ReadonlyMap<string, Called>,
      watch,
      letGo: () => {
        watch.holds = () => false
        for (const response of held) response.end()
        held.clear()
      }
    }
  }),
  ({ server }) => Effect.promise(async () => {
    server.closeAllConnections()
    server.close()
  })
)
