import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { PaymentRecords } from "#layers/payments/payments"
import { Refunds } from "#layers/payments/refunds"
import { Charge } from "#workflows/payments/charge"
import { beginRefund } from "#workflows/payments/refunding"
import type { Asked } from "../providers/provider-server.ts"
import { stripeServer } from "../providers/stripe-server.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { STRIPE_KEY } from "../support/test-server.ts"
import { booksAreRight } from "./paying.ts"

const PAYMENTS = 8

const paid = Effect.fnUntraced(function*(amount: number) {
  const payments = yield* PaymentRecords
  const made = yield* payments.create({
    amount, currency: "USD", provider: "stripe", simulated: false, token: "pm_card_visa", capture_amount: amount, livemode: true
  })
  yield* Charge.start({ payment_id: made.id })
  return made.id
})

it.live("what was charged and given back when the process was killed is found again, and not done twice", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const { asked, fail, intents, refunds, url: address } = yield* stripeServer(STRIPE_KEY)
    const work = killedAfter(url, join(import.meta.dirname, "crash-works.ts"), address)
    const ended = (end: string) => ({ path }: Asked) => path.endsWith(end)
    const all = () => [...intents.values()]

    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const statesOf = (table: string) =>
        Effect.map(sql<{ state: string }>`select distinct state from ${sql(table)}`, (rows) => rows.map(({ state }) => state))
      const ids = yield* Effect.forEach(Array.from({ length: PAYMENTS }), (_, n) => begin(paid(1_000 + n)))
      fail("hung", undefined, ended("/confirm"))
      yield* work(eventually(Effect.sync(() => all().filter(({ status }) => status === "succeeded").length), (charged) => charged === PAYMENTS, 30_000))
      assert.deepStrictEqual(yield* statesOf("payments"), ["processing"])
      fail(undefined)
      const before = asked.length
      yield* work(Effect.gen(function*() {
        yield* eventually(statesOf("payments"), (states) => states.join() === "succeeded", 30_000)
        assert.deepStrictEqual(all().map(({ charges }) => charges), ids.map(() => 1))
        assert.isTrue(asked.slice(before).every(({ method }) => method === "GET"), "the provider is asked before anything is done again")
        fail("hung", undefined, ended("/refunds"))
        for (const id of ids) {
          const payment = yield* begin(PaymentRecords.use((payments) => Effect.orDie(payments.get(id))))
          yield* begin(beginRefund(payment, 400, null))
        }
        yield* eventually(Effect.sync(() => refunds.size), (made) => made === PAYMENTS, 30_000)
      }))
      assert.deepStrictEqual(yield* statesOf("refunds"), ["processing"])
      fail(undefined)
      yield* work(eventually(statesOf("refunds"), (states) => states.join() === "succeeded", 30_000))
      assert.deepStrictEqual(all().map(({ refunded }) => refunded), all().map(() => 400))
      const rows = yield* begin(Refunds.use((refunds) => Effect.orDie(refunds.page({ limit: 50, offset: 0, sort: "id" }))))
      assert.strictEqual(rows.total, PAYMENTS)

      const [clearing] = yield* sql<{ posted: number }>`select posted::float8 as posted from ledger_accounts where account = 'provider_clearing'`
      assert.strictEqual(clearing!.posted, all().reduce((sum, { amount_received, refunded }) => sum + amount_received - refunded, 0))
      yield* booksAreRight
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
