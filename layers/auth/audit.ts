import { Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import type { Change } from "#schemas/kernel/events"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"
import { ChangeLog } from "../kernel/receipts/change-log.ts"

/** Of a receipt of something that nobody was signed in for. */
export const NO_CREDENTIAL = 0 as KeyId

/** Acts for a company where nobody is signed in: it has no rights. */
export const anonymousCaller = (company_id: CompanyId, key_id = NO_CREDENTIAL, mode: Mode = "live"): Caller["Service"] =>
  ({ company_id, key_id, credential: "session", mode, tier: "starter", scopes: new Set<string>(), standing: new Map() })

/** Something to be remembered about a company that no request of its own did. */
export interface AuditEntry {
  readonly company_id: CompanyId
  /** The credential that it is about, or `NO_CREDENTIAL`. */
  readonly key_id: KeyId
  readonly verb: string
  readonly changes: ReadonlyArray<Change>
  readonly mode?: Mode
}

/** Nothing is hashed that a dictionary could find again: what was sent holds passwords. */
const payloadHash = (verb: string) => createHash("sha256").update(verb).digest()

/**
 * Receipts of what happens before anybody is known: sign-ups, sign-ins, failed and stolen credentials. They stand in the same
 * chain as all receipts. Written with `SystemSql`, in the transaction that the work before it is in.
 */
export class Audit extends Context.Service<Audit>()("layers/auth/Audit", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const journal = yield* ChangeLog
    return {
      write: Effect.fnUntraced(function*({ changes, company_id, key_id, mode = "live", verb }: AuditEntry) {
        const statements = yield* Effect.provideService(
          journal.entries({ verb, payloadHash: payloadHash(verb), changes, consent: undefined, audit: true }),
          Caller,
          anonymousCaller(company_id, key_id, mode)
        )
        for (const [text, params] of statements) yield* Effect.orDie(sql.unsafe(text, params))
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Audit, Audit.make)
}
