import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { portalDefaults, type PortalSettings } from "#schemas/payments/portal"
import { execute, first, one } from "../kernel/sql.ts"

const live = Effect.map(Caller, ({ mode }) => mode === "live")

/** What customers of the caller's company may do on their own pages, for the caller's mode. */
export class PortalSettingsOfCompany extends Context.Service<PortalSettingsOfCompany>()("layers/payments/PortalSettingsOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("enabled, payment_methods, cancel, pause, change_plan_ids, livemode")
    return {
      get: Effect.gen(function*() {
        const livemode = yield* live
        const found = yield* first(sql<PortalSettings>`select ${columns} from portal_settings
          where company_id = (select current_company()) and livemode = ${livemode}`)
        return Option.getOrElse(found, (): PortalSettings => ({ ...portalDefaults, livemode }))
      }),
      /** Keeps others from changing them until the transaction ends. */
      hold: Effect.flatMap(live, (livemode) =>
        execute(sql`select pg_advisory_xact_lock(hashtextextended('portal settings ' || (select current_company()) || ${String(livemode)}, 0))`)),
      set: Effect.fnUntraced(function*({ cancel, change_plan_ids, enabled, livemode, pause, payment_methods }: PortalSettings) {
        const { company_id } = yield* Caller
        return yield* one(sql<PortalSettings>`insert into portal_settings (company_id, livemode, enabled, payment_methods, cancel, pause, change_plan_ids)
          values (${company_id}, ${livemode}, ${enabled}, ${payment_methods}, ${cancel}, ${pause}, ${[...change_plan_ids]}::bigint[])
          on conflict (company_id, livemode) do update set enabled = excluded.enabled, payment_methods = excluded.payment_methods,
            cancel = excluded.cancel, pause = excluded.pause, change_plan_ids = excluded.change_plan_ids
          returning ${columns}`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(PortalSettingsOfCompany, PortalSettingsOfCompany.make)
}
