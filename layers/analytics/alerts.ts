import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Alert, AlertId, NewAlert } from "#schemas/analytics/alert"
import type { Paging } from "#schemas/kernel/paging"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"
import { byId, page } from "../kernel/page.ts"
import { execute, inTenant as ofTenant, orDieSql } from "../kernel/sql.ts"

/** Companies that are looked at in one round. */
const MOST = 500

/** What figures the caller's company wants to hear of, in the caller's mode. */
export class AlertsOfCompany extends Context.Service<AlertsOfCompany>()("layers/analytics/AlertsOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const inTenant = ofTenant(sql)
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const columns = sql.literal("id, figure, beyond, bound, currency, email, value, checked_at, raised_at, livemode")
    const all = Effect.flatMap(live, (livemode) =>
      Effect.orDie(sql<Alert>`select ${columns} from analytics_alerts where ${inTenant} and livemode = ${livemode} order by id`))
    const recordset = (rows: ReadonlyArray<object>) =>
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (place int, figure text, beyond text, bound bigint, currency text, email boolean)`

    return {
      all,
      page: (paging: Paging) => Effect.flatMap(live, (livemode) =>
        orDieSql(page<Alert>(sql, { from: sql.literal("analytics_alerts"), columns, where: [inTenant, sql`livemode = ${livemode}`], order: byId, paging }))),
      /** Keeps others from setting or checking them until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('alerts ' || (select current_company()), 0))`),
      /** Those that are there already keep what is known of them. */
      replace: Effect.fnUntraced(function*(alerts: ReadonlyArray<NewAlert>) {
        const { company_id } = yield* Caller
        const livemode = yield* live
        const rows = alerts.map((alert, place) => ({ ...alert, place }))
        yield* execute(sql`delete from analytics_alerts a where ${ofTenant(sql, "a")} and a.livemode = ${livemode} and not exists (
          select from ${recordset(rows)} where r.figure = a.figure and r.beyond = a.beyond and r.bound = a.bound and r.currency is not distinct from a.currency)`)
        yield* execute(sql`insert into analytics_alerts (company_id, figure, beyond, bound, currency, email, livemode)
          select ${company_id}, r.figure, r.beyond, r.bound, r.currency, r.email, ${livemode} from ${recordset(rows)} order by r.place
          on conflict (company_id, livemode, figure, beyond, bound, currency) do update set email = excluded.email`)
        return yield* all
      }),
      checked: (id: AlertId, value: number, raised: boolean) =>
        execute(sql`update analytics_alerts set value = ${value}, checked_at = now(), raised_at = case when ${raised}::boolean then coalesce(raised_at, now()) end
          where ${inTenant} and id = ${id}`),
      /** Whose alerts nobody looked at for so long, those that waited longest first. */
      due: (seconds: number) =>
        Effect.orDie(system<{ company_id: number; mode: Mode }>`select a.company_id, case when a.livemode then 'live' else 'test' end as mode from analytics_alerts a
          group by a.company_id, a.livemode having bool_or(a.checked_at is null) or min(a.checked_at) < now() - make_interval(secs => ${seconds}::int)
          order by min(a.checked_at) nulls first limit ${MOST}`)
    }
  })
}) {
  static readonly layer = Layer.effect(AlertsOfCompany, AlertsOfCompany.make)
}
