import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import { invoice, order, pay, post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { TestServer } from "../support/test-server.ts"

const inUsd = ({ currencies }: any) => currencies.find(({ currency }: any) => currency === "USD")
const sumOf = (rows: ReadonlyArray<any>, name: string) => rows.reduce((sum, row) => sum + row[name], 0)

layer(TestServer, { excludeTestServices: true })("revenue", (it) => {
  it.effect("is what the ledger posted, net of refunds and tax apart, the same by each of its parts", () => Effect.gen(function*() {
    const mug = { description: "Mug", unit_amount: 1_000, quantity: 2 }
    const tray = { description: "Tray", unit_amount: 1_001 }
    const bought = yield* order({ lines: [mug, tray] })
    const paid = yield* pay({ order_id: bought.id })
    assert.strictEqual(paid.status, 201, paid.text)
    yield* pay({ amount: 700, currency: "USD" })
    yield* pay({ amount: 900, currency: "EUR" })
    yield* invoice({ lines: [tray] })
    const settled = yield* read(`/gateway/payments/${paid.json.id}`)
    assert.strictEqual(settled.state, "succeeded")
    const refund = yield* post(`/gateway/payments/${paid.json.id}/refunds`, { amount: 1_000 })
    assert.oneOf(refund.status, [200, 201, 202], refund.text)
    yield* eventually(Effect.map(read("/analytics/revenue"), inUsd), ({ refunds }) => refunds === 1_000)
    const wholes = yield* Effect.forEach(["day", "week", "month", "product", "channel"], (by) => Effect.map(read(`/analytics/revenue?by=${by}`), inUsd))
    for (const { net, refunds, rows, sold, tax } of wholes) {
      assert.deepInclude({ net, refunds, sold, tax }, { sold: 3_001 + 700 + 1_001, net: sold - refunds, tax: 0 })
      for (const [name, sum] of Object.entries({ net, refunds, sold, tax })) assert.strictEqual(sumOf(rows, name), sum)
    }
    const [, , , products, channels] = wholes
    assert.deepStrictEqual(Object.fromEntries(products.rows.map(({ sold, title }: any) => [title, sold])), { Mug: 2_000, Tray: 2_002, "Without lines": 700 })
    assert.sameMembers(channels.rows.map(({ key }: any) => key), ["order", "payment", "invoice"])
    const { lines } = yield* read("/api/v1/dashboard/brief")
    const brief = lines.find(({ currency, figure }: any) => figure === "revenue" && currency === "USD")
    assert.strictEqual(brief.today, wholes[0].net, "the brief says the same")
    const { accounts } = yield* read("/gateway/balance")
    const posted = (account: string) => accounts.find((one: any) => one.account === account && one.currency === "USD")?.posted ?? 0
    assert.strictEqual(wholes[0].net, -(posted("revenue") + posted("refunds")), "the books say the same")
    const euros = yield* read("/analytics/revenue?currency=EUR")
    assert.deepStrictEqual(euros.currencies.map(({ currency, net }: any) => [currency, net]), [["EUR", 900]])
    assert.deepStrictEqual((yield* read("/analytics/revenue", "bolt")).currencies, [])
  }))

  it.effect("stands beside the same days of the month before, and beside as many days otherwise", () => Effect.gen(function*() {
    const days = ({ before, from, to }: any, shown: any) => [from, to, shown?.before?.from ?? before?.from, shown?.before?.to ?? before?.to]
    const of = (from: string, to: string) => Effect.map(read(`/analytics/revenue?from=${from}&to=${to}`), (told) => days(told, inUsd(told)))
    const sql = yield* OwnerSql
    yield* sql.withTransaction(Effect.gen(function*() {
      yield* sql`select set_config('app.company_id', '1', true)`
      yield* sql`with t as (insert into ledger_transactions (company_id, livemode, kind, phase, object, object_id, occurred_at)
          select 1, false, 'payment', 'posted', 'payment', 1, d::timestamptz from unnest(array['2026-03-05 12:00Z', '2026-02-05 12:00Z']) d returning id)
        insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
          select 1, t.id, false, 'USD', e.account, e.amount from t, (values ('revenue', -500::bigint), ('provider_clearing', 500::bigint)) e (account, amount)`
    }))
    assert.deepStrictEqual(yield* of("2026-03-01", "2026-03-10"), ["2026-03-01", "2026-03-10", "2026-02-01", "2026-02-10"])
    assert.deepStrictEqual(yield* of("2026-03-01", "2026-03-31"), ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"])
    assert.deepStrictEqual(yield* of("2026-03-05", "2026-03-11"), ["2026-03-05", "2026-03-11", "2026-02-26", "2026-03-04"])
    const march = inUsd(yield* read("/analytics/revenue?from=2026-03-01&to=2026-03-31"))
    assert.deepInclude(march, { net: 500, change: 0 })
    assert.deepStrictEqual(march.rows.map(({ key, net, net_before }: any) => [key, net, net_before]), [["2026-03-05", 500, 500]])
    for (const query of ["from=2026-03-02&to=2026-03-01", "from=2001-01-01&to=2026-01-01"]) {
      assert.strictEqual((yield* read(`/analytics/revenue?${query}`)).code, "validation_error")
    }
  }))

  it.effect("is forecast from its own past, and says so where that is too short", () => Effect.gen(function*() {
    const short = yield* read("/analytics/forecast?currency=EUR")
    assert.deepInclude(short, { forecast: [], errors: null, advice: null, method: null })
    const sql = yield* OwnerSql
    yield* sql`insert into contacts (company_id, first_name, created_at)
      select 2, 'Lead', now() - make_interval(days => d) from generate_series(1, 200) d, generate_series(1, 3 + (d % 7)) n`
    const told = yield* read("/analytics/forecast?figure=new_leads&every=day&steps=14", "bolt")
    assert.lengthOf(told.forecast, 14)
    assert.isAtLeast(told.history.length, 199)
    assert.strictEqual(told.errors[told.advice], Math.min(told.errors.holt_winters, told.errors.naive, told.errors.seasonal_naive))
    for (const { high, low, value } of told.forecast) assert.isTrue(low <= value + 0.5 && value <= high + 0.5)
    assert.deepStrictEqual(told.forecast, (yield* read("/analytics/forecast?figure=new_leads&every=day&steps=14", "bolt")).forecast, "asked twice, told twice")
  }))

  it.effect("has a funnel from leads to orders, and cohorts by the month of the first payment", () => Effect.gen(function*() {
    const before = yield* read("/analytics/funnel")
    const { id: contact_id } = yield* someone("acmeTest")
    const bought = (yield* post("/orders/", { contact_id, amount: 5_000, currency: "USD" })).json
    yield* pay({ order_id: bought.id })
    const after = yield* read("/analytics/funnel")
    const people = ({ steps }: any) => Object.fromEntries(steps.map(({ people, step }: any) => [step, people]))
    assert.deepStrictEqual(people(after), { ...people(before), lead: people(before).lead + 1, order: people(before).order + 1 })
    const { cohorts } = yield* read("/analytics/cohorts?currency=USD")
    const month = cohorts.at(-1)
    assert.isAtLeast(month.people, 2)
    assert.deepInclude(month.months[0], { after: 0, people: month.people, share: 1, paid: month.paid })
  }))
})
