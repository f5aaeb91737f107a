import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { dataOf } from "../database/url.ts"
import { attempt, codeOf, reasonOf } from "../embedded-postgres/attempt.ts"
import { complete, privateFolder } from "../embedded-postgres/folder.ts"
import { place } from "../embedded-postgres/place.ts"
import { exists } from "../embedded-postgres/process.ts"
import { spoolOf } from "../embedded-postgres/wal.ts"
import { keepReport } from "./check-report.ts"
import { extract } from "./extract.ts"
import { type Recovered, recovered, type Until } from "./recovery.ts"
import { opened } from "./sealed-file.ts"
import { sealSpool } from "./wal-archive.ts"

/** What is restored. */
export interface Wanted {
  readonly file: string
  /** Those of SECRET_KEY, the newest first. */
  readonly passphrases: ReadonlyArray<string>
  readonly until: Until
  /** Folder of the log. */
  readonly log: string | undefined
}

const laidOut = ({ file, passphrases }: Wanted, where: Parameters<typeof extract>[1]) =>
  Effect.tryPromise({
    try: async () => extract(await opened(file, passphrases), where),
    catch: (error) => new StartFailure({
      message: `Cannot restore ${file}: ${reasonOf(error)}.${codeOf(error) === "" ? " Is it whole, and is SECRET_KEY the one it was written with?" : ""}`
    })
  })

const sourceOf = ({ log, passphrases }: Wanted) => log === undefined ? undefined : { folder: resolve(log), passphrases }

const unpacked = Effect.fnUntraced(function*(wanted: Wanted, where: string, dataDir?: string) {
  const { account, data } = yield* place(where)
  if (existsSync(join(data, "PG_VERSION"))) {
    return yield* new StartFailure({ message: `The folder ${data} holds a database already: move it away, or set DATA_DIR to another folder.` })
  }
  if (wanted.log !== undefined && !existsSync(wanted.log)) return yield* new StartFailure({ message: `There is no folder ${wanted.log} with the log of the database.` })
  let found: Recovered | undefined
  yield* complete(data, Effect.fnUntraced(function*(fresh) {
    privateFolder(fresh, account)
    yield* laidOut(wanted, { account, data: fresh, ...dataDir !== undefined && { dataDir } })
    found = yield* recovered(fresh, account, { until: wanted.until, source: sourceOf(wanted), disposable: dataDir === undefined })
  }))
  return found!
})

/** What a service that ended by a crash had not sealed yet. */
const spooled = Effect.fnUntraced(function*(wanted: Wanted, where: string) {
  const source = sourceOf(wanted)
  if (source === undefined || wanted.until === "backup") return
  const { data } = yield* place(where)
  yield* Effect.tryPromise({
    try: () => sealSpool(spoolOf(data), source),
    catch: (error) => new StartFailure({ message: `Cannot add ${spoolOf(data)} to the log: ${reasonOf(error)}.` })
  })
})

/** Makes DATA_DIR what it was when the backup was taken, or at a later moment, and proves it. Nothing is there before, or nothing happens. */
export const restore = Effect.fnUntraced(function*(wanted: Wanted, dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  const where = resolve(dataOf(dataDir))
  yield* spooled(wanted, where)
  return yield* unpacked(wanted, where, dataDir)
})

/** Checks that were killed leave what they restored. */
const sweep = (folder: string) =>
  attempt(`look into ${folder}`, () => {
    for (const name of readdirSync(folder)) {
      const pid = Number(/^\.check-(\d+)(?:\.init-\d+)?$/.exec(name)?.[1] ?? process.pid)
      if (!exists(pid)) rmSync(join(folder, name), { recursive: true, force: true })
    }
  })

/** Restores a backup beside DATA_DIR, proves it with all of its pages, removes what it restored, and keeps a report for the service. */
export const check = Effect.fnUntraced(function*(wanted: Wanted, dataDir: string) {
  const where = resolve(dataDir, `.check-${process.pid}`)
  const { data } = yield* place(where)
  yield* sweep(dirname(where))
  return yield* unpacked(wanted, where).pipe(
    Effect.ensuring(Effect.promise(() => rm(data, { recursive: true, force: true }))),
    Effect.tap(({ companies, receipts }) => Effect.sync(() => keepReport(dataDir, { file: wanted.file, ok: true, says: `${companies} companies, ${receipts} receipts` }))),
    Effect.tapError(({ message }) => Effect.sync(() => keepReport(dataDir, { file: wanted.file, ok: false, says: message })))
  )
})
