import { Effect } from "effect"
import { Receipts } from "#layers/agents/receipts"
import type * as api from "#schemas/agents/receipts.api"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { requireVerb } from "../filters/known-verbs.ts"

/** What bears on who may do what, with addresses and devices of people in it, is for those who may see the audit. */
export const list_receipts = Effect.fnUntraced(function*(query: Input<typeof api.list_receipts>) {
  const { scopes } = yield* Caller
  const receipts = yield* Receipts
  const audited = scopes.has("audit:read")
  const page = yield* receipts.page(query, audited)
  if (page.total === 0) yield* requireVerb(query.verb, (verb) => receipts.page({ verb, sort: query.sort, limit: 1, offset: 0 }, audited))
  return page
})
