import { readdirSync } from "node:fs"
import { Effect } from "effect"
import { Migrator } from "effect/sql"
import { engineTables } from "../workflows/tables.ts"

const folder = new URL("../migrations/", import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))

/** Each file is a migration, whose module is read only where it has not run yet. */
const loader = Migrator.fromGlob(Object.fromEntries(
  files.map((file) => [`./${file}`, () => import(new URL(file, folder).href)])
))

/** The newest migration this program knows. */
export const latestMigration = Math.max(...files.map((file) => Number.parseInt(file, 10)))

const ours = Migrator.make({})({ loader })

/**
 * Runs what has not run yet, in order, each once, in one transaction; then what a newer engine changed in its own tables.
 * Needs the owner's connection.
 */
export const migrate = Effect.tap(ours, () => engineTables)
