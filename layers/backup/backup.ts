import { createWriteStream, existsSync, statSync } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { reasonOf } from "../embedded-postgres/attempt.ts"
import { archive } from "./archive.ts"
import { sealed } from "./sealed-file.ts"

/** PostgreSQL as it was set up before backups could be taken while it works. */
const WITHOUT_LOG = /max_wal_senders|wal_level/

const failure = (file: string) => (error: unknown) =>
  new StartFailure({
    message: error instanceof Error && WITHOUT_LOG.test(error.message)
      ? "The running service was started before it could be backed up while it works: restart it, then try again."
      : `Cannot write the backup ${file}: ${reasonOf(error)}.`
  })

const flushed = async (path: string) => {
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}

/** Where a backup goes: a file of that name, or one named by the moment, in a folder. */
export const fileFor = (path: string, at: Date) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    ? join(path, `business-platform-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.zst.age`)
    : path

/** Writes database and kept files of this moment into a file, which is there when it is whole. Gives its size in bytes. */
export const backup = Effect.fnUntraced(function*(file: string, passphrase: string, { dataDir, url }: { readonly dataDir: string; readonly url: string }) {
  if (existsSync(file)) return yield* new StartFailure({ message: `${file} is there already: name another file, or a folder.` })
  const part = `${file}.part`
  return yield* Effect.tryPromise({
    try: async () => {
      await pipeline(await sealed(archive(url, dataDir), passphrase), createWriteStream(part, { mode: 0o600 }))
      await flushed(part)
      await rename(part, file)
      await flushed(dirname(file))
      return statSync(file).size
    },
    catch: failure(file)
  }).pipe(Effect.onError(() => Effect.promise(() => rm(part, { force: true }))))
})
