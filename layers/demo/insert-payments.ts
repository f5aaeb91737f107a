import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { divide } from "#schemas/payments/rounding"
import { simulatedPayments } from "../providers/payment/simulated.ts"
import { rowsFor } from "./insert-shop.ts"
import { type OfMode, RETURNED_AFTER, type Sold } from "./sold.ts"

const card = { currency: "USD", method: "pm_card_visa", capture: true, confirm: true }

/** Puts what was paid for orders and given back into the tables of one company and mode, and into its books. Answers the refunds. */
export const insertPayments = Effect.fnUntraced(function*(orders: Sold, { company_id, livemode }: OfMode) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  const ago = sql.literal("now() - make_interval(mins => r.minutes)")

  /* The simulator knows of a payment what its id holds. */
  const charged = yield* Effect.forEach(orders, ({ amount, contact_id, id, minutes, n, refunded, tax }) =>
    Effect.map(simulatedPayments.create({ ...card, amount }, `demo ${livemode} ${n}`), (found) =>
      ({ order_id: id, contact_id, amount, refunded, tax, minutes: minutes - 1, intent: found.id, of: n })))
  const payments = yield* numbered("payments", charged)
  yield* sql`
    insert into payments (company_id, id, contact_id, order_id, state, amount, currency, captured_amount, refunded_amount, provider, simulated, intent,
      capture_amount, livemode, version, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.contact_id, r.order_id, 'succeeded', r.amount, 'USD', r.amount, r.refunded, 'simulated', true, r.intent,
      r.amount, ${livemode}, 2, ${ago}, ${ago}
    from jsonb_to_recordset(${text(payments)}) r (id bigint, contact_id bigint, order_id bigint, amount bigint, refunded bigint, intent text, minutes int)`

  const back = payments.filter(({ refunded }) => refunded > 0)
  const made = yield* Effect.forEach(back, ({ amount, id, intent, of, refunded, tax }) =>
    Effect.map(simulatedPayments.refund({ intent, amount: refunded }, `demo ${livemode} ${of}`), (found) => ({
      payment_id: id, amount: refunded, tax: Number(divide(BigInt(tax) * BigInt(refunded), BigInt(amount))), reference: found.id, of,
      minutes: orders[of]!.delivered - RETURNED_AFTER
    })))
  const refunds = yield* numbered("refunds", made)
  yield* sql`
    insert into refunds (company_id, id, payment_id, state, amount, currency, reason, reference, livemode, version, created_at, updated_at)
      overriding system value
    select ${company_id}, r.id, r.payment_id, 'succeeded', r.amount, 'USD', 'Goods were sent back.', r.reference, ${livemode}, 2, ${ago}, ${ago}
    from jsonb_to_recordset(${text(refunds)}) r (id bigint, payment_id bigint, amount bigint, reference text, minutes int)`

  const transactions = yield* numbered("ledger_transactions", [
    ...payments.map(({ amount, id, minutes, tax }) => ({
      kind: "payment", object_id: id, minutes, entries: { provider_clearing: amount, revenue: tax - amount, tax_payable: -tax }
    })),
    ...refunds.map(({ amount, id, minutes, tax }) => ({
      kind: "refund", object_id: id, minutes, entries: { refunds: amount - tax, tax_payable: tax, provider_clearing: -amount }
    }))
  ].toSorted((a, b) => b.minutes - a.minutes))
  yield* sql`
    insert into ledger_transactions (company_id, id, livemode, kind, phase, object, object_id, occurred_at) overriding system value
    select ${company_id}, r.id, ${livemode}, r.kind, 'posted', r.kind, r.object_id, ${ago}
    from jsonb_to_recordset(${text(transactions)}) r (id bigint, kind text, object_id bigint, minutes int)`
  const entries = transactions.flatMap(({ entries, id }) =>
    Object.entries(entries).filter(([, amount]) => amount !== 0).map(([account, amount]) => ({ transaction_id: id, account, amount })))
  yield* sql`
    insert into ledger_accounts (company_id, livemode, currency, account)
    select distinct ${company_id}::bigint, ${livemode}::boolean, 'USD', r.account from jsonb_to_recordset(${text(entries)}) r (account text)`
  yield* sql`
    insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
    select ${company_id}, r.transaction_id, ${livemode}, 'USD', r.account, r.amount
    from jsonb_to_recordset(${text(entries)}) r (transaction_id bigint, account text, amount bigint)`
  return refunds
})
export type InsertedRefunds = Effect.Success<ReturnType<typeof insertPayments>>
