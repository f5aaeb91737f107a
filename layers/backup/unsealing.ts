import { chown, readdir, rename, rm, writeFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import type { Account } from "../embedded-postgres/account.ts"
import { codeOf, reasonOf } from "../embedded-postgres/attempt.ts"
import { opened } from "./sealed-file.ts"
import { after, isArchived, SEALED } from "./segments.ts"
import type { Target } from "./wal-archive.ts"

/** In the data folder while PostgreSQL recovers; its account owns it. */
export const UNSEALED = "unsealed"

const [WANTED, ABSENT] = [".wanted", ".absent"]

/** There once something could not be opened. */
const FAILED = "failed"

/** A shell waits 20 ms so many times: two minutes for one segment. */
const TURNS = 6_000

/**
 * What PostgreSQL runs for each part of the log that it wants, in its data folder and as its account, which can read neither the archive nor
 * our program: it asks by a file, and waits for what it wants or for the word that it is not there. 200 ends the recovery; 1 would be
 * the end of the log.
 */
export const restoreCommand = [
  `cd ${UNSEALED} || exit 200; touch %f${WANTED} || exit 200; n=0`,
  `while [ $n -lt ${TURNS} ]; do if [ -e %f ]; then mv %f ../%p || exit 200; exit 0; fi`,
  `if [ -e %f${ABSENT} ]; then rm %f${ABSENT}; exit 1; fi; if [ -e ${FAILED} ]; then exit 200; fi; sleep 0.02; n=$((n+1)); done; exit 200`
].join("; ")

/** Answers PostgreSQL until the scope closes. `failed` tells what could not be opened, on which the recovery then ended. */
export const unsealing = Effect.fnUntraced(function*(data: string, { identity }: Account, source: Target | undefined) {
  const folder = join(data, UNSEALED)
  const laid = new Map<string, Promise<boolean>>()
  let failed: StartFailure | undefined

  const lay = async (name: string) => {
    if (source === undefined) return false
    const part = join(folder, `${name}.part`)
    try {
      await writeFile(part, await buffer(await opened(join(source.folder, name + SEALED), source.passphrases)), { mode: 0o600 })
      if ("uid" in identity) await chown(part, identity.uid, identity.gid)
      return true
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false
      throw new StartFailure({ message: `Cannot read ${name} of the log in ${source.folder}: ${reasonOf(error)}. Is it whole, and is SECRET_KEY the one it was written with?` })
    }
  }

  /** The one behind it is opened while PostgreSQL reads this one. */
  const begun = (name: string) => {
    const known = laid.get(name) ?? lay(name)
    known.catch(() => {})
    laid.set(name, known)
    return known
  }

  const answer = async (name: string) => {
    // First: PostgreSQL may ask for the same again as soon as it has it.
    await rm(join(folder, name + WANTED))
    try {
      const there = await begun(name)
      laid.delete(name)
      if (there) await rename(join(folder, `${name}.part`), join(folder, name))
      else await writeFile(join(folder, name + ABSENT), "")
      if (there && name.length === 24) void begun(after(name))
    } catch (error) {
      failed ??= error instanceof StartFailure ? error : new StartFailure({ message: reasonOf(error) })
      await writeFile(join(folder, FAILED), "")
    }
  }

  const round = async () => {
    for (const name of await readdir(folder)) {
      const asked = name.slice(0, -WANTED.length)
      if (name.endsWith(WANTED) && isArchived(asked)) await answer(asked)
    }
  }
  yield* Effect.promise(round).pipe(Effect.repeat(Schedule.spaced("10 millis")), Effect.forkScoped)
  return { failed: () => failed }
})
