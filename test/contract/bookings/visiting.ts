import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { hashOf } from "#layers/auth/api-keys"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import type { Mode } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../../support/database.ts"
import { companyIds } from "../../support/test-server.ts"
import { bearer } from "../probe.ts"

export type Company = keyof typeof companyIds

/** A publishable key of a company. */
export const publishable = Effect.fnUntraced(function*(company: Company, mode: Mode, origins: ReadonlyArray<string> = []) {
  const sql = yield* OwnerSql
  const key = makeKey(mode, randomBytes, "pk")
  const row = {
    company_id: companyIds[company], kind: "publishable", hash: hashOf(key), prefix: prefixOf(key), label: "Shop", mode, scopes: [],
    allowed_origins: [...origins]
  }
  const [made] = yield* Effect.orDie(sql<{ id: number }>`insert into api_keys ${sql.insert(row)} returning id`)
  return { key, id: made!.id, headers: bearer(key) }
})

/** A host that a company has proved. */
export const hosted = Effect.fnUntraced(function*(company: Company, host: string) {
  const sql = yield* OwnerSql
  yield* Effect.orDie(sql`insert into hosts ${sql.insert({ company_id: companyIds[company], host, proof: "proved", proved_at: new Date().toISOString() })}`)
})
