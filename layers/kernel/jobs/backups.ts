import { Effect, Option, Schedule } from "effect"
import { checkReport } from "../../backup/check-report.ts"
import { WalArchive, walBehind } from "../../backup/wal-state.ts"
import { ServiceConfig } from "../config.ts"
import { Health } from "../health.ts"
import { Metrics } from "../metrics.ts"

const EVERY = "5 seconds"

const secondsOf = (at: string | null | undefined) => at === null || at === undefined ? 0 : Date.parse(at) / 1_000

/** How the last check of a backup went, which a command made, and how far the archive of the log is behind: for the service's own PostgreSQL. */
export const backupsTold = Effect.gen(function*() {
  const { databaseUrl, dataDir } = yield* ServiceConfig
  if (Option.isSome(databaseUrl)) return
  const { gauge } = yield* Metrics
  const health = yield* Health
  let report = checkReport(dataDir)
  gauge("backup_proved_timestamp_seconds", "When a backup was last restored and proved; 0 for never.", () => secondsOf(report?.proved))
  gauge("backup_check_failed", "Whether the last check of a backup failed.", () => report?.ok === false ? 1 : 0)
  yield* Effect.sync(() => {
    report = checkReport(dataDir)
    health.setBackupProved(report?.ok !== false)
  }).pipe(Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)

  if (Option.isNone(yield* WalArchive)) return
  const behind = yield* walBehind
  gauge("wal_archive_waiting", "Full segments of the database's log that are not in WAL_ARCHIVE yet.", () => behind().waiting)
  gauge("wal_archive_behind_seconds", "For how long the oldest of them waits.", () => behind().seconds)
  gauge("wal_archive_sealed_total", "Segments sealed into WAL_ARCHIVE by this process.", () => behind().sealed)
})
