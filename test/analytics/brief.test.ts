import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { nextAt } from "#workflows/analytics/daily-brief-at"
import { OwnerSql } from "../support/database.ts"
import { type Key, send, TestServer } from "../support/test-server.ts"

const briefOf = Effect.fnUntraced(function*(key: Key = "acmeTest") {
  const { json, status, text } = yield* send("/api/v1/dashboard/brief", { key })
  assert.strictEqual(status, 200, text)
  return json as { day: string; as_of: string; lines: ReadonlyArray<any> }
})

const lineOf = (brief: { lines: ReadonlyArray<any> }, figure: string) => brief.lines.find((line) => line.figure === figure)

const figureOf = (brief: { lines: ReadonlyArray<any> }, figure: string) => {
  const { last_week, today, yesterday } = lineOf(brief, figure)
  return [today, yesterday, last_week]
}

layer(TestServer, { excludeTestServices: true })("the daily brief", (it) => {
  it.effect("counts each figure now, and as it was a day and a week ago", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const ago = (interval: string) => sql.literal(`now() - interval '${interval}'`)
    yield* sql`update companies set time_zone = 'Pacific/Auckland' where id = 1`
    yield* sql`insert into contacts (company_id, first_name, created_at) values
      (1, 'Old', ${ago("3 days")}), (1, 'LastWeek', ${ago("7 days 1 second")}), (1, 'Now', ${ago("1 second")})`
    /* Due all along; one was completed two hours ago, so that it was open yesterday, and one three days ago. */
    yield* sql`insert into tasks (company_id, title, status, due_at, completed_at, created_at) values
      (1, 'Open', 'open', ${ago("9 days")}, null, ${ago("20 days")}),
      (1, 'Done today', 'completed', ${ago("9 days")}, ${ago("2 hours")}, ${ago("20 days")}),
      (1, 'Done lately', 'completed', ${ago("9 days")}, ${ago("3 days")}, ${ago("20 days")}),
      (1, 'Later', 'open', now() + interval '5 days', null, ${ago("20 days")})`
    yield* sql`insert into invoices (company_id, currency, lines, discount, invoice_discount, subtotal, tax, taxes, amount, livemode, state, number, due_on,
        finalized_at, closed_at) select 1, 'USD', '[]', 0, 0, 100, 0, '[]', 100, false, s.state, s.number, (now() - interval '10 days')::date,
        now() - interval '30 days', s.closed from (values ('open', 'T-1', null::timestamptz), ('paid', 'T-2', ${ago("3 days")}), ('void', 'T-3', ${ago("1 hour")}))
      as s (state, number, closed)`
    yield* sql`insert into ledger_accounts (company_id, livemode, currency, account) select 1, false, 'USD', a
      from unnest(array['revenue', 'refunds', 'tax_payable', 'cash']) a on conflict do nothing`
    const post = (revenue: number, refunds: number, tax: number, interval: string) => sql`
      with t as (insert into ledger_transactions (company_id, livemode, kind, phase, object, object_id, occurred_at)
        values (1, false, 'payment', 'posted', 'payment', 1, ${ago(interval)}) returning id)
      insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
        select 1, t.id, false, 'USD', e.account, e.amount from t, (values ('revenue', ${-revenue}::bigint), ('refunds', ${refunds}::bigint),
          ('tax_payable', ${-tax}::bigint), ('cash', ${revenue - refunds + tax}::bigint)) e (account, amount) where e.amount <> 0`
    yield* sql.withTransaction(Effect.gen(function*() {
      /* What a company's books hold is written by the company. */
      yield* sql`select set_config('app.company_id', '1', true)`
      yield* post(10_000, 0, 2_000, "1 second")
      yield* post(0, 3_000, -600, "1 second")
      yield* post(7_000, 0, 0, "7 days 1 second")
    }))
    yield* sql`insert into integrations (company_id, key, state, failure, checked_at) values
      (1, 'google', 'needs_reconnection', 'Token has been revoked.', ${ago("2 days")}), (1, 'xero', 'connected', null, ${ago("2 days")})`
    const brief = yield* briefOf()
    assert.deepStrictEqual(figureOf(brief, "broken_connections"), [1, 1, 0])
    assert.deepStrictEqual(figureOf(brief, "due_tasks"), [1, 2, 3])
    assert.deepStrictEqual(figureOf(brief, "overdue_invoices"), [1, 2, 3])
    assert.deepStrictEqual(figureOf(brief, "new_leads"), [1, 0, 1])
    assert.deepStrictEqual(figureOf(brief, "revenue"), [7_000, 0, 7_000])
    assert.deepStrictEqual(figureOf(yield* briefOf("acme"), "revenue"), [0, 0, 0])
    assert.deepStrictEqual(figureOf(yield* briefOf("bolt"), "due_tasks"), [0, 0, 0])
  }))

  it.effect("leads to where each line is acted on, and its figures are explained by the same rows", () => Effect.gen(function*() {
    const { lines } = yield* briefOf()
    for (const { act, currency, figure, today } of lines) {
      const told = yield* send(act.path.slice("/api/v1".length), { key: "acmeTest" })
      assert.strictEqual(told.status, 200, `${act.path} ${told.text}`)
      const { json } = yield* send(`/analytics/explain?figure=${figure}`, { key: "acmeTest" })
      if (currency === null) assert.strictEqual(json.total, today, figure)
      else assert.deepStrictEqual(json.amounts, [{ amount: today, currency }])
      assert.strictEqual(json.first.length, Math.min(10, json.total))
    }
  }))
})

layer(TestServer, { excludeTestServices: true })("the hour of the daily brief", (it) => {
  it.effect("comes once a day, also where clocks are changed", () => Effect.sync(() => {
    for (const zone of ["Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "UTC"]) {
      for (const at of ["00:00", "01:30", "02:30", "03:00", "07:00", "23:59"]) {
        let now = Date.parse("2026-01-01T05:00:00Z")
        const days: Array<string> = []
        while (now < Date.parse("2027-01-01T05:00:00Z")) {
          const next = nextAt(now, at, zone)
          assert.isAbove(Date.parse(next.instant), now)
          days.push(next.day)
          now = Date.parse(next.instant)
        }
        assert.strictEqual(new Set(days).size, days.length, `${zone} ${at}: no day twice`)
        for (const [n, day] of days.entries()) {
          if (n > 0) assert.strictEqual(Date.parse(day) - Date.parse(days[n - 1]!), 86_400_000, `${zone} ${at}: no day is left out after ${days[n - 1]}`)
        }
      }
    }
    assert.deepStrictEqual(nextAt(Date.parse("2026-03-28T12:00:00Z"), "02:30", "Europe/Oslo"), { day: "2026-03-29", instant: "2026-03-29T01:30:00.000Z" })
    assert.deepStrictEqual(nextAt(Date.parse("2026-10-24T12:00:00Z"), "02:30", "Europe/Oslo"), { day: "2026-10-25", instant: "2026-10-25T00:30:00.000Z" })
  }))
})
