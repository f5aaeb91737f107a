import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { Effect, Redacted } from "effect"

const program = join(import.meta.dirname, "engine-process.ts")

/** A process of the engine, from when it works; it is killed when the scope closes. See `engine-process.ts`. */
const worker = (url: Redacted.Redacted, works: string, given: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const passed = [program, Redacted.value(url), works, given]
      const child = spawn(process.execPath, passed, { stdio: ["ignore", "pipe", "inherit"] })
      const gone = once(child, "exit")
      const early = gone.then(([code]) => Promise.reject(new Error(`It left with ${code}.`)))
      await Promise.race([once(child.stdout, "data"), early])
      return { child, gone }
    }),
    ({ child, gone }) =>
      Effect.promise(async () => {
        child.kill("SIGKILL")
        await gone
      })
  )

/** Lets a process of the engine work until something is so, and kills it there and then with SIGKILL. */
export const killedAfter = (url: Redacted.Redacted, works: string, given: string) =>
<A, E, R>(something: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(worker(url, works, given), something))
