import { hash } from "node:crypto"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { InvoiceId } from "#schemas/payments/invoice"
import { paymentLink, type PaymentLinkId, type PaymentLinkRecord } from "#schemas/payments/link"
import { isTokenShaped, newToken } from "../auth/opaque-tokens.ts"
import { SecretStore } from "../auth/secret-store.ts"
import { SystemSql } from "../database/connections.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first } from "../kernel/sql.ts"
import { linkTokens } from "./category.ts"

/** Whose link it is. */
export interface LinkOwner {
  readonly company_id: CompanyId
  readonly id: PaymentLinkId
  readonly livemode: boolean
}

interface Token {
  readonly token: string
  readonly token_hash: string
}

const hashOf = (token: string) => hash("sha256", token, "hex")

/** Payment links of the caller's company, of the caller's mode. */
export class PaymentLinks extends Context.Service<PaymentLinks>()("layers/payments/PaymentLinks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const secrets = yield* SecretStore
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
    const opened = ({ token, token_hash }: Token) =>
      Effect.orDie(Effect.fromOption(linkTokens.opened(secrets, { token_hash }, token)))
    return {
      ...links,
      /** What a new link's address holds, as the database keeps it. */
      newToken: Effect.sync(() => {
        const token = newToken()
        const token_hash = hashOf(token)
        return { token_hash, token: linkTokens.sealed(secrets, { token_hash }, token) }
      }),
      /** What the addresses of these hold, by link. */
      tokens: Effect.fnUntraced(function*(ids: ReadonlyArray<PaymentLinkId>) {
        const rows = yield* Effect.orDie(sql<Token & { readonly id: PaymentLinkId }>`
          select id, token, token_hash from payment_links where ${inTenant} and id = any(${[...ids]}::bigint[])`)
        return new Map(yield* Effect.forEach(rows, (row) => Effect.map(opened(row), (token) => [row.id, token] as const)))
      }),
      /** The link over an invoice that anybody can use until it is paid, if there is one. */
      ofInvoice: (id: InvoiceId) =>
        first(sql<PaymentLinkRecord>`select ${links.sql.columns} from payment_links where ${inTenant} and invoice_id = ${id}
          and active and not single_use and expires_at is null order by id limit 1`),
      /** Whose link has this in its address. */
      byToken: (token: string) =>
        isTokenShaped(token)
          ? first(system<LinkOwner>`select company_id, id, livemode from payment_links where token_hash = ${hashOf(token)}`)
          : Effect.succeed(Option.none<LinkOwner>()),
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
