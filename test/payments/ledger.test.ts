import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { Ledger, type Movement } from "#layers/payments/ledger"
import type { LedgerTransactionId } from "#schemas/payments/ledger"
import { OwnerSql } from "../support/database.ts"
import { send, TestServer } from "../support/test-server.ts"
import { booked, payment } from "./booking.ts"

const post = (movement: Movement) => Ledger.use((ledger) => ledger.post(movement))

const codeOf = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const exit = yield* Effect.exit(effect)
  if (Exit.isSuccess(exit)) return "done"
  return /\b(P0001|23000|23503|23505|23514|42501)\b/.exec(JSON.stringify(exit, (_, value) =>
    value instanceof Error ? { ...value, message: value.message, cause: value.cause } : value))?.[0] ?? "another failure"
})

layer(TestServer, { excludeTestServices: true })("the ledger", (it) => {
  it.effect("takes what sums up to zero, and shows it by account and entry", () =>
    Effect.gen(function*() {
      yield* booked(post(payment({ provider_clearing: 1_200, revenue: -1_000, tax_payable: -200 })))
      yield* booked(post(payment({ provider_clearing: 500, revenue: -500 }, "JPY")))
      yield* booked(post(payment({ cash: 7, revenue: -7 })), "acme", "test")
      const balance = yield* send("/gateway/balance", { key: "acme" })
      assert.deepStrictEqual(balance.json.accounts, [
        { account: "provider_clearing", currency: "JPY", posted: 500, pending: 0 },
        { account: "revenue", currency: "JPY", posted: -500, pending: 0 },
        { account: "provider_clearing", currency: "USD", posted: 1_200, pending: 0 },
        { account: "revenue", currency: "USD", posted: -1_000, pending: 0 },
        { account: "tax_payable", currency: "USD", posted: -200, pending: 0 }
      ])
      const entries = yield* send("/gateway/ledger?account=tax_payable", { key: "acme" })
      assert.strictEqual(entries.json.total, 1)
      assert.deepInclude(entries.json.items[0], { kind: "payment", phase: "posted", amount: -200, object: "payment", object_id: 1, livemode: true })
      assert.strictEqual((yield* send("/gateway/ledger", { key: "acmeTest" })).json.total, 2)
      assert.strictEqual((yield* send("/gateway/ledger", { key: "bolt" })).json.total, 0)
    }))

  it.effect("refuses in the database what does not sum up to zero, what has one side, and every change", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      assert.strictEqual(yield* codeOf(booked(post(payment({ cash: 5, revenue: -4 })))), "23000")
      assert.strictEqual(yield* codeOf(booked(post(payment({ cash: 5 })))), "23000")
      assert.strictEqual(yield* codeOf(booked(post(payment({})))), "23000")
      const id = yield* booked(post(payment({ cash: 5, revenue: -5 })))
      const late = sql`insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
        values (1, ${id}, true, 'USD', 'cash', 5), (1, ${id}, true, 'USD', 'revenue', -5)`
      assert.strictEqual(yield* codeOf(late), "23000")
      const mixed = sql`insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
        values (1, ${id}, false, 'USD', 'cash', 5), (1, ${id}, false, 'USD', 'revenue', -5)`
      assert.include(["23000", "23503"], yield* codeOf(mixed))
      for (const table of ["ledger_entries", "ledger_transactions"]) {
        for (const change of [sql`update ${sql(table)} set company_id = 1`, sql`delete from ${sql(table)}`, sql`truncate ${sql(table)} cascade`]) {
          assert.strictEqual(yield* codeOf(change), "42501", table)
        }
      }
    }))

  it.effect("settles what was set aside once, as posted or as voided", () =>
    Effect.gen(function*() {
      const authorized = payment({ provider_clearing: 900, customer_payments: -900 }, "EUR")
      const held = yield* booked(Ledger.use((ledger) => ledger.hold(authorized)), "bolt")
      const pendingOf = Effect.map(send("/gateway/balance", { key: "bolt" }), ({ json }) =>
        Object.fromEntries(json.accounts.map(({ account, pending, posted }: Record<string, unknown>) => [account, [posted, pending]])))
      assert.deepStrictEqual(yield* pendingOf, { customer_payments: [0, -900], provider_clearing: [0, 900] })
      yield* booked(Ledger.use((ledger) => ledger.settle(held, payment({ provider_clearing: 400, revenue: -400 }, "EUR"))), "bolt")
      assert.deepStrictEqual(yield* pendingOf, { customer_payments: [0, 0], provider_clearing: [400, 0], revenue: [-400, 0] })
      const about = { kind: "cancel", object: "payment", object_id: 1, currency: "EUR" }
      const release = (id: LedgerTransactionId) => booked(Ledger.use((ledger) => ledger.release(id, about)), "bolt")
      assert.strictEqual(yield* codeOf(release(held)), "23505")
      const other = yield* booked(Ledger.use((ledger) => ledger.hold(authorized)), "bolt")
      yield* release(other)
      assert.deepInclude(yield* pendingOf, { customer_payments: [0, 0] })
      const posted = yield* booked(post(payment({ cash: 1, revenue: -1 }, "EUR")), "bolt")
      assert.strictEqual(yield* codeOf(release(posted)), "23000")
    }))

  it.effect("keeps balances that equal the sums of their entries, whoever writes at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const accounts = ["cash", "revenue", "tax_payable", "receivable"] as const
      const movements = fc.sample(fc.tuple(fc.shuffledSubarray([...accounts], { minLength: 2, maxLength: 2 }), fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom("USD", "JPY", "KWD")), 300)
      yield* Effect.forEach(movements, ([[from, to], amount, currency]) =>
        booked(post(payment({ [from!]: amount, [to!]: -amount }, currency)), "bolt"), { concurrency: 16, discard: true })
      const off = yield* sql`select a.currency, a.account, a.posted, coalesce(sum(e.amount), 0) as entries from ledger_accounts a
        left join ledger_entries e using (company_id, livemode, currency, account)
        left join ledger_transactions t on t.company_id = e.company_id and t.id = e.transaction_id
        where coalesce(t.phase, 'posted') = 'posted' group by a.company_id, a.livemode, a.currency, a.account, a.posted
        having a.posted <> coalesce(sum(e.amount), 0)`
      assert.deepStrictEqual(off, [])
    }))
})
