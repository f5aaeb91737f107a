import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { access, constants, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { Effect, Schedule } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { reasonOf } from "../embedded-postgres/attempt.ts"
import { ENDED_AFTER, spoolOf, wakeCheckpointer } from "../embedded-postgres/wal.ts"
import { opened, sealInto } from "./sealed-file.ts"
import { archivedIn, SEALED } from "./segments.ts"
import type { WalState } from "./wal-state.ts"

const EVERY = "1 second"

/** Milliseconds that sealing what is left may take when the service ends; the rest is sealed at its next start. */
const END_MS = 20_000

const digest = async (bytes: AsyncIterable<Uint8Array>) => {
  const hash = createHash("sha256")
  await pipeline(bytes, hash)
  return hash.digest("hex")
}

/** What was sealed before a crash is there already; the log of another database may have the same name. */
const isSame = async (file: string, spooled: string, passphrases: ReadonlyArray<string>) =>
  await digest(await opened(file, passphrases)) === await digest(createReadStream(spooled))

const exists = (file: string) => stat(file).then(() => true, () => false)

/** Moves one segment into the folder: it leaves the spool once it would survive a power cut there. */
const moved = async (name: string, spool: string, { folder, passphrases }: Target) => {
  const [spooled, file] = [join(spool, name), join(folder, name + SEALED)]
  if (!(await exists(file))) await sealInto(file, createReadStream(spooled), passphrases[0]!)
  else if (!(await isSame(file, spooled, passphrases))) {
    throw new Error(`${file} is there already and holds something else, perhaps the log of another database: set WAL_ARCHIVE to an empty folder, then take a backup`)
  }
  await rm(spooled)
}

export interface Target {
  /** That of WAL_ARCHIVE. */
  readonly folder: string
  /** Those of SECRET_KEY, the newest first. */
  readonly passphrases: ReadonlyArray<string>
}

/** Seals all that waits in a spool, oldest first. Gives how many. */
export const sealSpool = async (spool: string, target: Target, until = Infinity) => {
  const names = await archivedIn(spool)
  let done = 0
  for (const name of names) {
    if (Date.now() > until) break
    await moved(name, spool, target)
    done++
  }
  return done
}

/** Segments that PostgreSQL has still to copy into the spool, as it notes them. */
const READY = ".ready"

const waitingIn = async (data: string) => {
  const notes = join(data, "pg_wal/archive_status")
  const ready = (await readdir(notes).catch(() => [])).filter((name) => name.endsWith(READY)).map((name) => join(notes, name))
  const spool = spoolOf(data)
  const files = [...ready, ...(await archivedIn(spool)).map((name) => join(spool, name))]
  const times = await Promise.all(files.map((file) => stat(file).then(({ mtimeMs }) => mtimeMs, () => Infinity)))
  const since = Math.min(...times)
  return { waiting: files.length, since: Number.isFinite(since) ? since : 0 }
}

/** Refuses a folder that cannot be written to when the service starts: nobody should believe in an archive that is not there. */
const usable = (folder: string) =>
  Effect.tryPromise({
    try: () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK),
    catch: (error) => new StartFailure({ message: `WAL_ARCHIVE names ${folder}, which cannot be written to: ${reasonOf(error)}. Make the folder, on another disk than DATA_DIR.` })
  })

/**
 * Seals each full segment of the log as it comes, until the scope closes. `begin` then starts PostgreSQL: it stops before the last look,
 * so that an orderly end leaves nothing behind.
 */
export const archiving = Effect.fnUntraced(function*<A extends { readonly data: string }, E, R>(target: Target, begin: Effect.Effect<A, E, R>) {
  yield* usable(target.folder)
  let state: WalState = { waiting: 0, since: 0, sealed: 0, problem: undefined }
  let told: string | undefined

  let moved = Date.now()
  const look = (data: string, until?: number) =>
    Effect.gen(function*() {
      const before = state.sealed
      const problem = yield* Effect.promise(async () => {
        try {
          state = { ...state, sealed: state.sealed + await sealSpool(spoolOf(data), target, until) }
          return undefined
        } catch (error) {
          return reasonOf(error)
        }
      })
      const behind = yield* Effect.promise(() => waitingIn(data).catch(() => ({ waiting: Math.max(1, state.waiting), since: state.since === 0 ? Date.now() : state.since })))
      state = { ...state, ...behind, problem }
      if (problem !== undefined && problem !== told) yield* Effect.logError(`The log of the database cannot be archived: ${problem}. It is tried again each second; until then it fills DATA_DIR.`)
      told = problem
      if (state.sealed > before) moved = Date.now()
      if (Date.now() - moved < ENDED_AFTER * 1_000) return
      moved = Date.now()
      yield* wakeCheckpointer(data)
    })

  let data: string | undefined
  yield* Effect.addFinalizer(() => data === undefined ? Effect.void : look(data, Date.now() + END_MS))
  const begun = yield* begin
  data = begun.data
  yield* Effect.uninterruptible(look(data)).pipe(Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)
  return { begun, state: () => state }
})
