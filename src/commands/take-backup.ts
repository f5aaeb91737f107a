import { statSync } from "node:fs"
import { Console, Effect, Option, Redacted } from "effect"
import { backup, fileFor } from "#layers/backup/backup"
import { check } from "#layers/backup/restore"
import { removeOld } from "#layers/backup/retention"
import { ServiceConfig } from "#layers/kernel/config"
import { StartFailure } from "#schemas/kernel/start-failure"
import { besideService } from "./beside.ts"
import { counted, passphrases, told } from "./restore-backup.ts"

interface Input {
  readonly file: string
  readonly check: boolean
  readonly json: boolean
  readonly keep: Option.Option<number>
}

export const takeBackup = (input: Input) =>
  besideService(Effect.fnUntraced(function*({ own, url }) {
    if (!own) {
      return yield* new StartFailure({ message: "DATABASE_URL names a server of your own: back it up with pg_basebackup or pg_dump, or as its provider offers." })
    }
    const { dataDir, s3Bucket, walArchive } = yield* ServiceConfig
    const keys = yield* passphrases
    if (Option.isSome(input.keep) && !(input.check && statSync(input.file, { throwIfNoEntry: false })?.isDirectory())) {
      return yield* new StartFailure({ message: "--keep takes a folder of backups, and removes old ones only once the new one is proved: leave out --no-check." })
    }
    const file = fileFor(input.file, new Date())
    const bytes = yield* backup(file, keys[0]!, { dataDir, url: Redacted.value(url) })
    if (Option.isSome(s3Bucket)) yield* Effect.logWarning("Files in the bucket are not part of the backup.")
    const contents = input.check ? yield* check({ file, passphrases: keys, until: "backup", log: undefined }, dataDir) : null
    const removed = Option.isNone(input.keep)
      ? undefined
      : yield* removeOld({ folder: input.file, keep: input.keep.value, log: Option.getOrUndefined(walArchive), passphrases: keys })
    const old = removed === undefined ? "" : ` Removed: ${counted(removed.backups, "old backup", "old backups")}, ${counted(removed.segments, "segment", "segments")} of the log.`
    yield* Console.log(input.json
      ? JSON.stringify({ file, bytes, checked: input.check, ...contents, ...removed !== undefined && { removed } })
      : `${file}: ${bytes} bytes. ${contents === null ? "Not checked." : `Restored and proved: ${told(contents)}`}${old}`)
  }))
