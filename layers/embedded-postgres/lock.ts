import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { attempt, codeOf } from "./attempt.ts"
import { exists, serves } from "./process.ts"

/** What `postmaster.pid` says of the server that wrote it; `status` is `starting`, `ready` or `stopping`. */
export interface Lock {
  readonly pid: number
  readonly socket: string
  readonly status: string
}

const fileOf = (data: string) => join(data, "postmaster.pid")

const contents = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

/** The lock of a data folder, if it has one. Its server may be long gone. */
export const lockOf = (data: string) =>
  attempt(`read ${fileOf(data)}`, (): Lock | undefined => {
    const text = contents(fileOf(data))
    if (text === undefined) return undefined
    const [pid = "", , , , socket = "", , , status = ""] = text.split("\n").map((line) => line.trim())
    return { pid: Math.abs(Number(pid)), socket, status }
  }, "use the account that runs the service")

/** Greater than any process id a system gives. */
const nobody = 2_147_483_647

/**
 * PostgreSQL takes any living process of the number in the lock for its server. Only the number is made harmless: the
 * rest lets it find children of the dead server that still use the data.
 */
const forget = (data: string, pid: number) => {
  if (!(pid > 0)) return rmSync(fileOf(data), { force: true })
  if (!exists(pid)) return
  const [, ...rest] = readFileSync(fileOf(data), "utf8").split("\n")
  writeFileSync(fileOf(data), [nobody, ...rest].join("\n"))
}

const forgetSocket = (data: string, socket: string) => {
  const path = join(socket, ".s.PGSQL.5432.lock")
  const pid = Number.parseInt(contents(path) ?? "")
  if (!serves(pid, data)) rmSync(path, { force: true })
}

const inUse = (data: string, pid: number) =>
  new StartFailure({
    message: `The data folder ${data} is in use by a running PostgreSQL, process ${pid}: stop the service that started it, `
      + `or end that process with kill -INT ${pid}, or set DATA_DIR to another folder.`
  })

/** How long a server may keep the folder, in milliseconds: one that is stopping, and any other, which may be about to. */
const waits = { stopping: 5_000, other: 1_000 }

/** Waits until no server uses the data folder and removes what a dead one left. */
export const vacate = Effect.fnUntraced(function*(data: string, socket: string) {
  const begun = Date.now()
  while (true) {
    const lock = yield* lockOf(data)
    const isServed = lock !== undefined && serves(lock.pid, data)
    const waited = Date.now() - begun
    // A lock is empty for an instant while it is written.
    const written = lock === undefined || lock.pid > 0
    if (!isServed && (written || waited > waits.other)) {
      return yield* attempt(`clean up the data folder ${data}`, () => {
        if (lock !== undefined) forget(data, lock.pid)
        forgetSocket(data, socket)
      })
    }
    if (isServed && waited > (lock.status === "stopping" ? waits.stopping : waits.other)) {
      return yield* inUse(data, lock.pid)
    }
    yield* Effect.sleep("10 millis")
  }
})
