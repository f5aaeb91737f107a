import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { Effect } from "effect"
import { freePort } from "../process/service.ts"

/** Why there is no Redis to test with, if there is none. */
export const redisMissing = spawnSync("redis-server", ["--version"]).status === 0
  ? undefined
  : "skipped: redis-server is not installed on this machine (Debian: apt-get install redis-server)"

const started = async (port: number) => {
  const child = spawn("redis-server", [
    "--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no"
  ], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const gone = once(child, "exit")
  await new Promise<void>((resolve, reject) => {
    void gone.then(([code]) => reject(new Error(`redis-server left with ${code}`)))
    child.stdout.setEncoding("utf8").on("data", (text: string) => text.includes("Ready to accept connections") && resolve())
  })
  return async () => {
    child.kill("SIGTERM")
    await gone
  }
}

/** A real Redis on a port of its own, kept nowhere; it can go away and come back. */
export const redis = Effect.acquireRelease(
  Effect.flatMap(freePort, (port) => Effect.promise(async () => {
    let end = await started(port)
    return {
      url: `redis://127.0.0.1:${port}`,
      stop: () => end(),
      start: async () => void (end = await started(port))
    }
  })),
  ({ stop }) => Effect.promise(stop)
)
