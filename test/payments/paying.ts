import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { keptCountsAreExact } from "../support/kept-counts.ts"
import { json, type Key, send } from "../support/test-server.ts"

export const post = (path: string, body: object, key: Key = "acmeTest", headers: Record<string, string> = {}) =>
  send(path, { key, method: "POST", headers, ...json(body) })

/** A payment by a test card, of a contact of its own unless told. */
export const pay = Effect.fnUntraced(function*(given: object, key: Key = "acmeTest", headers: Record<string, string> = {}) {
  const whose = "order_id" in given || "invoice_id" in given || "contact_id" in given ? {} : { contact_id: (yield* someone(key)).id }
  return yield* post("/gateway/payments", { payment_method: "pm_card_visa", ...whose, ...given }, key, headers)
})

export const order = Effect.fnUntraced(function*(given: object, key: Key = "acmeTest") {
  const { id: contact_id } = yield* someone(key)
  const made = yield* post("/orders/", { contact_id, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

/** A finalized invoice of a contact of its own. */
export const invoice = Effect.fnUntraced(function*(given: object, key: Key = "acmeTest") {
  const whose = "order_id" in given || "contact_id" in given ? {} : { contact_id: (yield* someone(key)).id }
  const made = yield* post("/gateway/invoices", { ...whose, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  const sent = yield* post(`/gateway/invoices/${made.json.id}/finalize`, {}, key)
  assert.strictEqual(sent.status, 200, sent.text)
  return sent.json
})

export const read = (path: string, key: Key = "acmeTest") => Effect.map(send(path, { key }), ({ json }) => json)

/** What the accounts of a mode hold: posted and pending. */
export const held = (key: Key = "acmeTest") =>
  Effect.map(read("/gateway/balance", key), ({ accounts }) =>
    Object.fromEntries(accounts.map(({ account, currency, pending, posted }: any) => [`${account} ${currency}`, [posted, pending]])))

/** What one change moved in the accounts that it touched. */
export const movedBy = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>, key: Key = "acmeTest") {
  const before: Record<string, [number, number]> = yield* held(key)
  const done = yield* work
  const after: Record<string, [number, number]> = yield* held(key)
  const moved = Object.entries(after).flatMap(([name, [posted, pending]]) => {
    const [p, q] = before[name] ?? [0, 0]
    return posted === p && pending === q ? [] : [[name.split(" ")[0], [posted - p, pending - q]]]
  })
  return { done, moved: Object.fromEntries(moved) }
})

/** Every transaction sums up to zero, balances are the sums of their entries, and no sum is out of its bounds. */
export const booksAreRight = Effect.gen(function*() {
  const sql = yield* OwnerSql
  yield* Effect.provideService(keptCountsAreExact, SqlClient.SqlClient, sql)
  assert.deepStrictEqual(yield* sql`select transaction_id, currency, sum(amount) as off from ledger_entries group by company_id, 1, 2 having sum(amount) <> 0`, [])
  assert.deepStrictEqual(
    yield* sql`select a.account, a.currency, a.posted, a.pending, s.posted as posted_entries, s.pending as pending_entries from ledger_accounts a
      join lateral (
        select coalesce(sum(e.amount) filter (where t.phase = 'posted'), 0) as posted,
          coalesce(sum(e.amount) filter (where t.phase = 'pending' and not exists (
            select from ledger_transactions v where v.company_id = t.company_id and v.settles = t.id)), 0) as pending
        from ledger_entries e join ledger_transactions t on t.company_id = e.company_id and t.id = e.transaction_id
        where e.company_id = a.company_id and e.livemode = a.livemode and e.currency = a.currency and e.account = a.account) s on true
      where a.posted <> s.posted or a.pending <> s.pending`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select o.id from orders o where o.paid_amount <> coalesce(
        (select sum(p.captured_amount) from payments p where p.company_id = o.company_id and p.order_id = o.id), 0)
        + coalesce((select sum((one ->> 'amount')::bigint) from invoices i, jsonb_array_elements(i.payments) one
          where i.company_id = o.company_id and i.order_id = o.id and one ->> 'method' <> 'card'), 0)
      or o.refunded_amount <> coalesce((select sum(p.refunded_amount) from payments p where p.company_id = o.company_id and p.order_id = o.id), 0)
      or o.promised_amount <> coalesce((select sum(p.amount) from payments p where p.company_id = o.company_id and p.order_id = o.id
        and p.state in ('processing', 'requires_action', 'authorized')), 0)`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select i.id from invoices i
      left join lateral (select coalesce(sum(p.captured_amount), 0) as paid, coalesce(sum(p.refunded_amount), 0) as refunded,
        coalesce(sum(p.amount) filter (where p.state in ('processing', 'requires_action', 'authorized') and p.order_id is null), 0) as promised
        from payments p where p.company_id = i.company_id and p.invoice_id = i.id) p on true
      where i.credited_amount <> coalesce((select sum(n.amount) from credit_notes n where n.company_id = i.company_id and n.invoice_id = i.id), 0)
        or i.waived_amount <> coalesce((select sum(n.waived_amount) from credit_notes n where n.company_id = i.company_id and n.invoice_id = i.id), 0)
        or i.refunded_amount <> p.refunded or i.promised_amount <> p.promised
        or i.paid_amount <> (select coalesce(sum((one ->> 'amount')::bigint), 0) from jsonb_array_elements(i.payments) one)
        or p.paid <> (select coalesce(sum((one ->> 'amount')::bigint), 0) from jsonb_array_elements(i.payments) one where one ->> 'method' = 'card')`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select p.id from payments p where p.refunded_amount <> coalesce((select sum(r.amount) from refunds r
        where r.company_id = p.company_id and r.payment_id = p.id and r.state = 'succeeded'), 0)
      or p.refunding_amount <> coalesce((select sum(r.amount) from refunds r
        where r.company_id = p.company_id and r.payment_id = p.id and r.state = 'processing'), 0)`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select c.id from commissions c left join lateral (select coalesce(sum(b.amount), 0) as amount, coalesce(sum(b.lost_amount), 0) as lost
        from commission_clawbacks b where b.company_id = c.company_id and b.commission_id = c.id) b on true
      where c.clawed_back_amount <> b.amount or c.lost_amount <> b.lost`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select c.company_id, c.livemode, c.currency, c.owed, c.paid, a.posted, p.amount from (
        select company_id, livemode, currency, sum(amount - clawed_back_amount - paid_out_amount) as owed, sum(paid_out_amount) as paid,
          sum(amount - clawed_back_amount) as cost from commissions group by 1, 2, 3) c
      left join ledger_accounts a on a.company_id = c.company_id and a.livemode = c.livemode and a.currency = c.currency and a.account = 'commissions_payable'
      left join ledger_accounts e on e.company_id = c.company_id and e.livemode = c.livemode and e.currency = c.currency and e.account = 'commissions'
      left join (select company_id, livemode, currency, sum(amount) as amount from commission_payouts group by 1, 2, 3) p
        on p.company_id = c.company_id and p.livemode = c.livemode and p.currency = c.currency
      where c.owed <> -coalesce(a.posted, 0) or c.cost <> coalesce(e.posted, 0) or c.paid <> coalesce(p.amount, 0)`,
    []
  )
})
