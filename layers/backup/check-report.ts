import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** What the last check of a backup came to, for the service that runs beside it. */
export interface CheckReport {
  readonly at: string
  readonly file: string
  readonly ok: boolean
  /** Why not, or what the backup holds. */
  readonly says: string
  /** When a backup was last proved; `null` where none was yet. */
  readonly proved: string | null
}

const fileIn = (dataDir: string) => join(dataDir, "backup-check.json")

/** Nothing where none was ever checked, or where the file is not ours to read. */
export const checkReport = (dataDir: string): CheckReport | undefined => {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8"))
  } catch {
    return undefined
  }
}

/** Keeps what a check came to. That it cannot be kept is no reason for the check to fail. */
export const keepReport = (dataDir: string, { file, ok, says }: Pick<CheckReport, "file" | "ok" | "says">) => {
  const at = new Date().toISOString()
  const report: CheckReport = { at, file, ok, says, proved: ok ? at : checkReport(dataDir)?.proved ?? null }
  const path = fileIn(dataDir)
  try {
    writeFileSync(`${path}.part`, `${JSON.stringify(report)}\n`, { mode: 0o644 })
    renameSync(`${path}.part`, path)
  } catch {
    return
  }
}
