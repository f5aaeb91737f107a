import { Redacted } from "effect"
import { type SqlError, SqlError as SqlErrors } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"

/** Where a database is, without who goes there and with which password. */
export const placeOf = (url: Redacted.Redacted): string => {
  const { host, pathname, searchParams } = new URL(Redacted.value(url))
  const socket = searchParams.get("host")
  const database = decodeURIComponent(pathname.slice(1))
  return `${socket ?? host}${database === "" ? "" : ` (database ${database})`}`
}

const accountOf = (url: Redacted.Redacted) => decodeURIComponent(new URL(Redacted.value(url)).username) || "the default account"

interface Reported {
  readonly code?: unknown
  readonly message?: unknown
}

/** What the system or the server said, innermost: a code of Node or of PostgreSQL, and words if they add something. */
const reported = (error: unknown): Reported => {
  let found: Reported = {}
  let inner = error
  while (typeof inner === "object" && inner !== null) {
    const { cause, code, message, reason } = inner as Reported & { readonly cause?: unknown; readonly reason?: unknown }
    if (typeof code === "string") found = { code, message }
    else if (found.code === undefined) found = { message }
    inner = reason ?? cause
  }
  return found
}

const firstLine = (text: unknown) => String(text ?? "").split("\n")[0]!.replace(/\.$/, "")

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there, so start the server or correct the address",
  ENOTFOUND: "that host name does not exist",
  EAI_AGAIN: "that host name cannot be looked up right now",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to that host",
  ENOENT: "there is no such socket",
  ECONNRESET: "it closed the connection",
  "28P01": "the password is wrong",
  "28000": "that account may not connect",
  "3D000": "there is no such database",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping; try again soon"
}

/** What the server said, in its own words. */
export const saidOf = (error: unknown): string => firstLine(reported(error).message)

/** Why the database cannot be had, in one sentence with host and code. */
export const cannotConnect = (url: Redacted.Redacted) => (error: SqlError.SqlError): StartFailure => {
  const { code, message } = reported(error)
  const words = remedies[String(code)] ?? firstLine(message)
  return new StartFailure({
    message: `Cannot connect to the database at ${placeOf(url)} as ${accountOf(url)}: ${words}${
      typeof code === "string" ? ` (${code})` : ""
    }.`
  })
}

/** What the server would not do, in one sentence. */
export const refusedBy = (url: Redacted.Redacted, what: string) => (error: unknown): StartFailure => {
  const { code, message } = reported(error)
  return new StartFailure({
    message: `The database at ${placeOf(url)} refused to ${what}: ${firstLine(message)}${typeof code === "string" ? ` (${code})` : ""}.`
  })
}

export const isConnectionProblem = (error: unknown): error is SqlError.SqlError =>
  SqlErrors.isSqlError(error) && (error.reason.operation === "connect" || error.reason._tag === "ConnectionError")

/** Its disk is full (SQLSTATE). */
const DISK_FULL = "53100"

/** It stops, crashed, starts, has no connection, memory or disk left, or cannot reach its disk (SQLSTATE). */
const awayStates = new Set<unknown>(["57P01", "57P02", "57P03", "53300", "53200", DISK_FULL, "58030"])

const stateOf = (error: unknown): unknown =>
  (error as { readonly reason?: { readonly cause?: { readonly code?: unknown } } } | null)?.reason?.cause?.code

/** The database is away or has run out of something, rather than unhappy with what we sent it. That passes. */
export const isAway = (error: unknown): boolean => {
  const tag = (error as { readonly reason?: { readonly _tag?: string } } | null)?.reason?._tag
  return tag === "ConnectionError" || tag === "ConnectionTimeout" || awayStates.has(stateOf(error))
}

export const isDiskFull = (error: unknown): boolean => stateOf(error) === DISK_FULL

/** The database is in use by others in a way that passes: they wait for each other, or a lock is held for long. */
export const isContended = (error: unknown): boolean =>
  SqlErrors.isSqlError(error) && ["LockTimeoutError", "DeadlockError", "SerializationError"].includes(error.reason._tag)

/** A statement took longer than it may. */
export const isTooExpensive = (error: unknown): boolean => SqlErrors.isSqlError(error) && error.reason._tag === "StatementTimeoutError"
