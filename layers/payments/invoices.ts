import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { Timestamp } from "#schemas/kernel/time"
import { type Invoice, invoice, type InvoiceId } from "#schemas/payments/invoice"
import type { OrderId } from "#schemas/payments/order"
import { repository } from "../kernel/repository.ts"
import { execute, one } from "../kernel/sql.ts"

/** Days in which an invoice that names no day is to be paid. */
const DAYS = 14

/** The time of day, by the company's time zone. */
const REMINDED_AT = "09:00"

export interface InvoiceTimes {
  readonly overdue_at: Timestamp
  readonly remind_at: ReadonlyArray<Timestamp>
}

const TODAY = "(company_now(livemode) at time zone (select time_zone from companies where id = (select current_company())))::date"
const STATE = `case when state = 'open' and due_on < ${TODAY} then 'overdue' else state end`

/** Invoices of the caller's company, of the caller's mode. */
export class Invoices extends Context.Service<Invoices>()("layers/payments/Invoices", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const invoices = yield* repository(invoice, {
      counted: true,
      computed: { state: STATE },
      filter: { state: (state: Invoice["state"]) => sql`${sql.literal(STATE)} = ${state}` },
      sort: { amount: { column: "amount", type: "bigint" }, due_on: { column: "coalesce(due_on, 'infinity')", type: "date" } },
      internal: {
        /** The discount of the invoice alone, from which the sums are worked out again. */
        invoice_discount: Schema.Int,
        /** What payments under way will take. */
        promised_amount: Schema.Int,
        /** What credit notes took of what was owed, and what refunds paid out of the credit that others left. */
        waived_amount: Schema.Int,
        paid_out_amount: Schema.Int
      }
    })
    return {
      ...invoices,
      /** Notes what a payment will take, or will not any more. PostgreSQL refuses more than is owed. */
      promise: (id: InvoiceId, amount: number) =>
        execute(sql`update invoices set promised_amount = promised_amount + ${amount}::bigint where ${invoices.sql.inTenant} and id = ${id}`),
      /** The invoice of an order that is not void, if there is one. */
      ofOrder: (id: OrderId) =>
        Effect.map(
          Effect.orDie(sql<Invoice>`select ${invoices.sql.columns} from invoices where ${invoices.sql.inTenant} and order_id = ${id} and state <> 'void'`),
          ([row]) => row
        ),
      /** What a contact was sent, the newest first: drafts are nobody's business yet. */
      ofContact: Effect.fnUntraced(function*(id: ContactId, { limit, offset }: { readonly limit: number; readonly offset: number }) {
        return yield* Effect.orDie(sql<Invoice>`select ${invoices.sql.columns} from invoices
          where ${invoices.sql.inTenant} and livemode = ${yield* live} and contact_id = ${id} and state <> 'draft'
          order by id desc limit ${limit} offset ${offset}`)
      }),
      /** The next number of the company's mode. It is taken only if the transaction ends well, and until then nobody else gets one. */
      nextNumberOf: Effect.fnUntraced(function*(kind: "invoice" | "credit_note") {
        const { company_id } = yield* Caller
        const livemode = yield* live
        const { last } = yield* one(sql<{ last: number }>`
          insert into invoice_numbers (company_id, livemode, kind, last) values (${company_id}, ${livemode}, ${kind}, 1)
          on conflict (company_id, livemode, kind) do update set last = invoice_numbers.last + 1 returning last`)
        return `${kind === "invoice" ? livemode ? "INV" : "TEST" : livemode ? "CN" : "TEST-CN"}-${String(last).padStart(6, "0")}`
      }),
      /** When a finalized invoice becomes overdue, and when its customer is reminded of it: those that are not past, in order. */
      timesOf: (id: InvoiceId) =>
        one(sql<InvoiceTimes>`
          select (i.due_on + 1)::timestamp at time zone c.time_zone as overdue_at, array(
            select at from unnest(c.invoice_reminders) day,
              lateral (select (i.due_on + day + time '${sql.literal(REMINDED_AT)}') at time zone c.time_zone as at) a
            where at > company_now(i.livemode) order by at) as remind_at
          from invoices i join companies c on c.id = i.company_id where i.company_id = (select current_company()) and i.id = ${id}`),
      /** The day on which a draft is finalized, and until when it is to be paid, as values to write. */
      issued_on: sql.literal(TODAY),
      due_on: sql.literal(`coalesce(due_on, ${TODAY} + ${DAYS})`),
      now: sql.literal("company_now(livemode)"),
      /** The day that it is for the company. */
      today: Effect.gen(function*() {
        const livemode = yield* live
        const { day } = yield* one(sql<{ day: string }>`select (company_now(${livemode}) at time zone time_zone)::date::text as day
          from companies where id = (select current_company())`)
        return day
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Invoices, Invoices.make)
}
