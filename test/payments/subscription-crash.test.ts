import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Subscriptions } from "#layers/payments/subscriptions"
import { wholeSecond } from "#schemas/payments/periods"
import { create_plan } from "#workflows/payments/plans"
import { enter, termOf } from "#workflows/payments/subscription-billing"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import { DAY_MS } from "../support/test-clock.ts"

const DAYS = rounds(10, 30)
const KILLS = rounds(1, 4)

/** Of one who pays every day, and began so many days ago. */
const begun = Effect.fnUntraced(function*(contact_id: number) {
  const subscriptions = yield* Subscriptions
  const plan = yield* create_plan({
    name: "Daily", amount: 100, interval: "day", interval_count: 1, trial_days: 0, tax_category: "standard", retry_days: [], after_retries: "cancel"
  })
  const starts = wholeSecond(new Date(Date.now() - (DAYS - 0.5) * DAY_MS).toISOString())
  const kept = { anchor_at: starts, anchor_day: 1, anchor_period: 1, time_zone: "UTC" }
  const term = termOf(plan, kept, 1, starts)
  const made = yield* subscriptions.create({
    contact_id, plan_id: plan.id, quantity: 1, amount: 100, currency: "USD", state: "active", period: 1, period_start: starts, period_end: term.ends_at,
    ...kept, livemode: plan.livemode
  })
  yield* enter(made, plan, { ...kept, credit: 0 }, term)
})

it.live("periods that ended while processes were killed are billed, each once", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const work = killedAfter(url, join(import.meta.dirname, "subscription-crash-works.ts"), "")
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [contact] = yield* sql<{ id: number }>`insert into contacts (company_id, first_name) select id, 'Grace' from companies limit 1 returning id`
      yield* begin(begun(contact!.id))
      const billed = Effect.map(sql<{ n: number }>`select count(*)::int as n from subscription_periods where invoice_id is not null`, ([row]) => row!.n)
      for (let kill = 1; kill <= KILLS; kill++) yield* work(eventually(billed, (n) => n >= kill * DAYS / (KILLS + 1), 60_000))
      assert.isBelow(yield* billed, DAYS, "it was killed in the midst")
      yield* work(eventually(billed, (n) => n === DAYS, 60_000))
      assert.deepStrictEqual(
        yield* sql`select count(*)::int as invoices, count(distinct number)::int as numbers, max(right(number, 6))::int as last, sum(amount)::int as amount,
          (select count(*)::int from events where kind = 'subscription.renewed') as renewed from invoices`,
        [{ invoices: DAYS, numbers: DAYS, last: DAYS, amount: DAYS * 100, renewed: DAYS - 1 }]
      )
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
