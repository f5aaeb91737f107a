import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { AuditEvent } from "#schemas/auth/audit.api"
import type { ValidationError } from "#schemas/kernel/errors"
import type { KeyId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { receiptColumns } from "../agents/receipts.ts"
import { byId, page } from "../page.ts"
import { NOBODY } from "./audit.ts"

export interface AuditQuery extends Paging {
  readonly verb?: string
  readonly since?: string
  readonly key_id?: KeyId
}

/** What happened in the caller's company that bears on who may do what. */
export class AuditTrail extends Context.Service<AuditTrail, {
  readonly page: (query: AuditQuery) => Effect.Effect<Listed<AuditEvent>, ValidationError>
}>()("layers/auth/AuditTrail") {
  static readonly layer = Layer.effect(AuditTrail, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return AuditTrail.of({
      page: ({ key_id, since, verb, ...paging }) =>
        page<AuditEvent>(sql, {
          from: sql.literal("receipts"),
          columns: sql.literal(receiptColumns(`nullif(key_id, ${NOBODY})`)),
          where: [
            sql.literal("company_id = (select current_company()) and audit"),
            ...verb === undefined ? [] : [sql`verb = ${verb}`],
            ...since === undefined ? [] : [sql`created_at >= ${since}`],
            ...key_id === undefined ? [] : [sql`key_id = ${key_id}`]
          ],
          order: { ...byId, descending: true },
          paging
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
    })
  }))
}
