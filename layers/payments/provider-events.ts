import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { PaymentId } from "#schemas/payments/payment"
import { SystemSql } from "../database/connections.ts"
import { exists, first } from "../kernel/sql.ts"

/** What payment providers tell by themselves. */
export class ProviderEvents extends Context.Service<ProviderEvents>()("layers/payments/ProviderEvents", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    return {
      /** Whose payment the provider calls by one of these names. */
      about: (names: ReadonlyArray<string>) =>
        first(system<{ company_id: CompanyId; payment_id: PaymentId }>`
          select company_id, id as payment_id from payments where intent = any(${[...names]}) and not simulated limit 1`),
      /** Notes an event of the caller's company; whether it is new. */
      isNew: Effect.fnUntraced(function*(provider: string, event: string) {
        const { company_id } = yield* Caller
        return yield* exists(sql`insert into provider_events (company_id, provider, event_id) values (${company_id}, ${provider}, ${event})
          on conflict do nothing returning event_id`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(ProviderEvents, ProviderEvents.make)
}
