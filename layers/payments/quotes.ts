import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { quote, type QuoteId, type QuoteRecord } from "#schemas/payments/quote"
import { SecretStore } from "../auth/secret-store.ts"
import { repository } from "../kernel/repository.ts"
import { addressTokens } from "./address-tokens.ts"
import { quoteTokens, STATE_OF_QUOTE } from "./category.ts"

/** Quotes of the caller's company, of the caller's mode. */
export class Quotes extends Context.Service<Quotes>()("layers/payments/Quotes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const quotes = yield* repository(quote, {
      counted: true,
      computed: { state: STATE_OF_QUOTE },
      filter: { state: (state: QuoteRecord["state"]) => sql`${sql.literal(STATE_OF_QUOTE)} = ${state}` },
      sort: { amount: { column: "amount", type: "bigint" } },
      internal: {
        /** The discount of the quote alone, from which the sums are worked out again. */
        quote_discount: Schema.Int
      }
    })
    return {
      ...quotes,
      ...yield* addressTokens<QuoteId>(quoteTokens),
      now: sql.literal("company_now(livemode)")
    }
  })
}) {
  static readonly layer = Layer.effect(Quotes, Quotes.make).pipe(Layer.provide(SecretStore.layer))
}
