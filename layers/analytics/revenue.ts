import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Channel, RevenuePart, RevenueSums } from "#schemas/analytics/revenue"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant } from "../kernel/sql.ts"

/** From one instant until before another. */
export interface Instants {
  readonly from: string
  readonly until: string
}

export interface RevenueRow extends RevenueSums {
  readonly currency: string
  readonly key: string
  readonly title: string | null
}

/** What was posted to revenue: the books of the caller's company, in the caller's mode. */
export class RevenueOfCompany extends Context.Service<RevenueOfCompany>()("layers/analytics/RevenueOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const of = (alias: string) => inTenant(sql, alias)

    /** Each posted transaction that moved revenue, with what it moved in each currency. */
    const moved = ({ from, until }: Instants, livemode: boolean) => sql`
      select t.id, t.object, t.object_id, t.occurred_at, e.currency,
        coalesce(-sum(e.amount) filter (where e.account = 'revenue'), 0) as sold, coalesce(sum(e.amount) filter (where e.account = 'refunds'), 0) as refunds,
        coalesce(-sum(e.amount) filter (where e.account = 'tax_payable'), 0) as tax
      from ledger_transactions t join ledger_entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where ${of("t")} and t.livemode = ${livemode} and t.phase = 'posted' and t.occurred_at >= ${from}::timestamptz and t.occurred_at < ${until}::timestamptz
        and e.account in ('revenue', 'refunds', 'tax_payable')
      group by t.id, t.object, t.object_id, t.occurred_at, e.currency`

    /** The order and the invoice that each is about. */
    const documents = (rows: Statement.Fragment) => sql`
      select m.*, coalesce(p.payment_link_id, rp.payment_link_id) as link_id, i.id as invoice_id, o.id as order_id, o.cart_id,
        coalesce(nullif(i.lines, '[]'), nullif(o.lines, '[]')) as lines
      from (${rows}) m
      left join payments p on ${of("p")} and m.object = 'payment' and p.id = m.object_id
      left join refunds r on ${of("r")} and m.object = 'refund' and r.id = m.object_id
      left join payments rp on ${of("rp")} and rp.id = r.payment_id
      left join credit_notes n on ${of("n")} and m.object = 'credit_note' and n.id = m.object_id
      left join invoices i on ${of("i")} and i.id = case m.object when 'invoice' then m.object_id else coalesce(n.invoice_id, p.invoice_id, rp.invoice_id) end
      left join orders o on ${of("o")} and o.id = coalesce(p.order_id, rp.order_id, i.order_id)`

    const channel: Readonly<Record<Channel, string>> = {
      shop: "d.cart_id is not null",
      booking: "exists (select from appointments a where a.company_id = (select current_company()) and a.deposit_order_id = d.order_id)",
      subscription: "exists (select from subscription_periods s where s.company_id = (select current_company()) and s.invoice_id = d.invoice_id)",
      payment_link: "d.link_id is not null",
      invoice: "d.invoice_id is not null",
      order: "d.order_id is not null",
      payment: "true"
    }
    const channels = sql.literal(`case ${Object.entries(channel).map(([name, condition]) => `when ${condition} then '${name}'`).join(" ")} end`)

    const summed = (key: Statement.Fragment, title: Statement.Fragment, from: Statement.Fragment, share: Statement.Fragment) => sql`
      select d.currency, ${key} as key, min(${title}) as title, round(sum(d.sold * ${share}))::bigint as sold, round(sum(d.refunds * ${share}))::bigint as refunds,
        round(sum(d.tax * ${share}))::bigint as tax, round(sum((d.sold - d.refunds) * ${share}))::bigint as net
      from ${from} group by 1, 2 order by 1, 2`
    const whole = sql.literal("1::numeric")

    const ofDays = (unit: "day" | "month" | "week", rows: Statement.Fragment) => {
      const day = sql`date_trunc(${sql.literal(`'${unit}'`)}, d.occurred_at at time zone (select time_zone from companies where id = (select current_company())))::date::text`
      return summed(day, day, sql`(${rows}) d`, whole)
    }

    /** Lines of goods of the shop stand for their product, others for what they are called; what has no lines stays without. */
    const ofProducts = (rows: Statement.Fragment) => sql`select s.currency, s.key, coalesce(
        (select p.title from products p where ${of("p")} and 'product ' || p.id = s.key), s.title) as title, s.sold, s.refunds, s.tax, s.net
      from (${summed(
        sql`coalesce('product ' || v.product_id, 'line ' || lower(l.line ->> 'description'), '')`,
        sql`coalesce(l.line ->> 'description', '')`,
        sql`(${documents(rows)}) d
          left join lateral (
            select x.line, coalesce((x.line ->> 'amount')::numeric / nullif(sum((x.line ->> 'amount')::numeric) over (), 0), 1.0 / count(*) over ()) as share
            from jsonb_array_elements(d.lines) as x (line)) l on true
          left join variants v on ${of("v")} and v.id = (l.line ->> 'variant_id')::bigint`,
        sql.literal("coalesce(l.share, 1)")
      )}) s`

    return {
      /** By day, week, month, product or channel, and currency. */
      sums: Effect.fnUntraced(function*(by: RevenuePart, instants: Instants) {
        const rows = moved(instants, (yield* Caller).mode === "live")
        const statement = by === "product" ? ofProducts(rows)
          : by === "channel" ? summed(channels, channels, sql`(${documents(rows)}) d`, whole)
          : ofDays(by, rows)
        return yield* Effect.orDie(sql<RevenueRow>`${statement}`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(RevenueOfCompany, RevenueOfCompany.make)
}
