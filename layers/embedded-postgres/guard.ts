import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import type { Socket } from "node:net"
import type { Account } from "./account.ts"
import { cannotBecome } from "./account.ts"

/**
 * Starts a program and waits for it. Descriptor 3 is a pipe that we hold open: each line names a signal to pass on, and
 * when it closes, however we went, the program is interrupted, which for PostgreSQL is a fast shutdown.
 */
const script = `
"$@" 3<&- & program=$!
trap '' INT TERM HUP
( while read -r signal <&3; do kill -"$signal" $program; done; kill -INT $program ) 2>/dev/null & watch=$!
exec 3<&-
wait $program; code=$?
kill -9 $watch 2>/dev/null
exit $code`

/** A program that ends when we do. */
export interface GuardedProgram {
  /** Its exit code, as a shell tells it, once all it wrote has been read. */
  readonly ended: Effect.Effect<number>
  /** The last lines it wrote to standard error. */
  readonly lastLines: ReadonlyArray<string>
  /** Calls back with each line from now on. The lines are read all the time, so the program never waits for a reader. */
  readonly listen: (listener: (line: string) => void) => void
  /** Lets our own process end while the program runs. */
  readonly detach: () => void
  /** Whether we have asked it to end. */
  readonly stopping: () => boolean
}

/** A fast shutdown writes everything back first, which a slow disk may take this long for. */
const STOP_TIMEOUT = "60 seconds"

const KEPT_LINES = 20

const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }

const pipeOf = (child: ChildProcess) => child.stdio[3] as Socket

const read = (child: ChildProcess) => {
  const lastLines: Array<string> = []
  let listener: (line: string) => void = () => {}
  createInterface({ input: child.stderr!, crlfDelay: Infinity }).on("line", (line) => {
    lastLines.push(line)
    if (lastLines.length > KEPT_LINES) lastLines.shift()
    listener(line)
  })
  return { lastLines, listen: (next: (line: string) => void) => void (listener = next) }
}

const launch = (account: Account, command: ReadonlyArray<string>) => {
  const child = spawn("/bin/sh", ["-c", script, "sh", ...command], {
    ...account.identity,
    cwd: "/",
    env: environment,
    // Out of the terminal's reach: Ctrl-C is for us, and we stop the program when nobody needs it any more.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "pipe"]
  })
  let asked = false
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.once("error", () => resolve())
  })
  const closed = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)))
  const failed = new Promise<unknown>((resolve) => child.once("error", resolve))
  // Writing to a program that has just ended is no failure.
  pipeOf(child)?.on("error", () => {}).resume()

  const signal = (name: "INT" | "QUIT") => {
    asked = true
    pipeOf(child).write(`${name}\n`)
  }
  const reach = (how: "ref" | "unref") => {
    child[how]()
    pipeOf(child)[how]()
    ;(child.stderr as Socket)[how]()
  }
  return { child, closed, exited, failed, reach, signal, stopping: () => asked }
}

const stop = Effect.fnUntraced(function*({ child, exited, reach, signal }: ReturnType<typeof launch>) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  reach("ref")
  signal("INT")
  yield* Effect.promise(() => exited).pipe(Effect.timeoutOrElse({
    duration: STOP_TIMEOUT,
    orElse: Effect.fnUntraced(function*() {
      yield* Effect.logWarning(`PostgreSQL did not stop within ${STOP_TIMEOUT}; it is cut off and will recover at its next start.`)
      signal("QUIT")
      yield* Effect.promise(() => exited)
    })
  }))
})

/** Runs a program as the account, until the scope closes or this process ends, also by `kill -9`. */
export const runGuarded = Effect.fnUntraced(function*(account: Account, command: ReadonlyArray<string>) {
  const launched = yield* Effect.acquireRelease(Effect.sync(() => launch(account, command)), stop)
  if (launched.child.pid === undefined) return yield* cannotBecome(account, yield* Effect.promise(() => launched.failed))

  const program: GuardedProgram = {
    ...read(launched.child),
    ended: Effect.promise(() => launched.closed),
    detach: () => launched.reach("unref"),
    stopping: launched.stopping
  }
  return program
})
