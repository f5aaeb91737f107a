import { Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json } from "./flags.ts"

const Keep = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))

const file = (means: string) => Argument.String("file").pipe(Argument.withDescription(means))

export const backupCommand = Command.make("backup", {
  file: file("File to write, or a folder, in which the moment names it"),
  check: Flag.Boolean("check").pipe(Flag.withDescription("Restore it beside the data and prove it, which takes as much room again for that time"), Flag.withDefault(true)),
  keep: Flag.Int("keep").pipe(
    Flag.withSchema(Keep),
    Flag.withDescription("Then remove all but so many of the newest backups in the folder, and the log in WAL_ARCHIVE that none of them needs"), Flag.optional
  ),
  json
}, (input) => Effect.flatMap(Effect.promise(() => import("./take-backup.ts")), ({ takeBackup }) => takeBackup(input))).pipe(
  Command.withDescription(
    "Back up the service's own PostgreSQL, the files that companies keep (DATA_DIR/objects) and the demo company's credentials while the service works, into one file that SECRET_KEY opens: tar, Zstandard and the age format, " +
      "whose passphrase is SECRET_KEY, so that age and zstd open it too. Files in a bucket, and a server that DATABASE_URL names, are not in it: see /docs/backups."
  ),
  Command.withExamples([
    { command: "service backup --no-check /var/backups", description: "A backup of this moment; prove it later with service restore --check" },
    { command: "service backup --keep 14 /var/backups", description: "By a timer each night: two weeks of backups, and the log from the first of them on" }
  ])
)

export const restoreCommand = Command.make("restore", {
  file: file("What service backup wrote, or a folder of such, of which the newest is taken that was begun in time"),
  check: Flag.Boolean("check").pipe(
    Flag.withDescription("Only prove that it can be restored, reading every page: beside the data, which stays as it is, and removed again. For a timer"), Flag.withDefault(false)
  ),
  until: Flag.String("until").pipe(
    Flag.withDescription("A moment after the backup, with its zone (2026-11-28T14:20:00Z), to which the log leads on; end for all of the log"), Flag.optional
  ),
  log: Flag.String("log").pipe(Flag.withDescription("Folder of the log; that of WAL_ARCHIVE, if left out"), Flag.optional),
  json
}, (input) => Effect.flatMap(Effect.promise(() => import("./restore-backup.ts")), ({ restoreBackup }) => restoreBackup(input))).pipe(
  Command.withDescription(
    "Restore a backup into DATA_DIR, which must hold no database, and prove the receipts of all companies. With --until it is led on to a later moment by the log that WAL_ARCHIVE keeps. " +
      "Files in DATA_DIR/objects come back as they were in the backup. The service is started afterwards."
  ),
  Command.withExamples([
    { command: "service restore --until 2026-11-28T14:20:00Z /var/backups/last.tar.zst.age", description: "Back to just before a mistake" },
    { command: "service restore --check --until end /var/backups", description: "By a timer: exit code 1 if the newest backup or the log after it is damaged; health and metrics of the service tell of it" }
  ])
)
