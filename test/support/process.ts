import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"

const root = join(import.meta.dirname, "../..")
const main = [join(root, "src/cli.ts")]

type Environment = Readonly<Record<string, string>>

const environment = (given: Environment) => ({ PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", LOG_LEVEL: "error", ...given })

/** The service in a process of its own, as an operator starts it. */
export interface Serving {
  readonly pid: number
  readonly port: number
  /** What it wrote so far: its log and its words. */
  readonly output: () => string
  /** Resident memory, in bytes. */
  readonly memory: () => number
  /** Ends it with this signal and tells its exit code, or the signal that ended it. */
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<number | string>
}

/** Starts the service and waits, at most 30 seconds, until it says that it serves. */
export const serving = async (given: Environment): Promise<Serving> => {
  const child = spawn(process.execPath, [...main, "serve"], { cwd: root, env: environment(given), stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  const gone = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string)
  const port = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the service does not serve: ${output}`)), 30_000)
    const look = (text: string) => {
      output = (output + text).slice(-1_000_000)
      const told = /Business Platform API on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)
      if (told === null) return
      clearTimeout(late)
      resolve(Number(told[1]))
    }
    child.stdout.setEncoding("utf8").on("data", look)
    child.stderr.setEncoding("utf8").on("data", look)
    void gone.then((how) => reject(new Error(`the service left with ${how}: ${output}`)))
  })
  return {
    pid: child.pid!,
    port,
    output: () => output,
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1_024,
    end: (signal) => {
      child.kill(signal)
      return gone
    }
  }
}

/** The same, ended with its scope. */
export const Served = (given: Environment) =>
  Effect.acquireRelease(Effect.promise(() => serving(given)), ({ end }) => Effect.promise(() => end("SIGTERM")))

/** Runs a command of the service to its end. */
export const command = (args: ReadonlyArray<string>, given: Environment) =>
  spawnSync(process.execPath, [...main, ...args], { cwd: root, env: environment(given), encoding: "utf8" })
