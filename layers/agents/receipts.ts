import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ConsentId } from "#schemas/agents/consent"
import type { Receipt } from "#schemas/agents/receipt"
import type { receiptSorts } from "#schemas/agents/receipts.api"
import type { ValidationError } from "#schemas/kernel/errors"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { inTenant, where } from "../kernel/sql.ts"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface ReceiptQuery extends Paging {
  readonly session?: string
  readonly agent?: string
  readonly consent?: ConsentId
  readonly verb?: string
  readonly created_since?: string
  readonly sort: typeof receiptSorts[number]
}

/** What is shown of a receipt; `keyId` is how its key is. */
export const receiptColumns = (keyId: string) =>
  `id, verb, encode(payload_hash, 'hex') as payload_hash, changes, livemode, ${keyId} as key_id, agent as actor, session, consent, ` +
  "request_id, created_at, sequence, encode(hash, 'hex') as hash"

const orders = { id: byId } as const satisfies Record<string, Order>

/** What the caller's company did, as it was written beside it. */
export class Receipts extends Context.Service<Receipts, {
  /** Without those of the audit, unless `audited`. */
  readonly page: (query: ReceiptQuery, audited: boolean) => Effect.Effect<Listed<Receipt>, ValidationError>
}>()("layers/Receipts") {
  static readonly layer = Layer.effect(Receipts, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = inTenant(sql)
    const columns = sql.literal(receiptColumns("key_id"))
    /** What nobody was signed in for is no act of the company's: it stands in the audit. */
    const somebodys = sql.literal("key_id <> 0")
    /** Sealed receipts are counted by the chain's head, in the transaction that seals them. */
    const totalBut = (hidden: string) =>
      sql`(select coalesce(max(receipts), 0) from chain_heads where ${mine})
      + (select count(*) from receipts where ${mine} and sequence is null)
      - (select count(*) from receipts where ${mine} and ${sql.literal(hidden)})`
    const everyday = sql.literal("not audit")

    return Receipts.of({
      page: ({ agent, consent, created_since, session, sort, verb, ...paging }, audited) => {
        const found = agent === undefined && consent === undefined
          ? undefined
          : sql`select id from find_receipts(${agent ?? null}::text, ${consent === undefined ? null : String(consent)}::text)`
        const filters = [
          ...found === undefined ? [] : [sql.literal("id in (select id from hits)")],
          ...where(sql, { session, verb, created_since }, { created_since: (since) => sql`created_at >= ${since}` })
        ]
        return page<Receipt>(sql, {
          from: sql.literal("receipts"),
          columns,
          where: [mine, audited ? somebodys : everyday, ...filters],
          order: orderOf(orders, sort),
          paging,
          total: filters.length === 0 ? totalBut(audited ? "key_id = 0" : "audit") : undefined,
          hits: found
        })
      }
    })
  }))
}
