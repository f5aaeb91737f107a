import { Console, Effect, Option, Redacted } from "effect"
import { backup, fileFor } from "#layers/backup/backup"
import { check } from "#layers/backup/restore"
import { ServiceConfig } from "#layers/kernel/config"
import { StartFailure } from "#schemas/kernel/start-failure"
import { besideService } from "./beside.ts"
import { passphrases, told } from "./restore-backup.ts"

interface Input {
  readonly file: string
  readonly check: boolean
  readonly json: boolean
}

export const takeBackup = (input: Input) =>
  besideService(Effect.fnUntraced(function*({ own, url }) {
    if (!own) {
      return yield* new StartFailure({ message: "DATABASE_URL names a server of your own: back it up with pg_basebackup or pg_dump, or as its provider offers." })
    }
    const { dataDir, s3Bucket } = yield* ServiceConfig
    const keys = yield* passphrases
    const file = fileFor(input.file, new Date())
    const bytes = yield* backup(file, keys[0]!, { dataDir, url: Redacted.value(url) })
    if (Option.isSome(s3Bucket)) yield* Effect.logWarning("Files in the bucket are not part of the backup.")
    const contents = input.check ? yield* check(file, keys, dataDir) : null
    yield* Console.log(input.json
      ? JSON.stringify({ file, bytes, checked: input.check, ...contents })
      : `${file}: ${bytes} bytes. ${contents === null ? "Not checked." : `Restored and proved: ${told(contents)}`}`)
  }))
