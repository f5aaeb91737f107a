import { Effect } from "effect"
import { PreconditionFailed } from "#schemas/kernel/errors"
import { etagOf, IfMatch } from "#schemas/kernel/headers"

/**
 * Fails with `PreconditionFailed` where the request's `If-Match` names other versions than this one (RFC 9110, section 13.1.1). The number of the
 * version is taken without its quotes too: no entity tag looks like that, so nothing else can be meant.
 */
export const checkIfMatch = Effect.fnUntraced(function*({ version }: { readonly version: number }) {
  const wanted = yield* IfMatch
  if (wanted === undefined) return
  const tags = wanted.split(",").map((tag) => tag.trim())
  if (tags.includes("*") || tags.includes(etagOf(version)) || tags.includes(String(version))) return
  return yield* new PreconditionFailed({ message: `The record changed since: its ETag is now ${etagOf(version)}.` })
})
