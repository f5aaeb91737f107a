import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import type { StartFailure } from "#schemas/kernel/start-failure"
import type { Account } from "./account.ts"
import { attempt, codeOf } from "./attempt.ts"
import { exists } from "./process.ts"

/** What starts that were cut short have left: `<path>.init` and `<path>.init-<pid>` of processes that are gone. */
const sweep = (path: string) => {
  const prefix = `${basename(path)}.init`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue
    const pid = /^-(\d+)$/.exec(name.slice(prefix.length))?.[1]
    if (pid === undefined ? name !== prefix : Number(pid) !== process.pid && exists(Number(pid))) continue
    rmSync(join(dirname(path), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

const lost = (error: unknown) => ["EEXIST", "ENOTEMPTY"].includes(codeOf(error))

/**
 * Makes a folder that is either absent or complete: filled under another name, then renamed. When several processes do
 * it at once, the first wins and the others use its folder.
 */
export const complete = Effect.fnUntraced(function*<R>(
  path: string,
  fill: (fresh: string) => Effect.Effect<void, StartFailure, R>
) {
  const fresh = `${path}.init-${process.pid}`
  yield* attempt(`prepare the folder ${path}`, () => sweep(path))
  yield* fill(fresh).pipe(
    Effect.andThen(attempt(`rename ${fresh} to ${path}`, () => {
      try {
        renameSync(fresh, path)
      } catch (error) {
        if (!lost(error)) throw error
      }
    })),
    Effect.ensuring(Effect.sync(() => rmSync(fresh, { recursive: true, force: true })))
  )
})

/** A folder everybody may enter, whatever the umask. */
export const openFolder = (path: string) => {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}

/** Makes a folder that only the account can enter. */
export const privateFolder = (path: string, { identity }: Account) => {
  mkdirSync(path, { mode: 0o700 })
  if ("uid" in identity) chownSync(path, identity.uid, identity.gid)
}
