import { existsSync, statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { reasonOf } from "../embedded-postgres/attempt.ts"
import { archive } from "./archive.ts"
import { nameOf } from "./retention.ts"
import { sealInto } from "./sealed-file.ts"

/** PostgreSQL as it was set up before backups could be taken while it works. */
const WITHOUT_LOG = /max_wal_senders|wal_level/

const failure = (file: string) => (error: unknown) =>
  new StartFailure({
    message: error instanceof Error && WITHOUT_LOG.test(error.message)
      ? "The running service was started before it could be backed up while it works: restart it, then try again."
      : `Cannot write the backup ${file}: ${reasonOf(error)}.`
  })

/** Where a backup goes: a file of that name, or one named by the moment, in a folder. */
export const fileFor = (path: string, at: Date) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    ? join(path, nameOf(at))
    : path

/** Writes database and kept files of this moment into a file, which is there when it is whole. Gives its size in bytes. */
export const backup = Effect.fnUntraced(function*(file: string, passphrase: string, { dataDir, url }: { readonly dataDir: string; readonly url: string }) {
  if (existsSync(file)) return yield* new StartFailure({ message: `${file} is there already: name another file, or a folder.` })
  return yield* Effect.tryPromise({
    try: async () => {
      await sealInto(file, archive(url, dataDir), passphrase)
      return statSync(file).size
    },
    catch: failure(file)
  }).pipe(Effect.onError(() => Effect.promise(() => rm(`${file}.part`, { force: true }))))
})
