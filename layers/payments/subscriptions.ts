import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import type { InvoiceId } from "#schemas/payments/invoice"
import { subscription, type SubscriptionId } from "#schemas/payments/subscription"
import { repository } from "../kernel/repository.ts"
import { execute, exists, inTenant as ofTenant, one } from "../kernel/sql.ts"

/** A period of a subscription, and the prices by which it was worked out so far. */
export interface PeriodPrices {
  /** In seconds since 1970. */
  readonly ends: number
  /** The seconds of a whole period, of which it may be a part. */
  readonly whole: number
  readonly prices: ReadonlyArray<{ readonly at: number; readonly price: number }>
}

export interface NewPrice {
  readonly at: Timestamp
  readonly price: number
  /** What it adds to the bill or takes off, besides what the period was billed with when it began. */
  readonly proration: number
  readonly description: string
}

const ofSubscription = (table: string) => `company_id = subscriptions.company_id and ${table}.subscription_id = subscriptions.id`

/** Subscriptions of the caller's company, of the caller's mode. */
export class Subscriptions extends Context.Service<Subscriptions>()("layers/payments/Subscriptions", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const subscriptions = yield* repository(subscription, {
      counted: true,
      sort: { period_end: { column: "period_end", type: "timestamptz" } },
      computed: {
        pending_amount: `(select coalesce(sum(p.proration), 0)::bigint - subscriptions.credit from subscription_prices p
          where p.${ofSubscription("p")} and not p.billed)`,
        latest_invoice_id: `(select p.invoice_id from subscription_periods p where p.${ofSubscription("p")} and p.invoice_id is not null
          order by p.period desc limit 1)`
      },
      internal: {
        /** Taken off its next invoices. */
        credit: Schema.Int,
        /** From where its periods are counted, and which of them begins there. */
        anchor_at: Timestamp,
        anchor_day: Schema.Int,
        anchor_period: Schema.Int,
        time_zone: Schema.String
      }
    })
    return {
      ...subscriptions,
      /** Notes that a period began. PostgreSQL refuses a second time. */
      begin: Effect.fnUntraced(function*(id: SubscriptionId, period: number, { ends_at, whole }: { readonly ends_at: Timestamp; readonly whole: number }) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into subscription_periods (company_id, subscription_id, period, ends_at, whole_seconds)
          values (${company_id}, ${id}, ${period}, ${ends_at}, ${whole})`)
      }),
      hasPeriod: (id: SubscriptionId, period: number) =>
        exists(sql`select period from subscription_periods where ${inTenant} and subscription_id = ${id} and period = ${period}`),
      /** The invoice of a period. */
      billedBy: (id: SubscriptionId, period: number, invoice: InvoiceId) =>
        execute(sql`update subscription_periods set invoice_id = ${invoice} where ${inTenant} and subscription_id = ${id} and period = ${period}`),
      ofInvoice: (invoice: InvoiceId) =>
        Effect.map(
          Effect.orDie(sql<{ id: SubscriptionId }>`select subscription_id as id from subscription_periods where ${inTenant} and invoice_id = ${invoice}`),
          ([row]) => row?.id
        ),
      /** A price that holds from an instant on. What it adds stands on no invoice yet. */
      addPrice: Effect.fnUntraced(function*(id: SubscriptionId, period: number, { at, description, price, proration }: NewPrice) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into subscription_prices (company_id, subscription_id, period, at, price, proration, description, billed)
          values (${company_id}, ${id}, ${period}, ${at}, ${price}, ${proration}, ${description}, ${proration === 0})`)
      }),
      pricesOf: (id: SubscriptionId, period: number): Effect.Effect<PeriodPrices> =>
        one(sql<PeriodPrices>`select extract(epoch from p.ends_at)::bigint as ends, p.whole_seconds as whole,
          (select jsonb_agg(jsonb_build_object('at', extract(epoch from s.at)::bigint, 'price', s.price) order by s.id) from subscription_prices s
            where s.company_id = p.company_id and s.subscription_id = p.subscription_id and s.period = p.period) as prices
          from subscription_periods p where p.company_id = (select current_company()) and p.subscription_id = ${id} and p.period = ${period}`),
      /** What stands on no invoice yet, the oldest first; from now on it does. */
      takePending: (id: SubscriptionId) =>
        Effect.orDie(sql<{ proration: number; description: string }>`with taken as (
            update subscription_prices set billed = true where ${inTenant} and subscription_id = ${id} and not billed returning id, proration, description)
          select proration, description from taken order by id`),
      timeZone: Effect.map(one(sql<{ time_zone: string }>`select time_zone from companies where id = (select current_company())`), ({ time_zone }) => time_zone)
    }
  })
}) {
  static readonly layer = Layer.effect(Subscriptions, Subscriptions.make)
}
