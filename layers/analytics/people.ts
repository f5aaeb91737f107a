import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant, one } from "../kernel/sql.ts"
import type { Instants } from "./revenue.ts"

interface FunnelRow {
  readonly lead: number
  readonly deal: number
  readonly won: number
  readonly order: number
  readonly deal_hours: number | null
  readonly won_hours: number | null
  readonly order_hours: number | null
}

interface CohortRow {
  readonly cohort: string
  readonly month: string
  readonly people: number
  readonly paid: number
}

/** What becomes of the contacts of the caller's company. */
export class PeopleFigures extends Context.Service<PeopleFigures>()("layers/analytics/PeopleFigures", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const of = (alias: string) => inTenant(sql, alias)
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const hours = (step: string) => sql.literal(
      `round((percentile_cont(0.5) within group (order by extract(epoch from ${step}_at - created_at)) / 3600)::numeric, 1)::float8 as ${step}_hours`)

    return {
      funnel: Effect.fnUntraced(function*({ from, until }: Instants) {
        return yield* one(sql<FunnelRow>`select count(*)::int as lead, count(deal_at)::int as deal, count(won_at)::int as won, count(order_at)::int as "order",
            ${hours("deal")}, ${hours("won")}, ${hours("order")}
          from (
            select c.created_at,
              (select min(d.created_at) from deals d where ${of("d")} and d.contact_id = c.id and d.deleted_at is null and d.created_at >= c.created_at) as deal_at,
              (select min(d.closed_at) from deals d where ${of("d")} and d.contact_id = c.id and d.deleted_at is null and d.status = 'won' and d.closed_at >= c.created_at) as won_at,
              (select min(o.created_at) from orders o where ${of("o")} and o.contact_id = c.id and o.livemode = ${yield* live} and o.paid_amount > 0
                and o.created_at >= c.created_at) as order_at
            from contacts c where ${of("c")} and c.deleted_at is null and c.created_at >= ${from}::timestamptz and c.created_at < ${until}::timestamptz) f`)
      }),

      /** Who first paid in which month since then, and what they paid in which. */
      cohorts: Effect.fnUntraced(function*(since: string, currency: string) {
        const livemode = yield* live
        const zone = sql.literal("(select time_zone from companies where id = (select current_company()))")
        return yield* Effect.orDie(sql<CohortRow>`
          with paid as (
            select p.contact_id, date_trunc('month', p.created_at at time zone ${zone})::date as month, p.captured_amount - p.refunded_amount as amount from payments p
              where ${of("p")} and p.livemode = ${livemode} and p.state = 'succeeded' and p.currency = ${currency} and p.contact_id is not null
            union all
            select i.contact_id, date_trunc('month', (x.paid ->> 'received_on')::date)::date, (x.paid ->> 'amount')::bigint
              from invoices i, jsonb_array_elements(i.payments) as x (paid)
              where ${of("i")} and i.livemode = ${livemode} and i.currency = ${currency} and i.contact_id is not null and i.paid_amount > 0 and x.paid ->> 'payment_id' is null
          ),
          months as (select contact_id, month, sum(amount)::bigint as amount from paid group by 1, 2),
          firsts as (select *, min(month) over (partition by contact_id) as first from months)
          select first::text as cohort, month::text as month, count(*)::int as people, sum(amount)::bigint as paid
          from firsts where first >= ${since}::date group by first, firsts.month order by first, firsts.month`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(PeopleFigures, PeopleFigures.make)
}
