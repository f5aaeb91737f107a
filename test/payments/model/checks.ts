import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { OwnerSql } from "../../support/database.ts"
import { booksAreRight } from "../paying.ts"
import { Stripe } from "./state.ts"

/** Rounded half away from zero, as `taxIn` does it. */
const taxIn = (of: string, part: string) => `round(${of}.tax::numeric * (${part}) / ${of}.amount)`

const owed = "i.number is not null and i.state <> 'void'"
/** An order whose sums no invoice says. */
const unbilled = `not exists (select from invoices i where i.company_id = o.company_id and i.order_id = o.id and ${owed})`
const credited = "i.credited_amount + i.refunded_amount - i.paid_out_amount"

/** What accounts must hold by what the records say, not by the entries of the ledger. */
const byRecords: ReadonlyArray<readonly [account: string, posted: string, from: string]> = [
  ["receivable", "i.amount - i.paid_amount - i.waived_amount", `invoices i where ${owed}`],
  ["cash", "(one ->> 'amount')::bigint", "invoices i, jsonb_array_elements(i.payments) one where one ->> 'method' <> 'card'"],
  ["customer_credit", "i.waived_amount + i.paid_out_amount - i.credited_amount", "invoices i where true"],
  ["provider_clearing", "p.captured_amount - p.refunded_amount", "payments p where true"],
  ["provider_clearing", "-d.amount", "disputes d where d.state <> 'won'"],
  ["disputes", "d.amount", "disputes d where d.state <> 'won'"],
  ["tax_payable", `${taxIn("i", credited)} - i.tax`, `invoices i where ${owed}`],
  ["tax_payable", `${taxIn("o", "o.refunded_amount")} - ${taxIn("o", "o.paid_amount")}`, `orders o where ${unbilled}`],
  ["revenue", "i.tax - i.amount", `invoices i where ${owed}`],
  ["revenue", `${taxIn("o", "o.paid_amount")} - o.paid_amount`, `orders o where ${unbilled}`],
  ["revenue", "-p.captured_amount", "payments p where p.order_id is null and p.invoice_id is null"],
  ["customer_payments", "0", "payments p where true"]
]

/** What nothing may be found by. */
const never = (sql: SqlClient.SqlClient) => ({
  "refunds beyond their captures": sql`select p.id from payments p where p.captured_amount < (select coalesce(sum(r.amount), 0) from refunds r
    where r.company_id = p.company_id and r.payment_id = p.id and r.state <> 'failed')`,
  "invoice numbers that are missing or doubled": sql`select company_id, livemode, count(*) from invoices where number is not null group by 1, 2
    having count(distinct number) <> count(*) or max(right(number, 6)::int) <> count(*) or count(*) <> (select last from invoice_numbers n
      where n.company_id = invoices.company_id and n.livemode = invoices.livemode and n.kind = 'invoice')`,
  "credit note numbers that are missing or doubled": sql`select company_id, livemode, count(*) from credit_notes group by 1, 2
    having count(distinct number) <> count(*) or max(right(number, 6)::int) <> count(*) or count(*) <> (select last from invoice_numbers n
      where n.company_id = credit_notes.company_id and n.livemode = credit_notes.livemode and n.kind = 'credit_note')`,
  "invoices that say otherwise than their orders": sql`select i.id, i.paid_amount, o.paid_amount, i.refunded_amount, o.refunded_amount, i.waived_amount,
    o.waived_amount from invoices i join orders o on o.company_id = i.company_id and o.id = i.order_id where ${sql.literal(owed)}
    and (i.amount, i.tax, i.paid_amount, i.refunded_amount, i.waived_amount) is distinct from (o.amount, o.tax, o.paid_amount, o.refunded_amount, o.waived_amount)`,
  "states that do not follow from sums": sql`select i.id, i.state from invoices i where i.number is not null and i.state in ('open', 'paid')
    and (i.state = 'paid') <> (i.paid_amount + i.waived_amount = i.amount)
    union all select o.id, o.state from orders o where o.state in ('open', 'paid')
      and (o.state = 'paid') <> (o.paid_amount > 0 and o.paid_amount + o.waived_amount >= o.amount)`,
  "void invoices that were paid or credited": sql`select id from invoices where state = 'void' and paid_amount + credited_amount + refunded_amount > 0`,
  "pending amounts that nothing waits for": sql`select company_id, livemode, currency, pending from ledger_accounts a where account = 'customer_payments'
    and pending <> -(select coalesce(sum(p.amount), 0) from payments p where p.company_id = a.company_id and p.livemode = a.livemode
      and p.currency = a.currency and p.held is not null and p.state in ('authorized', 'processing'))`,
  "modes that met": sql`select t.id from ledger_transactions t join payments p on t.object = 'payment' and p.company_id = t.company_id
    and p.id = t.object_id where p.livemode <> t.livemode`,
  "accounts that hold something else than the records say": sql`with expected as (${
    sql.literal(byRecords.map(([account, posted, from]) => {
      const alias = /^\w+ (\w)/.exec(from)![1]
      return `select ${alias}.company_id, ${alias}.livemode, ${alias}.currency, '${account}' as account, ${posted} as posted from ${from}`
    }).join(" union all "))
  }), sums as (select company_id, livemode, currency, account, sum(posted)::bigint as posted from expected group by 1, 2, 3, 4)
    select a.company_id, a.livemode, a.currency, a.account, a.posted, s.posted as by_records from ledger_accounts a
      full join sums s using (company_id, livemode, currency, account)
      where account in (select e.account from expected e) and coalesce(a.posted, 0) <> coalesce(s.posted, 0)`
})

/** While nobody does anything: the books of all are right, and what the records and Stripe say is what they hold. */
export const moneyIsRight = (about: string) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    yield* booksAreRight
    for (const [what, query] of Object.entries(never(sql))) assert.deepStrictEqual(yield* query, [], `${about}: ${what}`)
    const { intents } = yield* Stripe
    const ours = yield* sql<{ id: string; state: string; captured: number; refunded: number }>`select id::text, state, captured_amount::float8 as captured,
      refunded_amount::float8 as refunded from payments where livemode`
    const theirs = new Map([...intents.values()].map((intent) => [intent.metadata["payment_id"], intent]))
    for (const { captured, id, refunded, state } of ours) {
      const intent = theirs.get(id)
      assert.deepStrictEqual([id, captured, refunded], [id, intent?.amount_received ?? 0, intent?.refunded ?? 0], `${about}: ${state} payment and Stripe's ${JSON.stringify(intent)}`)
      assert.isAtMost(intent?.charges ?? 0, 1, `${about}: payment ${id} was charged once`)
    }
  }).pipe(Effect.orDie)
