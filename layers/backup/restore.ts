import { existsSync, mkdirSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"
import { owner } from "../database/connections.ts"
import { dataOf } from "../database/url.ts"
import { codeOf, reasonOf } from "../embedded-postgres/attempt.ts"
import { complete, privateFolder } from "../embedded-postgres/folder.ts"
import { place } from "../embedded-postgres/place.ts"
import { disposable } from "../embedded-postgres/settings.ts"
import { start } from "../embedded-postgres/start.ts"
import { type Chain, chained, chainOf } from "../kernel/receipts/chain.ts"
import { extract } from "./extract.ts"
import { opened } from "./sealed-file.ts"

/** What a backup turned out to hold. */
export interface Contents {
  readonly companies: number
  readonly receipts: number
  /** When the newest receipt was written; `null` where there is none. */
  readonly newest: string | null
}

const laidOut = (file: string, passphrases: ReadonlyArray<string>, where: Parameters<typeof extract>[1]) =>
  Effect.tryPromise({
    try: async () => extract(await opened(file, passphrases), where),
    catch: (error) => new StartFailure({
      message: `Cannot restore ${file}: ${reasonOf(error)}.${codeOf(error) === "" ? " Is it whole, and is SECRET_KEY the one it was written with?" : ""}`
    })
  })

/** A chain that waits for its seals is whole as far as it goes: nothing seals in a backup. */
const isBroken = ({ broken }: Chain) => broken !== null && broken.fault !== "unsealed"

/** Reads what there is, and proves the receipts of each company. */
const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ newest }] = (yield* sql<{ newest: string | null }>`
    select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest from receipts`) as [{ newest: string | null }]
  const [{ companies }] = (yield* sql<{ companies: number }>`select count(*)::int as companies from companies`) as [{ companies: number }]
  const chains = yield* Effect.forEach(yield* chained, (id) => chainOf(id))
  const broken = chains.find(isBroken)
  if (broken !== undefined) {
    return yield* new StartFailure({ message: `The receipts of company ${broken.company_id} are not whole: ${broken.broken?.says}` })
  }
  return { companies, receipts: chains.reduce((sum, { receipts }) => sum + receipts, 0), newest } satisfies Contents
})

const proved = (data: string, settings: ReadonlyArray<string>) =>
  Effect.scoped(Effect.flatMap(start({ data, settings }), ({ url }) =>
    contents.pipe(
      Effect.provide(owner(Redacted.make(url("postgres")))),
      Effect.catchTag("SqlError", (error) => new StartFailure({ message: `The database of the backup cannot be read: ${error.message}.` }))
    )))

const unpacked = Effect.fnUntraced(function*(file: string, passphrases: ReadonlyArray<string>, wanted: string, dataDir?: string) {
  const { account, data } = yield* place(wanted)
  if (existsSync(join(data, "PG_VERSION"))) {
    return yield* new StartFailure({ message: `The folder ${data} holds a database already: move it away, or set DATA_DIR to another folder.` })
  }
  yield* complete(data, (fresh) =>
    Effect.andThen(
      Effect.sync(() => privateFolder(fresh, account)),
      laidOut(file, passphrases, { account, data: fresh, ...dataDir !== undefined && { dataDir } })
    ))
  return data
})

/** Makes DATA_DIR what it was when the backup was taken, and proves it. Nothing is there before, or nothing happens. */
export const restore = Effect.fnUntraced(function*(file: string, passphrases: ReadonlyArray<string>, dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  const data = yield* unpacked(file, passphrases, resolve(dataOf(dataDir)), dataDir)
  return yield* proved(data, [])
})

/** Restores a backup beside DATA_DIR, proves it, and removes what it restored. */
export const check = Effect.fnUntraced(function*(file: string, passphrases: ReadonlyArray<string>, dataDir: string) {
  const wanted = resolve(dataDir, `.check-${process.pid}`)
  const { data } = yield* place(wanted)
  return yield* unpacked(file, passphrases, wanted).pipe(
    Effect.flatMap((data) => proved(data, disposable)),
    Effect.ensuring(Effect.promise(() => rm(data, { recursive: true, force: true })))
  )
})
