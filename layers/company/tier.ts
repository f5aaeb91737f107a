import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { companyTier, type CompanyTier } from "#schemas/company/tier"
import { Caller, type Tier } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"
import { ServiceConfig } from "../kernel/config.ts"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, now } from "../kernel/sql.ts"

/** Which tier the caller's company is on, and which it asks for. Its one record has the id of the company. */
export class CompanyTiers extends Context.Service<CompanyTiers>()("layers/company/CompanyTiers", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const { tierChanges: how } = yield* ServiceConfig
    const tiers = yield* repository(companyTier, { table: "companies", companyColumn: "id", noun: "company" })
    yield* execute(system`insert into identity.tier_changes as t (how) values (${how})
      on conflict (single) do update set how = excluded.how where t.how <> excluded.how`)
    const own = Effect.flatMap(Caller, ({ company_id }) => Effect.orDie(tiers.get(company_id)))
    return {
      ...tiers,
      /** What the operator lets companies do. */
      how,
      /** Locked until the transaction ends. */
      lockOwn: Effect.flatMap(Caller, ({ company_id }) => Effect.orDie(tiers.get(company_id, { lock: true }))),
      /** Puts the company on the tier, which all processes heed at once. The database refuses it where `how` is not `free`. */
      change: Effect.fnUntraced(function*(before: CompanyTier, tier: Tier) {
        yield* execute(sql`select change_own_tier(${tier})`)
        const after = yield* own
        yield* recordChange({ object: companyTier.object, id: after.id, before, after })
        return after
      }),
      /** Asks the operator for a tier; `null` takes that back. */
      request: (before: CompanyTier, tier: Tier | null) =>
        tiers.update(before, { requested_tier: tier, tier_requested_at: tier === null ? null : now })
    }
  })
}) {
  static readonly layer = Layer.effect(CompanyTiers, CompanyTiers.make)
}
