import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Statement } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Caller, Mode, Tier } from "#schemas/kernel/tenancy"
import { ApiKeys } from "../auth/api-keys.ts"
import { NO_CREDENTIAL } from "../auth/audit.ts"
import type { Grant } from "../auth/credential-grant.ts"
import { SystemSql } from "../database/connections.ts"
import { first } from "../kernel/sql.ts"

/** A company that visitors come to. */
export interface Visited {
  readonly company_id: CompanyId
  readonly mode: Mode
}

const callerOf = ({ company_id, mode, tier }: Visited & { readonly tier: Tier }): Caller["Service"] =>
  ({ company_id, key_id: NO_CREDENTIAL, credential: "visitor", mode, tier, scopes: new Set<string>(), standing: new Map() })

/** Companies as visitors without a key find them. Answers are remembered like those about keys, until something changes in the company. */
export class VisitedCompanies extends Context.Service<VisitedCompanies>()("layers/company/VisitedCompanies", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const keys = yield* ApiKeys

    const find = (from: Statement.Fragment, mode: Mode = "live"): Effect.Effect<Option.Option<Grant>> =>
      Effect.map(first(sql<{ company_id: CompanyId; tier: Tier }>`select c.id as company_id, c.tier from ${from}`), Option.map((found) => ({
        caller: callerOf({ ...found, mode }),
        addresses: undefined,
        origins: [],
        expiresAt: Infinity,
        previousUntil: 0,
        revoked: false,
        signedOut: false
      })))

    const recalling = (name: string, from: Statement.Fragment, reason: string, mode?: Mode) => {
      const none = { _tag: "Refused", reason, code: "not_found" } as const
      return Effect.clockWith((clock) => {
        const known = keys.recallNamed(name, "", clock.currentTimeMillisUnsafe(), none)
        return known === undefined ? keys.lookUpNamed(name, find(from, mode), "", none) : Effect.succeed(known)
      })
    }

    const clock = yield* Clock.Clock
    const noHost = { _tag: "Refused", reason: "No company has this host.", code: "not_found" } as const

    return {
      /** Of a host, in its normal form, what is remembered. */
      rememberedHost: (host: string) => keys.recallNamed(`host ${host}`, "", clock.currentTimeMillisUnsafe(), noHost),
      /** By a host that was proved to be the company's, in its normal form. */
      byHost: (host: string) =>
        recalling(`host ${host}`, sql`hosts h join companies c on c.id = h.company_id where h.host = ${host} and h.proved_at is not null`, noHost.reason),
      /** By its path on the service's own host. */
      bySlug: (slug: string) => recalling(`slug ${slug}`, sql`companies c where c.slug = ${slug}`, "No company is at this address."),
      /** By what the pages of its site name it by where they tell of visits. */
      byAnalyticsKey: (key: string) => recalling(`analytics key ${key}`, sql`companies c where c.analytics_key = ${key}`, "No site has this key."),
      /** For what named the company in another way, a token in a path. */
      byId: ({ company_id, mode }: Visited) =>
        recalling(`visited ${company_id} ${mode}`, sql`companies c where c.id = ${company_id}`, "There is nothing at this address.", mode)
    }
  })
}) {
  static readonly layer = Layer.effect(VisitedCompanies, VisitedCompanies.make)
}
