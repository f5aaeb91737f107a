import { Context, Effect, Layer, type Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { IntegrationKey } from "#schemas/integrations/catalogue"

/** What is told to other systems, in the order in which one kind refers to another. */
export const outgoingKinds = ["contact", "invoice_customer", "invoice", "invoice_payment"] as const
export type OutgoingKind = typeof outgoingKinds[number]

/** A record of ours as it is told. */
export interface OutgoingRecord {
  readonly object: string
  readonly record_id: number
  readonly facts: Readonly<Record<string, Schema.Json>>
  /** What the records that it refers to are called there. */
  readonly refers: Readonly<Record<string, string | null>>
}

/** Payments of an invoice have no ids of their own: so many fit into one invoice. */
const PAYMENTS = 1_000

const own = "company_id = (select current_company())"

const remote = (sql: SqlClient.SqlClient, key: string, object: string, record: string): Statement.Fragment =>
  sql`(select l.remote_id from integration_links l where l.company_id = (select current_company()) and l.key = ${key} and l.object = ${object} and l.record_id = ${sql.literal(record)})`

/** Records of the caller's company that other systems are told, live ones only. */
export class OutgoingRecords extends Context.Service<OutgoingRecords>()("layers/integrations/OutgoingRecords", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const customerName = sql.literal("coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), c.company_name, c.email, c.phone, 'Contact ' || c.id)")

    const queries: { readonly [K in OutgoingKind]: (key: string, after: number, most: number) => Statement.Statement<OutgoingRecord> } = {
      contact: (_, after, most) => sql<OutgoingRecord>`
        select 'contact' as object, c.id as record_id, '{}'::jsonb as refers, jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'phone', c.phone, 'company_name', c.company_name, 'notes', c.notes) as facts
        from contacts c where c.${sql.literal(own)} and c.deleted_at is null and c.email is not null and c.id > ${after} order by c.id limit ${most}`,
      invoice_customer: (_, after, most) => sql<OutgoingRecord>`
        select 'customer' as object, c.id as record_id, '{}'::jsonb as refers, jsonb_build_object('name', ${customerName}, 'first_name', c.first_name,
          'last_name', c.last_name, 'email', c.email, 'phone', c.phone, 'company_name', c.company_name) as facts
        from contacts c where c.${sql.literal(own)} and c.id > ${after} and exists (
          select from invoices i where i.company_id = c.company_id and i.contact_id = c.id and i.livemode and i.state in ('open', 'paid'))
        order by c.id limit ${most}`,
      invoice: (key, after, most) => sql<OutgoingRecord>`
        select 'invoice' as object, i.id as record_id, jsonb_build_object('customer', ${remote(sql, key, "customer", "i.contact_id")}) as refers,
          jsonb_build_object('number', i.number, 'issued_on', i.issued_on, 'due_on', i.due_on, 'currency', i.currency, 'lines', i.lines, 'subtotal', i.subtotal,
            'discount', i.discount, 'tax', i.tax, 'amount', i.amount, 'reference', i.reference) as facts
        from invoices i where i.${sql.literal(own)} and i.livemode and i.state in ('open', 'paid') and i.contact_id is not null and i.id > ${after}
        order by i.id limit ${most}`,
      invoice_payment: (key, after, most) => sql<OutgoingRecord>`
        select 'invoice_payment' as object, i.id * ${PAYMENTS} + p.n as record_id,
          jsonb_build_object('customer', ${remote(sql, key, "customer", "i.contact_id")}, 'invoice', ${remote(sql, key, "invoice", "i.id")}) as refers,
          jsonb_build_object('amount', (p.one ->> 'amount')::bigint, 'currency', i.currency, 'received_on', p.one ->> 'received_on', 'method', p.one ->> 'method',
            'reference', p.one ->> 'reference', 'number', i.number) as facts
        from invoices i cross join lateral jsonb_array_elements(i.payments) with ordinality p (one, n)
        where i.${sql.literal(own)} and i.livemode and i.state in ('open', 'paid') and i.contact_id is not null and i.id * ${PAYMENTS} + p.n > ${after}
        order by i.id, p.n limit ${most}`
    }
    return {
      /** Some of a kind, after one of them. */
      page: (kind: OutgoingKind, key: IntegrationKey, after: number, most: number): Effect.Effect<ReadonlyArray<OutgoingRecord>> => Effect.orDie(queries[kind](key, after, most))
    }
  })
}) {
  static readonly layer = Layer.effect(OutgoingRecords, OutgoingRecords.make)
}
