import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { InvoiceId } from "#schemas/payments/invoice"
import type { OrderId } from "#schemas/payments/order"
import { paymentLink, type PaymentLinkId, type PaymentLinkRecord } from "#schemas/payments/link"
import { SecretStore } from "../auth/secret-store.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"
import { addressTokens } from "./address-tokens.ts"
import { linkTokens } from "./category.ts"

/** Payment links of the caller's company, of the caller's mode. */
export class PaymentLinks extends Context.Service<PaymentLinks>()("layers/payments/PaymentLinks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const links = yield* repository(paymentLink, {
      counted: true,
      noun: "payment link",
      computed: {
        state: `case when not active then 'deactivated' when single_use and paid_count > 0 then 'used'
          when expires_at <= company_now(livemode) then 'expired' else 'active' end`
      },
      internal: {
        /** How many payments by it are under way. */
        promised_count: Schema.Int
      }
    })
    const { inTenant } = links.sql
    return {
      ...links,
      ...yield* addressTokens<PaymentLinkId>(linkTokens),
      /** The link over an order or invoice that anybody can use until it is paid, if there is one. */
      over: (document: { readonly order_id: OrderId } | { readonly invoice_id: InvoiceId }) =>
        first(sql<PaymentLinkRecord>`select ${links.sql.columns} from payment_links where ${inTenant}
          and ${"order_id" in document ? sql`order_id = ${document.order_id}` : sql`invoice_id = ${document.invoice_id}`}
          and active and not single_use and expires_at is null order by id limit 1`),
      /** Notes that a payment by it is under way. PostgreSQL refuses a second one of a link for a single use. */
      promise: (id: PaymentLinkId) =>
        execute(sql`update payment_links set promised_count = promised_count + 1 where ${inTenant} and id = ${id}`),
      /** Notes how a payment by it ended. */
      release: (id: PaymentLinkId, paid: boolean) =>
        execute(sql`update payment_links set promised_count = promised_count - 1, paid_count = paid_count + ${paid ? 1 : 0}::int,
          version = version + ${paid ? 1 : 0}::int, updated_at = case when ${paid}::boolean then now() else updated_at end
          where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(PaymentLinks, PaymentLinks.make).pipe(Layer.provide(SecretStore.layer))
}
