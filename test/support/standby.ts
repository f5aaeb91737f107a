import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { inject } from "vitest"
import { baseBackup } from "#layers/backup/base-backup"
import { extract } from "#layers/backup/extract"
import { owner } from "#layers/database/connections"
import { clusterOf } from "#layers/embedded-postgres/cluster"
import { place } from "#layers/embedded-postgres/place"
import { disposable } from "#layers/embedded-postgres/settings"
import { start } from "#layers/embedded-postgres/start"
import { SqlClient } from "effect/sql"
import { eventually } from "./eventually.ts"
import { copyData, temporary } from "./temporary.ts"

/** Statements as the owner of a database, one after the other; the rows of the last. */
export const told = (url: string, ...statements: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(Effect.forEach(statements, (statement) => sql.unsafe<Record<string, any>>(statement)), (all) => all.at(-1)!)
  ).pipe(Effect.provide(owner(Redacted.make(url))))

const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(temporary, "standby-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
)

/** A socket's path may have a hundred characters. */
const socketFolder = (identity: { readonly uid?: number; readonly gid?: number }) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const path = mkdtempSync(join(tmpdir(), "sb-"))
      if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid!)
      return path
    }),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )

/** A migrated PostgreSQL and one that follows it by streaming, made of a base backup. */
export const primaryWithStandby = Effect.gen(function*() {
  const home = yield* folder
  const data = join(home, "primary")
  copyData(inject("migrated"), data)
  const primary = yield* start({ data, settings: [...disposable, "synchronous_commit=on", "max_connections=100"] })
  const url = primary.url("postgres")

  const copy = join(home, "copy")
  mkdirSync(copy)
  const { account, native } = yield* place(primary.data)
  const identity: { readonly uid?: number; readonly gid?: number } = account.identity
  if (identity.uid !== undefined) chownSync(copy, identity.uid, identity.gid!)
  yield* Effect.promise(() => extract(baseBackup(url), { account, data: copy }))
  chmodSync(copy, 0o700)
  writeFileSync(join(copy, "standby.signal"), "")
  appendFileSync(join(copy, "postgresql.auto.conf"), `\nprimary_conninfo = 'host=${primary.socket} user=postgres'\n`)
  const socket = yield* socketFolder(identity)

  let server: ChildProcess | undefined
  const launched = Effect.gen(function*() {
    const settings = ["listen_addresses=", "max_connections=100", "max_wal_senders=2", "hot_standby=on", "wal_retrieve_retry_interval=100ms", "fsync=off"]
    server = spawn(join(native.root, "bin/postgres"), ["-D", copy, "-k", socket, ...settings.flatMap((one) => ["-c", one])], { ...identity, cwd: "/", stdio: "ignore" })
    yield* eventually(Effect.option(told(there, "select 1")), ({ _tag }) => _tag === "Some", 30_000)
  })
  const there = clusterOf({ pid: 0, socket, data: copy }).url("postgres")
  const killed = Effect.promise(async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, "exit")
    server.kill("SIGQUIT")
    await gone
  })
  yield* Effect.acquireRelease(launched, () => killed)
  return {
    primary: url, standby: there, killed, launched,
    /** Stops the whole standby where it is, or lets it go on. */
    frozen: (yes: boolean) => Effect.sync(() => {
      const pid = server!.pid!
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).trim().split(/\s+/u).map(Number)
      for (const one of [pid, ...children]) process.kill(one, yes ? "SIGSTOP" : "SIGCONT")
    })
  }
})
