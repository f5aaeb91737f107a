import { chownSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted, Result } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { owner } from "../database/connections.ts"
import { saidOf } from "../database/problem.ts"
import { attempt, reasonOf } from "../embedded-postgres/attempt.ts"
import { privateFolder } from "../embedded-postgres/folder.ts"
import type { Account } from "../embedded-postgres/account.ts"
import { disposable as quick } from "../embedded-postgres/settings.ts"
import { start } from "../embedded-postgres/start.ts"
import { type Contents, contents, lastReplayed } from "./contents.ts"
import { type Examined, examined } from "./proof.ts"
import { LABEL, readLabel } from "./label.ts"
import { archivedIn, gapIn, SEALED } from "./segments.ts"
import { restoreCommand, UNSEALED, unsealing } from "./unsealing.ts"
import type { Target } from "./wal-archive.ts"

/** How far to go: to the end of the backup, to the end of the log, or to a moment in it. */
export type Until = "backup" | "end" | Date

export interface Recovery {
  readonly until: Until
  /** Where the log is, if anywhere. */
  readonly source: Target | undefined
  /** Nobody will use what is restored: it is proved with all of its pages, without care for a power cut, and thrown away. */
  readonly disposable: boolean
}

/** What was restored. */
export interface Recovered extends Contents {
  /** When the last change was made that was taken from the log. */
  readonly until: string | null
  /** The log has nothing as late as the moment that was asked for. */
  readonly ended: boolean
  readonly examined: Examined | undefined
}

const BEFORE = /requested recovery stop point is before consistent recovery point/
const ENDED = /recovery ended before configured recovery target was reached/

const labelOf = (data: string) => attempt("read when the backup was taken", () => readLabel(readFileSync(join(data, LABEL), "utf8")))

const said = (at: Date) => at.toISOString()

const tooEarly = (until: Date, begun: Date) =>
  new StartFailure({ message: `The backup was begun at ${said(begun)} and was not finished at ${said(until)}: restore an older one, or name a later time.` })

/** As PostgreSQL reads it before it knows names of time zones. */
const parameter = (at: Date) => at.toISOString().replace("T", " ").replace("Z", "+00")

const targetOf = (until: Until): ReadonlyArray<string> =>
  until === "end" ? [] : until === "backup" ? ["recovery_target=immediate", "recovery_target_timeline=current"] : [`recovery_target_time=${parameter(until)}`]

/** The segment that lacks, in the log that follows a backup. */
const gapAfter = (data: string, first: string, { folder }: Target) =>
  Effect.tryPromise({
    try: async () => gapIn([...await archivedIn(join(data, "pg_wal")), ...await archivedIn(folder, SEALED)], first),
    catch: (error) => new StartFailure({ message: `Cannot read the log in ${folder}: ${reasonOf(error)}.` })
  })

const gap = (segment: string, folder: string) =>
  new StartFailure({ message: `The log in ${folder} has a gap: ${segment}${SEALED} is not there, though later ones are. Find it, or restore to a time before the gap.` })

/** Lets PostgreSQL recover from the log, on a new line of history, and proves what came out. */
const run = Effect.fnUntraced(function*(data: string, account: Account, { disposable, source }: Recovery, until: Until) {
  const { failed } = yield* unsealing(data, account, source)
  const { url } = yield* start({
    data,
    settings: [
      // Whatever is noted as full here is archived by the service, later.
      "archive_mode=on", "archive_library=", "archive_command=",
      "hot_standby=off", `restore_command=${restoreCommand}`, "recovery_target_action=promote", ...targetOf(until), ...disposable ? quick : []
    ]
  }).pipe(Effect.mapError((error) => failed() ?? error))
  return yield* Effect.all({ found: contents, until: lastReplayed, examined: disposable ? examined : Effect.undefined }).pipe(
    Effect.provide(owner(Redacted.make(url("postgres")))),
    Effect.catchTag("SqlError", (error) => new StartFailure({ message: `The database of the backup cannot be read: ${saidOf(error)}.` }))
  )
}, Effect.scoped)

/** Brings the data of a backup, laid out in a folder, to a moment of the log, and proves it. */
export const recovered = Effect.fnUntraced(function*(data: string, account: Account, recovery: Recovery) {
  const { source } = recovery
  const { begun, first } = yield* labelOf(data)
  const now = new Date()
  const until = recovery.until instanceof Date && recovery.until > now ? "end" : recovery.until
  if (until instanceof Date && until < begun) return yield* tooEarly(until, begun)

  const missing = source === undefined ? undefined : yield* gapAfter(data, first, source)
  if (until === "end" && missing !== undefined) return yield* gap(missing, source!.folder)
  yield* attempt("prepare the recovery", () => {
    privateFolder(join(data, UNSEALED), account)
    const signal = join(data, "recovery.signal")
    writeFileSync(signal, "", { mode: 0o600 })
    if ("uid" in account.identity) chownSync(signal, account.identity.uid, account.identity.gid)
  })
  const done = yield* Effect.result(run(data, account, recovery, until))
  const ended = Result.isFailure(done) && ENDED.test(done.failure.message)
  if (Result.isFailure(done)) {
    if (until instanceof Date && BEFORE.test(done.failure.message)) return yield* tooEarly(until, begun)
    if (!ended) return yield* done.failure
    if (missing !== undefined) return yield* gap(missing, source!.folder)
  }
  const { found, until: last, ...read } = Result.isSuccess(done) ? done.success : yield* run(data, account, recovery, "end")
  yield* attempt("clean up after the recovery", () => rmSync(join(data, UNSEALED), { recursive: true, force: true }))
  return { ...found, ...read, until: last, ended } satisfies Recovered
})
