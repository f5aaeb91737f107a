import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "#schemas/kernel/ids"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { Timestamp } from "#schemas/kernel/time"
import { type Commission, commission, commissionPayout, type CommissionPayoutId } from "#schemas/payments/commission"
import type { CommissionRule, NewCommissionRule } from "#schemas/payments/commission-rule"
import type { InvoiceId } from "#schemas/payments/invoice"
import type { OrderId } from "#schemas/payments/order"
import type { PaymentId } from "#schemas/payments/payment"
import { byId, page } from "../kernel/page.ts"
import { repository } from "../kernel/repository.ts"
import { execute, exists, one, orDieSql } from "../kernel/sql.ts"

const STATE = `case when amount > 0 and clawed_back_amount = amount then 'clawed_back' when payout_id is not null then 'paid_out' else 'accrued' end`

/** What goes back of a commission's payment, by a refund or a dispute. */
export interface ClawBack {
  readonly refund_id: number | null
  readonly dispute_id: number | null
  readonly lost_amount: number
  readonly amount: number
}

/** Whose commissions a payout pays, in which currency (the company's, if left out), of what was earned before when. */
export interface Payable {
  readonly seller_id: UserId
  readonly currency?: string | undefined
  readonly until?: Timestamp | undefined
}

const live = Effect.map(Caller, ({ mode }) => mode === "live")

/** The rules by which sellers earn, of the caller's company and mode. */
export class CommissionRulesOfCompany extends Context.Service<CommissionRulesOfCompany>()("layers/payments/CommissionRulesOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("id, name, seller_id, category, currency, earns")
    const scope = Effect.map(live, (livemode) => sql`company_id = (select current_company()) and livemode = ${livemode}`)

    const all = Effect.flatMap(scope, (own) => Effect.orDie(sql<CommissionRule>`select ${columns} from commission_rules where ${own} order by id`))

    return {
      page: (paging: Paging) => Effect.flatMap(scope, (own) =>
        orDieSql(page<CommissionRule>(sql, { from: sql.literal("commission_rules"), columns, where: [own], order: byId, paging }))),
      all,
      /** Keeps others from setting them until the transaction ends. */
      hold: Effect.flatMap(live, (livemode) =>
        execute(sql`select pg_advisory_xact_lock(hashtextextended('commission rules ' || (select current_company()) || ${String(livemode)}, 0))`)),
      replace: Effect.fnUntraced(function*(rules: ReadonlyArray<NewCommissionRule>) {
        const { company_id } = yield* Caller
        yield* execute(sql`delete from commission_rules where ${yield* scope}`)
        yield* execute(sql`insert into commission_rules (company_id, name, seller_id, category, currency, earns, livemode)
          select ${company_id}, r.name, r.seller_id, r.category, r.currency, r.earns, ${yield* live}
          from rows from (jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
            as (name text, seller_id bigint, category text, currency text, earns jsonb)) with ordinality
            r (name, seller_id, category, currency, earns, place)
          order by r.place`)
        return yield* all
      })
    }
  })
}) {
  static readonly layer = Layer.effect(CommissionRulesOfCompany, CommissionRulesOfCompany.make)
}

/** What sellers of the caller's company earned, in the caller's mode. */
export class Commissions extends Context.Service<Commissions>()("layers/payments/Commissions", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const commissions = yield* repository(commission, {
      counted: true,
      sort: { amount: { column: "amount", type: "bigint" } },
      computed: { state: STATE },
      filter: { state: (state: Commission["state"]) => sql`${sql.literal(STATE)} = ${state}` },
      internal: {
        /** What the rule is for in the whole sale, and what of that was paid before, without tax. */
        whole_amount: Schema.Int,
        paid_before: Schema.Int,
        /** The payment, with tax, and what of it went back. */
        paid_amount: Schema.Int,
        lost_amount: Schema.Int
      }
    })
    const { columns, inTenant } = commissions.sql

    /** Of a seller in a currency and mode. */
    const ofSeller = (seller_id: UserId, currency: string, livemode: boolean) =>
      sql`${inTenant} and livemode = ${livemode} and seller_id = ${seller_id} and currency = ${currency}`

    /** What a payout settles: what was earned before an instant and is not paid out, and what was taken back of what is. */
    const payable = (until: Timestamp | undefined) =>
      sql`(payout_id is null and ${until === undefined ? sql.literal("true") : sql`accrued_at < ${until}::timestamptz`}
        or payout_id is not null and paid_out_amount <> amount - clawed_back_amount)`

    return {
      ...commissions,
      /** Until the transaction ends, nobody else earns, claws back or pays out commissions of a seller. Taken before anything is booked. */
      hold: (seller: UserId | null) => seller === null ? Effect.void : Effect.flatMap(live, (livemode) =>
        execute(sql`select pg_advisory_xact_lock(hashtextextended('commissions ' || (select current_company()) || ' ' || ${`${seller} ${livemode}`}, 0))`)),
      /** What a seller has sold in the month that it is for the company, less what went back of it. */
      soldInMonth: Effect.fnUntraced(function*(seller_id: UserId, currency: string) {
        const livemode = yield* live
        const { sold } = yield* one(sql<{ sold: number }>`
          select coalesce(sum(base_amount - (base_amount::numeric * lost_amount / paid_amount)::bigint), 0)::bigint as sold from commissions
          where ${ofSeller(seller_id, currency, livemode)} and accrued_at >= (select date_trunc('month', company_now(${livemode}), time_zone)
            from companies where id = (select current_company()))`)
        return sold
      }),
      /** What the shares of a sale came to so far, not rounded. */
      exactOf: ({ invoice_id, order_id }: { readonly order_id: OrderId | null; readonly invoice_id: InvoiceId | null }) =>
        order_id === null && invoice_id === null ? Effect.succeed(0n) : Effect.map(
          one(sql<{ exact: string }>`select coalesce(sum(exact), 0)::text as exact from commissions
            where ${inTenant} and ${order_id === null ? sql`invoice_id = ${invoice_id}` : sql`order_id = ${order_id}`}`),
          ({ exact }) => BigInt(exact)),
      /** What time it is for the company, as a value to write. */
      now: Effect.map(live, (livemode) => sql`company_now(${livemode})`),
      ofPayment: (id: PaymentId) =>
        Effect.orDie(sql<Commission>`select ${columns} from commissions where ${inTenant} and payment_id = ${id} order by id`),
      /** What shares of the same sale came to before a commission, not rounded, and what was taken back of it. */
      history: Effect.fnUntraced(function*({ id, invoice_id, order_id }: Commission) {
        const sale = order_id === null ? sql`order_id is null and invoice_id = ${invoice_id}` : sql`order_id = ${order_id}`
        const { exact } = yield* one(sql<{ exact: string }>`select coalesce(sum(exact), 0)::text as exact from commissions
          where ${inTenant} and id < ${id} and ${sale}`)
        const clawbacks = yield* Effect.orDie(sql<ClawBack>`select refund_id, dispute_id, lost_amount, amount from commission_clawbacks
          where ${inTenant} and commission_id = ${id} order by id`)
        return { exact_before: BigInt(exact), clawbacks }
      }),
      /** Notes what is taken back. PostgreSQL refuses a second time for the same refund or dispute, and more than was earned. */
      clawBack: Effect.fnUntraced(function*({ id }: Pick<Commission, "id">, { amount, dispute_id, lost_amount, refund_id }: ClawBack) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into commission_clawbacks (company_id, commission_id, refund_id, dispute_id, lost_amount, amount, livemode)
          values (${company_id}, ${id}, ${refund_id}, ${dispute_id}, ${lost_amount}, ${amount}, ${yield* live})`)
        yield* execute(sql`update commissions set clawed_back_amount = clawed_back_amount + ${amount}::bigint, lost_amount = lost_amount + ${lost_amount}::bigint
          where ${inTenant} and id = ${id}`)
      }),
      /** Whether somebody is, or was, a member. */
      isMember: (seller_id: UserId) => exists(sql`select id from users where ${inTenant} and id = ${seller_id}`),
      /** What a payout would pay. */
      owed: Effect.fnUntraced(function*({ currency, seller_id, until }: Payable) {
        const livemode = yield* live
        const home = yield* one(sql<{ currency: string; now: Timestamp }>`
          select coalesce(${currency ?? null}, currency) as currency, company_now(${livemode}) as now from companies where id = (select current_company())`)
        const sums = yield* one(sql<{ earned_amount: number; deducted_amount: number }>`
          select coalesce(sum(amount - clawed_back_amount) filter (where payout_id is null), 0)::bigint as earned_amount,
            coalesce(sum(paid_out_amount - (amount - clawed_back_amount)) filter (where payout_id is not null), 0)::bigint as deducted_amount
          from commissions where ${ofSeller(seller_id, home.currency, livemode)} and ${payable(until)}`)
        return { seller_id, currency: home.currency, until: until ?? home.now, livemode, ...sums }
      }),
      /** Notes that a payout paid what it pays. */
      paidOut: Effect.fnUntraced(function*(payout: CommissionPayoutId, { currency, seller_id, until }: Payable & { readonly currency: string }) {
        yield* execute(sql`update commissions set payout_id = coalesce(payout_id, ${payout}), paid_out_amount = amount - clawed_back_amount
          where ${ofSeller(seller_id, currency, yield* live)} and ${payable(until)}`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Commissions, Commissions.make)
}

/** What sellers of the caller's company were paid, in the caller's mode. */
export class CommissionPayouts extends Context.Service<CommissionPayouts>()("layers/payments/CommissionPayouts", {
  make: repository(commissionPayout, { table: "commission_payouts", noun: "payout", sort: { amount: { column: "amount", type: "bigint" } } })
}) {
  static readonly layer = Layer.effect(CommissionPayouts, CommissionPayouts.make)
}
