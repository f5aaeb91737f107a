import { Effect } from "effect"
import { etagOf, IfMatch } from "#schemas/kernel/headers"
import { PreconditionFailed } from "#schemas/kernel/errors"

/** Goes on only if the caller sent no `If-Match`, or one that names this version. */
export const stillAt = Effect.fnUntraced(function*({ version }: { readonly version: number }) {
  const wanted = yield* IfMatch
  if (wanted === undefined) return
  const tags = wanted.split(",").map((tag) => tag.trim())
  if (tags.includes("*") || tags.includes(etagOf(version))) return
  return yield* new PreconditionFailed({
    message: `The record changed since: its ETag is now ${etagOf(version)}.`
  })
})
