import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { lacking, verbs } from "../../connector/verbs.ts"
import { SessionRequest } from "../handler.ts"
import { paths } from "../paths.ts"
import { jsonOf } from "../records/calls.ts"
import { inputIn } from "../records/fields.ts"
import { fieldsBy } from "../records/form.ts"

/** Reads whose answers people watch while others, or the service itself, change them. */
const names = new Set(["get_daily_brief", "get_import", "get_thread", "get_workflow_run", "list_appointments", "list_deals", "list_imports", "list_threads", "list_workflow_runs"])

const entries: ReadonlyMap<string, Operation> = new Map(verbs.filter(({ name }) => names.has(name)).map((entry) => [entry.name, entry]))

export const watchedAt = (name: string | null): Operation | undefined => entries.get(name ?? "")

/** The query of a page's stream: what it watches, and what it has seen of it. */
const READ = "read"
const SEEN = "seen"
export const readIn = (query: URLSearchParams) => query.get(READ)
export const seenIn = (query: URLSearchParams) => query.get(SEEN)

/** A brief says when it was made, which is no change. */
const withoutClock = (name: string, value: unknown) => name === "as_of" ? undefined : value

/** What an answer is known by: another one is a change, and so is an error. */
export const digestOf = Effect.fnUntraced(function*(entry: Operation, query: URLSearchParams) {
  const { session: { company } } = yield* SessionRequest
  const input = inputIn(fieldsBy(entry, ["params", "query"]), (path) => query.getAll(path).join("\n"), company.time_zone)
  const text = yield* Effect.match(jsonOf(entry, input), {
    onFailure: (error) => `error ${String((error as { readonly code?: unknown } | null)?.code)}`,
    onSuccess: (value) => JSON.stringify(value, withoutClock)
  })
  return createHash("sha256").update(text).digest("base64url").slice(0, 22)
})

/**
 * The address of the stream that tells a page of changes of what a read answers; none where nobody watches that, or this caller may not. It is to be asked for
 * before the page reads what it shows, so that nothing between is missed.
 */
export const watching = Effect.fnUntraced(function*(name: string, args: Readonly<Record<string, string>> = {}) {
  const { session } = yield* SessionRequest
  const entry = entries.get(name)
  if (entry === undefined || lacking(session.caller, entry) !== undefined) return undefined
  const query = new URLSearchParams(args)
  const seen = yield* digestOf(entry, query)
  query.set(READ, name)
  query.set(SEEN, seen)
  return `${paths.changes}?${query}`
})
