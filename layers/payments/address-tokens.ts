import { hash } from "node:crypto"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { isTokenShaped, newToken } from "../auth/opaque-tokens.ts"
import { SecretStore } from "../auth/secret-store.ts"
import { SystemSql } from "../database/connections.ts"
import { first } from "../kernel/sql.ts"
import type { linkTokens, quoteTokens } from "./category.ts"

/** Whose record an address shows. */
export interface Owner<Id> {
  readonly company_id: CompanyId
  readonly id: Id
  readonly livemode: boolean
}

interface Token {
  readonly token: string
  readonly token_hash: string
}

const hashOf = (token: string) => hash("sha256", token, "hex")

/** The addresses of a table's records, which show one to whoever has its address: found by a digest, and sealed, to be told again. */
export const addressTokens = Effect.fnUntraced(function*<Id extends number>(sealed: typeof linkTokens | typeof quoteTokens) {
  const sql = yield* SqlClient.SqlClient
  const system = yield* SystemSql
  const secrets = yield* SecretStore
  const table = sql(sealed.table)
  const opened = ({ token, token_hash }: Token) => Effect.orDie(Effect.fromOption(sealed.opened(secrets, { token_hash }, token)))
  return {
    /** What a new record's address holds, as the database keeps it. */
    newToken: Effect.sync(() => {
      const token = newToken()
      const token_hash = hashOf(token)
      return { token_hash, token: sealed.sealed(secrets, { token_hash }, token) }
    }),
    /** What the addresses of these hold, by record. */
    tokens: Effect.fnUntraced(function*(ids: ReadonlyArray<Id>) {
      const rows = yield* Effect.orDie(sql<Token & { readonly id: Id }>`
        select id, token, token_hash from ${table} where company_id = (select current_company()) and id = any(${[...ids]}::bigint[])`)
      return new Map(yield* Effect.forEach(rows, (row) => Effect.map(opened(row), (token) => [row.id, token] as const)))
    }),
    /** Whose record has this in its address. */
    byToken: (token: string) =>
      isTokenShaped(token)
        ? first(system<Owner<Id>>`select company_id, id, livemode from ${table} where token_hash = ${hashOf(token)}`)
        : Effect.succeed(Option.none<Owner<Id>>())
  }
})
