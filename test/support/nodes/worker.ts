import { spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { Effect, Redacted } from "effect"
import { DatabaseUrl, OwnerSql } from "../database.ts"
import type { Program, Told } from "./programs.ts"

const repository = resolve(import.meta.dirname, "../../..")

/** A run began or was resumed in a process. */
export interface Awake {
  readonly run: number
  /** Milliseconds, of this process's clock. */
  readonly at: number
}

/** A process of the engine. */
export interface Worker {
  readonly pid: number
  readonly port: number
  /** Milliseconds, of this process's clock, at which it was started. */
  readonly startedAt: number
  readonly readyAt: number
  readonly awake: ReadonlyArray<Awake>
  /** Whether it has said that it could not look after its locks in time, as happens on a machine that is loaded: its steps may be done again. */
  readonly lostLocks: () => boolean
  /** Ends it as a machine that fails would. */
  readonly kill: Effect.Effect<void>
  /** Lets it stand still, and go on as if nothing had been, as a machine that is paused. */
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
  /** Asks it to end, and waits until it has; its exit code. */
  readonly stop: Effect.Effect<number | null>
}

/** Who is at work in the database, and what each waits for. */
const sessionsAt = (url: Redacted.Redacted) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    const sessions = yield* sql`select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
      (now() - state_change)::text as since, left(query, 200) as query from pg_stat_activity where datname = current_database()`
    return JSON.stringify(sessions)
  }).pipe(Effect.provide(OwnerSql.layerOf(url)), Effect.orDie)

/** A worker that did not start, and why. */
export interface Refused {
  readonly message: string
  readonly code: number | null
}

interface Options {
  readonly programs: ReadonlyArray<Program>
  /** Where other workers reach it; 0 to work alone. */
  readonly port?: number
  /** How many milliseconds its clock is ahead of the true time. */
  readonly ahead?: number
}

/** Milliseconds in which a worker that is asked to end has to; it may finish what it is at for five seconds. */
const END_WITHIN_MS = 60_000

/** Starts a worker on the database of the test; it is gone when the scope closes. */
export const worker = Effect.fnUntraced(function*({ ahead = 0, port = 0, programs }: Options) {
  const url = yield* DatabaseUrl
  const { child, ended } = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [
        ...ahead === 0 ? [] : ["--import", join(repository, "test/support/nodes/wrong-clock.ts")],
        join(repository, "test/support/nodes/process.ts"), ...programs
      ], {
        cwd: repository,
        env: {
          PATH: process.env["PATH"],
          NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          NODE_ENV: "production",
          DATABASE_URL: Redacted.value(url),
          CLUSTER_PORT: `${port}`,
          CLOCK_AHEAD_MS: `${ahead}`,
          LOG_LEVEL: process.env["ENGINE_LOG"] ?? "error"
        },
        stdio: ["ignore", "pipe", "inherit"]
      })
      return { child, ended: once(child, "close") }
    }),
    ({ child, ended }) => Effect.promise(() => {
      child.kill("SIGKILL")
      return ended
    })
  )
  const startedAt = performance.now()
  const awake: Array<Awake> = []
  let lostLocks = false
  const readyAt = yield* Effect.tryPromise({
    try: () => new Promise<number>((ready, failed) => {
      let why = "it did not say why"
      createInterface({ input: child.stdout }).on("line", (line) => {
        const told: Told | { readonly level: string; readonly msg?: string } = JSON.parse(line)
        const at = performance.now()
        if ("awake" in told) awake.push({ run: told.awake, at })
        else if ("ready" in told) ready(at)
        else if ("failed" in told) why = told.failed
        else {
          if (told.msg === "Shard lock storage is unhealthy") lostLocks = true
          if (process.env["ENGINE_LOG"] !== undefined) process.stderr.write(`${child.pid} ${line}\n`)
        }
      })
      void ended.then(([code]) => failed({ message: why, code }))
    }),
    catch: (refused) => refused as Refused
  })
  const exited = Effect.promise(() => ended)
  return {
    pid: child.pid!, port, startedAt, readyAt, awake, lostLocks: () => lostLocks,
    freeze: Effect.sync(() => void child.kill("SIGSTOP")),
    thaw: Effect.sync(() => void child.kill("SIGCONT")),
    kill: Effect.suspend(() => {
      child.kill("SIGKILL")
      return Effect.asVoid(exited)
    }),
    stop: Effect.suspend(() => {
      child.kill("SIGTERM")
      return Effect.map(exited, ([code]) => code as number | null).pipe(Effect.timeoutOrElse({
        duration: END_WITHIN_MS,
        orElse: () => Effect.flatMap(sessionsAt(url), (sessions) =>
          Effect.die(new Error(`The worker ${child.pid} did not end within ${END_WITHIN_MS / 1_000} s of being asked to. ${sessions}`)))
      }))
    })
  } satisfies Worker
})
