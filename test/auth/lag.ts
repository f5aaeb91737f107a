import { writeFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"

const RESOLUTION_MS = 5
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
loop.enable()

/**
 * Loaded into a service's process by a test: at SIGUSR2 it writes by how many milliseconds the event loop came late at the 99th
 * percentile since it was asked last, to the file that LAG_FILE names.
 */
process.on("SIGUSR2", () => {
  writeFileSync(process.env["LAG_FILE"]!, String(Math.max(0, loop.percentile(99) / 1e6 - RESOLUTION_MS)))
  loop.reset()
})
