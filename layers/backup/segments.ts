import { readdir } from "node:fs/promises"
import { codeOf } from "../embedded-postgres/attempt.ts"

/** What PostgreSQL archives: segments, the last of a line that was left, notes on backups, and where lines of history begin. */
const ARCHIVED = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

const SEGMENT = /^[0-9A-F]{24}$/

/** Behind the name of a segment in the folder of WAL_ARCHIVE. */
export const SEALED = ".zst.age"

export const isArchived = (name: string) => ARCHIVED.test(name)

/** Where a segment lies in the log, whichever line of history it is of: names of one installation are compared by it. */
export const positionOf = (name: string) => name.slice(8, 24)

/** Segments have 16 MiB, so that 256 of them make up the 4 GiB that the middle of the name counts. */
export const after = (segment: string) => {
  const [line, high, low] = [segment.slice(0, 8), segment.slice(8, 16), segment.slice(16)]
  const next = Number.parseInt(high, 16) * 256 + Number.parseInt(low, 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0")
  return line + hex(Math.floor(next / 256)) + hex(next % 256)
}

/** What a folder holds of the log, oldest first; nothing where it is not there. */
export const archivedIn = async (folder: string, ending = ""): Promise<ReadonlyArray<string>> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return []
    throw error
  })
  return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, name.length - ending.length)).filter(isArchived).toSorted()
}

/** The first segment from `first` on that is not there although a later one is. */
export const gapIn = (names: ReadonlyArray<string>, first: string): string | undefined => {
  const there = new Set(names.filter((name) => SEGMENT.test(name)).map(positionOf))
  let next = first
  while (there.has(positionOf(next))) next = after(next)
  return [...there].some((position) => position > positionOf(next)) ? next : undefined
}
