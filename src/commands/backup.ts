import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json } from "./flags.ts"

const file = (means: string) => Argument.String("file").pipe(Argument.withDescription(means))

export const backupCommand = Command.make("backup", {
  file: file("File to write, or a folder, in which the moment names it"),
  check: Flag.Boolean("check").pipe(Flag.withDescription("Restore it beside the data and prove it, which takes as much room again for that time"), Flag.withDefault(true)),
  json
}, (input) => Effect.flatMap(Effect.promise(() => import("./take-backup.ts")), ({ takeBackup }) => takeBackup(input))).pipe(
  Command.withDescription(
    "Back up the service's own PostgreSQL, the files that companies keep (DATA_DIR/objects) and the demo company's credentials while the service works, into one file that SECRET_KEY opens: tar, Zstandard and the age format, " +
      "whose passphrase is SECRET_KEY, so that age and zstd open it too. Files in a bucket, and a server that DATABASE_URL names, are not in it: see /docs/guides/operate."
  ),
  Command.withExamples([{ command: "service backup --no-check /var/backups", description: "A backup of this moment; prove it later with service restore --check" }])
)

export const restoreCommand = Command.make("restore", {
  file: file("What service backup wrote"),
  check: Flag.Boolean("check").pipe(
    Flag.withDescription("Only prove that it can be restored: beside the data, which stays as it is, and removed again. For a timer"), Flag.withDefault(false)
  ),
  json
}, (input) => Effect.flatMap(Effect.promise(() => import("./restore-backup.ts")), ({ restoreBackup }) => restoreBackup(input))).pipe(
  Command.withDescription("Restore a backup into DATA_DIR, which must hold no database, and prove the receipts of all companies. The service is started afterwards."),
  Command.withExamples([{ command: "service restore --check /var/backups/last.tar.zst.age", description: "Exit code 1 if the backup is damaged" }])
)
