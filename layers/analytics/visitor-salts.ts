import { createHmac } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import type { CompanyId } from "#schemas/kernel/ids"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"

interface Salt {
  readonly day: string
  readonly salt: Uint8Array
}

/** Who somebody is to a company for a day. */
export interface Person {
  readonly company_id: CompanyId
  readonly address: string
  readonly userAgent: string
}

/**
 * Tells visitors of a company apart for one day (UTC) without keeping who they are: hashes of the same person on two days, or at two companies, have
 * nothing in common, and once the salt of the day is gone nobody can work out whose they were.
 */
export class VisitorSalts extends Context.Service<VisitorSalts>()("layers/analytics/VisitorSalts", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    let known: Salt | undefined

    const today = Effect.fnUntraced(function*() {
      const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
      if (known?.day !== day) known = yield* one(sql<Salt>`select day::text, salt from installation.visitor_salt()`)
      return known.salt
    })

    return {
      /** A number of 64 bits, as text. */
      hashOf: Effect.fnUntraced(function*({ address, company_id, userAgent }: Person) {
        return createHmac("sha256", yield* today()).update(`${company_id}\n${address}\n${userAgent}`).digest().readBigInt64BE(0).toString()
      }),
      /** Makes the salt of the day, where there is none, which ends that of the day before. */
      renew: Effect.asVoid(Effect.suspend(today))
    }
  })
}) {
  static readonly layer = Layer.effect(VisitorSalts, VisitorSalts.make)
}
