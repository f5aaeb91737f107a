import { hash } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { type AuthResult, ApiKeys } from "../auth/api-keys.ts"
import { isTokenShaped } from "../auth/opaque-tokens.ts"
import { SystemSql } from "../database/connections.ts"
import { first } from "../kernel/sql.ts"
import { hashOfRecord, openedWith } from "./sealed.ts"

const malformed: AuthResult = {
  _tag: "Refused",
  reason: "This is not an access token of the tool connector. API keys are for the REST API; /docs/guides/connect-an-ai-client tells how a client gets a token."
}

/** The same token for another resource is another token. */
const nameOf = (token: string, resource: string) => `grant ${hash("sha256", `${resource} ${token}`, "hex")}`

interface Row {
  readonly company_id: CompanyId
  readonly key_id: KeyId
  /** Epoch milliseconds. */
  readonly expires_at: number
  readonly sealed: Uint8Array
}

/** A client may ask for a token of less than it was granted, to hand on say. */
const scopesIn = (token: string, sealed: Uint8Array): ReadonlySet<string> =>
  Option.match(openedWith("AccessToken", token, sealed), {
    onNone: () => new Set(),
    onSome: (text) => new Set((JSON.parse(text) as { readonly scope?: string }).scope?.split(" "))
  })

/**
 * Knows whom a tool client acts for, from the access token that it shows at `resource`. Answers are remembered as those of
 * API keys are: a revoked grant or token is refused on every process as soon as PostgreSQL has told them.
 */
export class ConnectorAccess extends Context.Service<ConnectorAccess>()("layers/oauth/ConnectorAccess", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const keys = yield* ApiKeys

    const bearing = (token: string, resource: string) =>
      Effect.map(first(sql<Row>`
        select g.company_id, g.key_id, floor(extract(epoch from r.expires_at) * 1000)::float8 as expires_at, r.sealed
        from identity.oauth_records r join oauth_grants g on g.grant_hash = r.grant_hash
        where r.kind = 'AccessToken' and r.hash = ${hashOfRecord("AccessToken", token)} and r.resource = ${resource} and r.expires_at > now()`),
        Option.map(({ expires_at, sealed, ...whose }) => ({ ...whose, expiresAt: expires_at, scopes: scopesIn(token, sealed) })))

    return {
      /** Synchronous when the token is known or cannot be one; otherwise `undefined`: then ask `lookUp`. */
      recall: (token: string, resource: string, address: string, now: number) =>
        isTokenShaped(token) ? keys.recallGrant(nameOf(token, resource), address, now) : malformed,
      lookUp: (token: string, resource: string, address: string) =>
        isTokenShaped(token)
          ? keys.lookUpGrant(nameOf(token, resource), address, bearing(token, resource))
          : Effect.succeed(malformed)
    }
  })
}) {
  static readonly layer = Layer.effect(ConnectorAccess, ConnectorAccess.make)
}
