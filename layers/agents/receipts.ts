import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Receipt } from "#schemas/agents/receipt"
import type { list_receipts } from "#schemas/agents/receipts.api"
import type { Input } from "#schemas/kernel/catalog"
import { NO_CREDENTIAL } from "../auth/audit.ts"
import { inTenant, where } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../kernel/page.ts"

/** What is shown of a receipt; `keyId` is how its key is. */
export const receiptColumns = (keyId: string) =>
  `id, verb, encode(payload_hash, 'hex') as payload_hash, changes, livemode, ${keyId} as key_id, agent as actor, session, consent, ` +
  "request_id, created_at, sequence, encode(hash, 'hex') as hash"

/** What the caller's company did, as it was written beside it. */
export class Receipts extends Context.Service<Receipts>()("layers/Receipts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)
    const columns = sql.literal(receiptColumns(`nullif(key_id, ${NO_CREDENTIAL})`))
    /* What happened before a sign-in is no act of the company's: it stands in the audit. */
    const beforeSignIn = "key_id = 0 and agent->'visitor' is null"
    const notAudit = sql.literal("not audit")
    /** Sealed receipts are counted by the chain's head, in the transaction that seals them. */
    const totalBut = (hidden: string) =>
      sql`(select coalesce(max(receipts), 0) from chain_heads where ${ofTenant})
      + (select count(*) from receipts where ${ofTenant} and sequence is null)
      - (select count(*) from receipts where ${ofTenant} and ${sql.literal(hidden)})`

    return {
      /** Without those of the audit, unless `audited`. */
      page: ({ agent, consent, created_since, session, sort, verb, ...paging }: Input<typeof list_receipts>, audited: boolean) => {
        const hits = agent === undefined && consent === undefined
          ? undefined
          : sql`select id from find_receipts(${agent ?? null}::text, ${consent === undefined ? null : String(consent)}::text)`
        const filters = [
          ...hits === undefined ? [] : [sql.literal("id in (select id from hits)")],
          ...where(sql, { session, verb, created_since }, { created_since: (since) => sql`created_at >= ${since}` })
        ]
        return page<Receipt>(sql, {
          from: sql.literal("receipts"),
          columns,
          where: [ofTenant, audited ? sql.literal(`not (${beforeSignIn})`) : notAudit, ...filters],
          order: orderOf({ id: byId }, sort),
          paging,
          total: filters.length === 0 ? totalBut(audited ? beforeSignIn : "audit") : undefined,
          hits
        })
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Receipts, Receipts.make)
}
