import { readdir, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { reasonOf } from "../embedded-postgres/attempt.ts"
import { labelIn } from "./label.ts"
import { archivedIn, positionOf, SEALED } from "./segments.ts"

/** Backups that `service backup` named itself. */
const NAMED = /^business-platform-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst\.age$/

/** What `service backup` names a backup of this moment. */
export const nameOf = (at: Date) => `business-platform-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.zst.age`

/** The backups of a folder, oldest first. */
export const backupsIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder)).filter((name) => NAMED.test(name)).toSorted().map((name) => join(folder, name))

/** The one to restore: the newest, or the newest that had been begun by a moment. */
export const newestIn = (folder: string, by: Date | undefined) =>
  Effect.gen(function*() {
    const all = yield* Effect.tryPromise({
      try: () => backupsIn(folder),
      catch: (error) => new StartFailure({ message: `Cannot look into ${folder}: ${reasonOf(error)}.` })
    })
    const found = all.findLast((file) => by === undefined || nameOf(by) >= basename(file))
    if (found !== undefined) return found
    return yield* new StartFailure({ message: `There is no backup in ${folder}${by === undefined || all.length === 0 ? "" : ` that was begun by ${by.toISOString()}`}.` })
  })

interface Removal {
  readonly folder: string
  /** How many of the newest stay. */
  readonly keep: number
  /** Folder of the log, where it is kept. */
  readonly log: string | undefined
  readonly passphrases: ReadonlyArray<string>
}

const opening = (file: string, passphrases: ReadonlyArray<string>) =>
  Effect.tryPromise({
    try: () => labelIn(file, passphrases),
    catch: (error) => new StartFailure({ message: `Nothing was removed, since ${file} cannot be opened (${reasonOf(error)}): move it away, or put its key into SECRET_KEY.` })
  })

/**
 * Removes all but the newest backups of a folder, and the log before the oldest of these. What begins a line of history stays: it is
 * small, and PostgreSQL looks for it. Nothing is removed unless each backup that stays can be opened.
 */
export const removeOld = Effect.fnUntraced(function*({ folder, keep, log, passphrases }: Removal) {
  const trying = <A>(what: string, run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (error) => new StartFailure({ message: `Cannot ${what}: ${reasonOf(error)}.` }) })

  const all = yield* trying(`look into ${folder}`, () => backupsIn(folder))
  const kept = all.slice(-keep)
  const firsts = (yield* Effect.forEach(kept, (file) => opening(file, passphrases))).map(({ first }) => positionOf(first)).toSorted()
  const old = all.slice(0, -keep)
  for (const file of old) yield* trying(`remove ${file}`, () => rm(file))
  if (log === undefined || firsts.length === 0) return { backups: old.length, segments: 0 }

  const needless = (yield* trying(`look into ${log}`, () => archivedIn(log, SEALED))).filter((name) => !name.endsWith(".history") && positionOf(name) < firsts[0]!)
  for (const name of needless) yield* trying(`remove ${name} from ${log}`, () => rm(join(log, name + SEALED)))
  return { backups: old.length, segments: needless.length }
})
