import { createHash } from "node:crypto"
import { existsSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import type { Account } from "./account.ts"
import { accountFor, reaches } from "./account.ts"
import { attempt } from "./attempt.ts"
import { openFolder } from "./folder.ts"
import { copied, linked, locate } from "./native.ts"
import type { Native } from "./native.ts"

/** Where an unprivileged PostgreSQL of root finds what it cannot reach elsewhere, such as a clone below `/root`. */
const shelter = "/var/lib/business-platform"

const sheltered = (data: string) =>
  join(shelter, `data-${createHash("sha256").update(data).digest("hex").slice(0, 12)}`)

/** The folders where the data asked for may be, the likeliest first. */
export const candidates = (data: string): ReadonlyArray<string> =>
  process.getuid?.() === 0 ? [data, sheltered(data)] : [data]

const made = (data: string) => existsSync(join(data, "PG_VERSION"))

const unreachable = (data: string, { name }: Account) =>
  new StartFailure({
    message: `The data folder ${data} holds a database, but PostgreSQL runs as ${name}, who cannot enter the folders above `
      + "it: allow that with chmod o+x, or run the service as an ordinary user."
  })

const dataFor = Effect.fnUntraced(function*(requested: string, account: Account) {
  const parent = dirname(requested)
  const remedy = "make it writable, or set DATA_DIR to another folder"
  yield* attempt(`make the folder ${parent}`, () => mkdirSync(parent, { recursive: true }), remedy)
  if (!account.dropped) return requested

  const reachable = yield* reaches(account, [parent])
  if (made(requested)) return reachable ? requested : yield* unreachable(requested, account)

  const elsewhere = sheltered(requested)
  if (reachable && !made(elsewhere)) return requested
  yield* attempt(`make the folder ${shelter}`, () => openFolder(shelter))
  yield* Effect.logInfo(
    `The data is in ${elsewhere}, not in ${requested}: PostgreSQL runs as ${account.name}, who could not enter that folder.`
  )
  return elsewhere
})

const nativeFor = Effect.fnUntraced(function*(installed: Native, account: Account, data: string) {
  const needed = ["bin/postgres", "bin/initdb", "lib", "share/postgresql"].map((path) => join(installed.root, path))
  const reachable = yield* reaches(account, needed)
  if (reachable && (yield* linked(installed))) return installed

  const copy = yield* copied(installed, account.dropped ? shelter : dirname(data))
  const why = reachable ? "it cannot be completed where it is" : `${account.name}, who runs it, cannot run it where it is`
  yield* Effect.logInfo(`PostgreSQL runs from ${copy.root}, a copy of ${installed.root}: ${why}.`)
  return copy
})

/** Who runs PostgreSQL, from where, on which data folder. The folder itself may not exist yet. */
export const place = Effect.fnUntraced(function*(requested: string) {
  const installed = yield* locate
  const account = yield* accountFor(candidates(requested))
  const data = yield* dataFor(requested, account)
  const native = yield* nativeFor(installed, account, data)
  return { account, data, native }
})

export type Place = Effect.Success<ReturnType<typeof place>>
