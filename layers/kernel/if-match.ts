import { Effect } from "effect"
import { PreconditionFailed } from "#schemas/kernel/errors"
import { etagOf, IfMatch } from "#schemas/kernel/headers"

/** Fails with `PreconditionFailed` where the request's `If-Match` names other versions than this one (RFC 9110, section 13.1.1). */
export const checkIfMatch = Effect.fnUntraced(function*({ version }: { readonly version: number }) {
  const wanted = yield* IfMatch
  if (wanted === undefined) return
  const tags = wanted.split(",").map((tag) => tag.trim())
  if (tags.includes("*") || tags.includes(etagOf(version))) return
  return yield* new PreconditionFailed({ message: `The record changed since: its ETag is now ${etagOf(version)}.` })
})
