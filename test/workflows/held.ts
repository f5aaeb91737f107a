import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunHistory } from "#schemas/workflows/history"

const folder = join(import.meta.dirname, "histories")

const fileOf = (name: string) => join(folder, `${name}.json`)

/** Whether the tests that make runs write their histories down. */
export const isWriting = process.env["UPDATE_GOLDEN"] === "histories"

/** Holds a history for the tests that replay it, when they are written anew. */
export const hold = (name: string, history: RunHistory) => {
  if (isWriting) writeFileSync(fileOf(name), `${JSON.stringify(history, null, 1)}\n`)
}

export const held = (name: string) => JSON.parse(readFileSync(fileOf(name), "utf8")) as RunHistory

/** All that are held of a kind. */
export const namesHeld = (prefix: string) =>
  readdirSync(folder).filter((file) => file.startsWith(prefix)).map((file) => file.slice(0, -".json".length)).toSorted()
