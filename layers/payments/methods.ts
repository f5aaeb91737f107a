import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import { type PaymentMethod, paymentMethod } from "#schemas/payments/method"
import { repository } from "../kernel/repository.ts"
import { first } from "../kernel/sql.ts"

/** What contacts of the caller's company let it charge, of the caller's mode. */
export class PaymentMethods extends Context.Service<PaymentMethods>()("layers/payments/PaymentMethods", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const methods = yield* repository(paymentMethod, {
      noun: "payment method",
      softDelete: true,
      /** The provider's names of it, and of whose it is. */
      internal: { token: Schema.NullOr(Schema.String), customer: Schema.NullOr(Schema.String) }
    })
    return {
      ...methods,
      /** The method that a showing of a page saved before, also where it was removed since. */
      ofShowing: Effect.fnUntraced(function*(contact: ContactId, showing: string) {
        const { mode } = yield* Caller
        return yield* first(sql<PaymentMethod>`select ${methods.sql.columns} from payment_methods where ${methods.sql.inTenant}
          and contact_id = ${contact} and livemode = ${mode === "live"} and showing = ${showing}`)
      }),
      /** What the provider calls a contact, if it knows them. */
      customerOf: Effect.fnUntraced(function*(contact: ContactId, provider: string) {
        const { mode } = yield* Caller
        const found = yield* first(sql<{ customer: string }>`select customer from payment_methods where ${methods.sql.inTenant} and contact_id = ${contact}
          and livemode = ${mode === "live"} and provider = ${provider} and customer is not null order by id desc limit 1`)
        return Option.getOrUndefined(Option.map(found, ({ customer }) => customer))
      })
    }
  })
}) {
  static readonly layer = Layer.effect(PaymentMethods, PaymentMethods.make)
}
