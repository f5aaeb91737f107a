import { spawn } from "node:child_process"
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { PgClient } from "@effect/sql-pg"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { serves } from "#layers/embedded-postgres/process"
import { disposable } from "#layers/embedded-postgres/settings"
import { start } from "#layers/embedded-postgres/start"
import type { Told } from "./embedded-child.ts"
import { copyData } from "./temporary.ts"

export const root = process.getuid?.() === 0
const repository = resolve(import.meta.dirname, "../..")
const platform = `@embedded-postgres/${process.platform}-${process.arch}`

/** A folder of the test's own that everybody may enter. */
export const home = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "embedded-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

export const dataFolder = Effect.map(home, (path) => join(path, "data"))

export const quick = (data: string) => start({ data, settings: disposable })

/** Data that a server has used and left, made once. */
export class Seed extends Context.Service<Seed, string>()("test/Seed") {
  static readonly layer = Layer.effect(Seed, Effect.tap(dataFolder, (data) => Effect.scoped(quick(data))))
}

/** A copy of the seed for one test. */
export const usedData = Effect.gen(function*() {
  const data = yield* dataFolder
  copyData(yield* Seed, data)
  return data
})

export const asked = (url: string) =>
  SqlClient.SqlClient.use((sql) => sql<{ answer: number }>`select 41 + 1 as answer`).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.map(([row]) => row?.answer)
  )

/** Waits until a server is gone, up to 5 seconds. */
export const gone = (pid: number, data: string) =>
  Effect.sync(() => serves(pid, data)).pipe(
    Effect.filterOrFail((still) => !still, () => new Error(`Process ${pid} still serves ${data}`)),
    Effect.retry({ schedule: Schedule.spaced("20 millis"), times: 250 }),
    Effect.orDie
  )

/** The sentence of a start that must fail. */
export const refusal = (data: string) => Effect.map(Effect.flip(Effect.scoped(quick(data))), ({ message }) => message)

interface Child {
  readonly pid: number
  readonly kill: () => void
  /** Whether it has started PostgreSQL. */
  readonly told: Effect.Effect<Told>
  readonly logged: ReadonlyArray<string>
}

/** A process that runs PostgreSQL, from the code in `code`. */
export const child = Effect.fnUntraced(function*(data: string, code = repository) {
  const logged: Array<string> = []
  const process_ = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(code, "test/support/embedded-child.ts"), data], {
        cwd: code,
        stdio: ["ignore", "pipe", "inherit"]
      })
    ),
    Effect.fnUntraced(function*(process_) {
      process_.kill("SIGKILL")
      // The folder is about to be removed, which PostgreSQL should not write to meanwhile.
      const answer = yield* Effect.promise(() => told.catch(() => ({ failed: "killed" })))
      if ("started" in answer) yield* gone(answer.started.pid, answer.started.data)
    })
  )
  const told = new Promise<Told>((resolve, reject) => {
    createInterface({ input: process_.stdout }).on("line", (line) => {
      const told: Told = JSON.parse(line)
      if ("logged" in told) logged.push(told.logged)
      else resolve(told)
    }).on("close", () => reject(new Error("The child has gone")))
  })
  told.catch(() => {})
  const made: Child = { pid: process_.pid!, kill: () => process_.kill("SIGKILL"), told: Effect.promise(() => told), logged }
  return made
})

export const startedBy = Effect.fnUntraced(function*({ told }: Child) {
  const answer = yield* told
  assert.isTrue("started" in answer, JSON.stringify(answer))
  return (answer as Extract<Told, { started: unknown }>).started
})

/** A process of whoever owns `data`, which says one line. */
export const bystander = Effect.fnUntraced(function*(data: string, script: string) {
  const { gid, uid } = statSync(data)
  const run = { ...root && { uid, gid }, cwd: "/" }
  const process_ = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("/bin/sh", ["-c", script], { ...run, stdio: ["ignore", "pipe", "ignore"] })),
    (process_) => Effect.sync(() => process_.kill("SIGKILL"))
  )
  return yield* Effect.promise(() => new Promise<number>((resolve) =>
    createInterface({ input: process_.stdout }).once("line", (line) => resolve(Number(line)))))
})

/** The locks that a server with this process id would have left behind. */
export const leaveLocks = (data: string, pid: number) => {
  const { gid, uid } = statSync(data)
  const locks = {
    "postmaster.pid": `${pid}\n${data}\n1700000000\n5432\n${data}\n\n  1234567         0\nready   \n`,
    ".s.PGSQL.5432.lock": `${pid}\n${data}\n1700000000\n5432\n${data}\n`
  }
  for (const [name, text] of Object.entries(locks)) {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    if (root) chownSync(join(data, name), uid, gid)
  }
}

/** A clone of what the spawner needs, installed without install scripts. */
export const clone = (to: string, { native }: { readonly native: boolean }) => {
  const parts = [
    "package.json", "layers/embedded-postgres", "schemas/kernel/start-failure.ts", "layers/kernel/log-values.ts",
    "test/support/embedded-child.ts"
  ]
  for (const part of parts) cpSync(join(repository, part), join(to, part), { recursive: true })
  mkdirSync(join(to, "node_modules"))
  symlinkSync(join(repository, "node_modules/effect"), join(to, "node_modules/effect"))
  if (native) {
    cpSync(join(repository, "node_modules", platform), join(to, "node_modules", platform), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink()
    })
  }
  return to
}
