import { Effect } from "effect"
import { withoutValues } from "../kernel/log-values.ts"

/** The end of a log in one line. */
export const said = (lines: ReadonlyArray<string>) => {
  const end = lines.map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => line !== "").slice(-6)
  return end.length === 0 ? "nothing." : end.join(" | ")
}

export const isReady = (line: string) => line.includes("database system is ready to accept connections")

const crash = /was terminated by signal|all server processes terminated/

/**
 * One line of PostgreSQL's log as one of ours. Errors of statements have reached whoever sent them, so they are for
 * debugging; connections cut off by our own stop are too.
 */
export const forward = (line: string, stopping: boolean) => {
  const said = `PostgreSQL says ${withoutValues(line.replace(/\s+/g, " "))}`
  const severity = /^([A-Z]+):/.exec(line)?.[1]
  if (severity === "PANIC") return Effect.logError(said)
  if (severity === "FATAL" && !stopping) return Effect.logWarning(said)
  if (severity === "FATAL" || severity === "ERROR") return Effect.logDebug(said)
  return crash.test(line) ? Effect.logWarning(said) : Effect.logTrace(said)
}
