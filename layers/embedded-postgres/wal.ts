import { existsSync, rmSync } from "node:fs"
import { Effect } from "effect"
import { attempt } from "./attempt.ts"
import { privateFolder } from "./folder.ts"
import { lockOf } from "./lock.ts"
import type { Place } from "./place.ts"
import { serves } from "./process.ts"

/** Whether PostgreSQL keeps each part of its write-ahead log that is full: it begins to, it goes on as before, or it ends. */
export type WalUse = "kept" | "unchanged" | "ended"

/** Where full segments wait until somebody takes them. That it is there is the mark of data whose log is kept. */
export const spoolOf = (data: string) => `${data}-wal`

/** Seconds after which a segment is ended although it is not full: a quiet database loses no more than this. */
export const ENDED_AFTER = 60

const settings = (spool: string): ReadonlyArray<string> => [
  "archive_mode=on",
  // It copies a segment under another name, flushes it and renames it, in its own process: no shell reads our paths.
  "archive_library=basic_archive",
  `basic_archive.archive_directory=${spool}`,
  `archive_timeout=${ENDED_AFTER}`
]

/** The settings that keep the log, where it is kept. A command beside the service keeps it too, or there would be a gap. */
export const walSettings = Effect.fnUntraced(function*({ account, data }: Place, use: WalUse) {
  const spool = spoolOf(data)
  if (use === "ended" && existsSync(spool)) {
    yield* Effect.logWarning("WAL_ARCHIVE is not set any more: from now on this database can be restored to its backups only, to no moment between them.")
    yield* attempt(`remove ${spool}`, () => rmSync(spool, { recursive: true, force: true }))
  }
  if (use === "kept" && !existsSync(spool)) yield* attempt(`make the folder ${spool}`, () => privateFolder(spool, account))
  return existsSync(spool) ? settings(spool) : []
})

/**
 * PostgreSQL's checkpointer is what ends segments. It is there before recovery is over, and sleeps on for five minutes after it without
 * looking at the clock of segments: told to read its settings again, it looks.
 */
export const wakeCheckpointer = (data: string) =>
  lockOf(data).pipe(
    Effect.flatMap((lock) => attempt("wake PostgreSQL", () => lock !== undefined && serves(lock.pid, data) && process.kill(lock.pid, "SIGHUP"))),
    Effect.ignore
  )
