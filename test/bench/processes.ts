import { type ChildProcess, execFileSync, fork } from "node:child_process"
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import type { Scope } from "effect"
import type { Job, Outcome } from "./load.ts"

const START_MS = 120_000
const STOP_MS = 10_000
/** Beyond the load itself: a loaded machine is slow. */
const ANSWER_MS = 120_000

/** Microseconds a tick of `/proc/<pid>/stat` stands for. */
const tick = process.platform === "linux" ? 1_000_000 / Number(execFileSync("getconf", ["CLK_TCK"])) : Number.NaN

const procfs = (path: string) => {
  try {
    return readFileSync(`/proc/${path}`, "latin1")
  } catch {
    return undefined
  }
}

/** User and system time of a process since its start, microseconds; not a number where the system does not tell. */
export const cpuOf = (pid: number): number => {
  const stat = procfs(`${pid}/stat`)
  if (stat === undefined) return Number.NaN
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * tick
}

const memory = (pid: number, name: string) => {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(procfs(`${pid}/status`) ?? "")
  return match === null ? Number.NaN : Number(match[1]) / 1_024
}

/** Resident memory of a process now and at its highest, MiB. */
export const memoryOf = (pid: number) => ({ rss: memory(pid, "VmRSS"), peak: memory(pid, "VmHWM") })

export interface Server {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly child: ChildProcess
}

const stop = (child: ChildProcess) =>
  Effect.promise(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
    child.kill("SIGTERM")
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS)
    await gone
    clearTimeout(late)
  })

/**
 * How `npm start` runs the service; the other server gets the same. V8 otherwise makes objects of requests in the old generation
 * after a while; dead there, they keep what they point to alive, and each collection of young objects takes four times as long.
 */
const heap = ["--max-semi-space-size=16", "--heap-growing-percent=40", "--v8-pool-size=1", "--no-allocation-site-pretenuring"]

const spawned = (file: string, env: Record<string, string>, execArgv: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      fork(new URL(file, import.meta.url), {
        env: { ...process.env, NODE_ENV: "production", ...env },
        execArgv: [...heap, ...execArgv],
        stdio: ["ignore", "ignore", "inherit", "ipc"]
      })
    ),
    stop
  )

const message = <A>(child: ChildProcess, patience: number) =>
  new Promise<A>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("a process of the bench said nothing in time")), patience)
    const left = (code: number | null) => reject(new Error(`a process of the bench left with ${code}`))
    child.once("exit", left)
    child.once("message", (value) => {
      clearTimeout(late)
      child.off("exit", left)
      resolve(value as A)
    })
  })

/** A server in a process of its own, up to its first answer. What it writes to standard output is thrown away. */
export const server = (
  name: string,
  file: string,
  env: Record<string, string>,
  execArgv: ReadonlyArray<string> = []
): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.flatMap(spawned(file, env, execArgv), (child) =>
    Effect.promise(async () => {
      const { address } = await message<{ address: string }>(child, START_MS)
      const { port } = new URL(address)
      return { name, pid: child.pid!, port: Number(port), child }
    }))

/** Tells a process something and waits for what it answers. */
export const asked = <A>({ child }: Server, question: object): Effect.Effect<A> =>
  Effect.promise(() => {
    const answer = message<A>(child, ANSWER_MS)
    child.send(question)
    return answer
  })

export type Load = (job: Job) => Effect.Effect<Outcome>

/** The load generator, in a process of its own. */
export const loadGenerator: Effect.Effect<Load, never, Scope.Scope> = Effect.map(spawned("./load.ts", {}, []), (child) => (job) =>
  Effect.promise(async () => {
    const answer = message<Outcome>(child, job.seconds * 1_000 + START_MS)
    child.send(job)
    const outcome = await answer
    if (outcome.failure !== undefined) throw new Error(`${job.kind} at ${job.port}: ${outcome.failure}`)
    return outcome
  }))
