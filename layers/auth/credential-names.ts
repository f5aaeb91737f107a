import { Context, Effect, Layer } from "effect"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { SystemSql } from "../database/connections.ts"
import type { CredentialKind } from "./credential-grant.ts"

/** How somebody who acted is known to the people of their company. */
export interface CredentialName {
  readonly id: KeyId
  readonly kind: CredentialKind
  /** Of a key, what it was called; of a connection, its client; of a session, the device. */
  readonly label: string
  /** Who signed in, or whom the client acts for. */
  readonly person: string | null
}

/** Names for the numbers that receipts and consents are signed with. */
export class CredentialNames extends Context.Service<CredentialNames>()("layers/CredentialNames", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    return {
      /** Those of the company, whether or not they still open anything. */
      of: (company: CompanyId, ids: ReadonlyArray<number>) =>
        ids.length === 0 ? Effect.succeed(new Map<number, CredentialName>()) : sql<CredentialName>`
          select k.id, k.kind, k.label, u.name as person from api_keys k
            left join users u on u.company_id = k.company_id and u.id = k.user_id
          where k.company_id = ${company} and k.id = any(${[...new Set(ids)]}::bigint[])`.pipe(
          Effect.map((rows) => new Map(rows.map((row) => [Number(row.id), row]))),
          Effect.orDie
        )
    }
  })
}) {
  static readonly layer = Layer.effect(CredentialNames, CredentialNames.make)
}
