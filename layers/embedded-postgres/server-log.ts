import { Effect } from "effect"

/** The end of a log in one line. */
export const said = (lines: ReadonlyArray<string>) => {
  const end = lines.map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => line !== "").slice(-6)
  return end.length === 0 ? "nothing." : end.join(" | ")
}

export const isReady = (line: string) => line.includes("database system is ready to accept connections")

const crash = /was terminated by signal|exited with exit code [^01]|not syncing|all server processes terminated/

/**
 * One line of PostgreSQL's log as one of ours. Errors of statements have reached whoever sent them, so they are for
 * debugging; connections cut off by our own stop are too.
 */
export const forward = (line: string, stopping: boolean) => {
  const [severity, text = ""] = line.split(/:\s+/, 2) as [string, string?]
  const message = `PostgreSQL: ${severity}: ${line.slice(line.indexOf(text))}`
  if (severity === "PANIC") return Effect.logError(message)
  if (severity === "FATAL") return stopping ? Effect.logDebug(message) : Effect.logWarning(message)
  if (severity === "LOG" && crash.test(line)) return Effect.logWarning(message)
  if (severity === "ERROR") return Effect.logDebug(message)
  return Effect.logTrace(message)
}
