import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditEvent, list_audit_events } from "#schemas/auth/audit.api"
import type { Input } from "#schemas/kernel/catalog"
import { receiptColumns } from "../agents/receipts.ts"
import { inTenant, where } from "../kernel/sql.ts"
import { byId, page } from "../kernel/page.ts"
import { NO_CREDENTIAL } from "./audit.ts"

/** What happened in the caller's company that bears on who may do what. */
export class AuditTrail extends Context.Service<AuditTrail>()("layers/auth/AuditTrail", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      page: ({ cursor, limit, offset, ...filters }: Input<typeof list_audit_events>) =>
        page<AuditEvent>(sql, {
          from: sql.literal("receipts"),
          columns: sql.literal(receiptColumns(`nullif(key_id, ${NO_CREDENTIAL})`)),
          where: [inTenant(sql), sql.literal("audit"), ...where(sql, filters, { since: (moment) => sql`created_at >= ${moment}` })],
          order: { ...byId, descending: true },
          paging: { limit, offset, ...cursor !== undefined && { cursor } }
        })
    }
  })
}) {
  static readonly layer = Layer.effect(AuditTrail, AuditTrail.make)
}
