import { monitorEventLoopDelay } from "node:perf_hooks"

/** Milliseconds that the event loop came late, since it was asked last. */
export interface Lag {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const RESOLUTION_MS = 5
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
loop.enable()

const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)

/** Asked by the bench over the channel to the service's process, which this is loaded into. */
process.on("message", (question) => {
  if ((question as { readonly ask?: unknown } | null)?.ask !== "lag") return
  const lag: Lag = { p50: late(loop.percentile(50)), p99: late(loop.percentile(99)), max: late(loop.max) }
  loop.reset()
  process.send!(lag)
})
