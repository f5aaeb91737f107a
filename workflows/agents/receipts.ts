import { Effect } from "effect"
import { type ReceiptQuery, Receipts } from "#layers/agents/receipts"
import { Caller } from "#schemas/kernel/tenancy"

/** What bears on who may do what, with addresses and devices of people in it, is for those who may see the audit. */
export const list_receipts = Effect.fnUntraced(function*(query: ReceiptQuery) {
  const { scopes } = yield* Caller
  const receipts = yield* Receipts
  return yield* receipts.page(query, scopes.has("audit:read"))
})
