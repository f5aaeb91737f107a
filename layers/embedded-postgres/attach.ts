import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { clusterOf } from "./cluster.ts"
import type { Cluster } from "./cluster.ts"
import { lockOf } from "./lock.ts"
import { candidates } from "./place.ts"
import { serves } from "./process.ts"

/** Milliseconds that a server which is starting gets. */
const START_MS = 5_000

const serving = Effect.fnUntraced(function*(data: string) {
  const begun = Date.now()
  while (true) {
    const lock = yield* lockOf(data)
    if (lock === undefined || !serves(lock.pid, data) || lock.status === "stopping") return Option.none<Cluster>()
    if (lock.status === "ready") return Option.some(clusterOf({ pid: lock.pid, socket: lock.socket, data }))
    if (Date.now() - begun > START_MS) return Option.none<Cluster>()
    yield* Effect.sleep("10 millis")
  }
})

/** The PostgreSQL that already serves a data folder, for commands run beside the service. It stays whoever's it is. */
export const attach = Effect.fnUntraced(function*(options: { readonly data: string }) {
  for (const folder of candidates(resolve(options.data))) {
    const found = yield* serving(folder)
    if (Option.isSome(found)) return found
  }
  return Option.none<Cluster>()
})
