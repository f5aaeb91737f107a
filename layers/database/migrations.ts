import { readdirSync } from "node:fs"
import { Effect } from "effect"
import { Migrator } from "effect/sql"
import { engineTables } from "../workflows/tables.ts"

const folder = new URL("../migrations/", import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))

/** Each file is a migration, whose module is read only where it has not run yet; those up to a number. */
const loaderOf = (last: number) => Migrator.fromGlob(Object.fromEntries(
  files.filter((file) => Number.parseInt(file, 10) <= last).map((file) => [`./${file}`, () => import(new URL(file, folder).href)])
))

/** The newest migration this program knows. */
export const latestMigration = Math.max(...files.map((file) => Number.parseInt(file, 10)))

/**
 * Migrations that one transaction runs at most, counted by their numbers: it locks every table and index that it makes, and a server with
 * usual settings has room for some thousand locks.
 */
const PORTION = 20

/**
 * Runs what has not run yet, in order, each once, a portion in one transaction; then what a newer engine changed in its own tables. A start that
 * ends between two portions leaves a whole database, with which the next one goes on. Needs the owner's connection.
 */
export const migrate = Effect.gen(function*() {
  const done: Array<readonly [id: number, name: string]> = []
  for (let last = PORTION; last < latestMigration + PORTION; last += PORTION) done.push(...yield* Migrator.make({})({ loader: loaderOf(last) }))
  yield* engineTables
  return done
})
