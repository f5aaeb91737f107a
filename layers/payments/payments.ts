import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { LedgerTransactionId } from "#schemas/payments/ledger"
import type { PaymentLinkId } from "#schemas/payments/link"
import type { OrderId } from "#schemas/payments/order"
import { type Payment, payment, type PaymentId } from "#schemas/payments/payment"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"

/** Payments of the caller's company, of the caller's mode. */
export class PaymentRecords extends Context.Service<PaymentRecords>()("layers/payments/PaymentRecords", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const payments = yield* repository(payment, {
      counted: true,
      sort: { amount: { column: "amount", type: "bigint" } },
      internal: {
        /** The provider's names of what is charged, of whose it is, and of the payment: that of its latest answer. */
        token: Schema.NullOr(Schema.String),
        customer: Schema.NullOr(Schema.String),
        intent: Schema.NullOr(Schema.String),
        /** The pending transaction of the ledger, once it was authorized. */
        held: Schema.NullOr(LedgerTransactionId),
        /** How much is to be taken; nothing where it is to be authorized only. */
        capture_amount: Schema.NullOr(Schema.Int),
        /** What refunds under way will give back. */
        refunding_amount: Schema.Int
      }
    })
    const { columns, inTenant } = payments.sql
    return {
      ...payments,
      /** Those of an order, locked, the oldest first. */
      ofOrder: (id: OrderId) =>
        Effect.orDie(sql<Payment>`select ${columns} from payments where ${inTenant} and order_id = ${id} order by id for update`),
      /** Sets aside what a refund will give back, or takes it back. PostgreSQL refuses more than was captured. */
      setAside: (id: PaymentId, amount: number) =>
        execute(sql`update payments set refunding_amount = refunding_amount + ${amount}::bigint where ${inTenant} and id = ${id}`),
      /** Whether the provider is still asked about any payment or refund of an order. */
      unsettled: (id: OrderId) =>
        Effect.map(
          Effect.orDie(sql<{ n: number }>`select (select count(*) from payments p where p.company_id = (select current_company()) and p.order_id = ${id} and p.state = 'processing')
            + (select count(*) from payments p join refunds r on r.company_id = p.company_id and r.payment_id = p.id
              where p.company_id = (select current_company()) and p.order_id = ${id} and r.state = 'processing') as n`),
          ([row]) => row!.n > 0
        ),
      /** The one that a showing of a payment link's page was sent for. */
      ofShowing: (link: PaymentLinkId, showing: string) =>
        first(sql<Payment>`select ${columns} from payments where ${inTenant} and payment_link_id = ${link} and showing = ${showing}`),
      /** The latest one of a payment link that its payer still has to confirm. */
      waitingOfLink: (link: PaymentLinkId) =>
        first(sql<{ id: PaymentId }>`select id from payments where ${inTenant} and payment_link_id = ${link}
          and state = 'requires_action' order by id desc limit 1`),
      /** Those of a payment link that are not ended, locked. */
      openOfLink: (link: PaymentLinkId) =>
        Effect.orDie(sql<Payment>`select ${columns} from payments where ${inTenant} and payment_link_id = ${link}
          and state in ('processing', 'requires_action') order by id for update`),
      /** Whether any payment of an order is authorized. */
      hasAuthorized: (id: OrderId) =>
        Effect.map(
          Effect.orDie(sql<{ id: number }>`select id from payments where ${inTenant} and order_id = ${id} and state = 'authorized' limit 1`),
          ({ length }) => length > 0
        )
    }
  })
}) {
  static readonly layer = Layer.effect(PaymentRecords, PaymentRecords.make)
}
