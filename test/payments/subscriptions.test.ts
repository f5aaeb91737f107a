import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"
import { advance, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds, send, TestServer } from "../support/test-server.ts"
import { booksAreRight, post, read } from "./paying.ts"
import { plan, subscribe } from "./subscribing.ts"

const path = (id: number, what = "") => `/gateway/subscriptions/${id}${what}`
const invoicesOf = (contact_id: number) => Effect.map(read(`/gateway/invoices?contact_id=${contact_id}&sort=id`), ({ items }) => items)
const advanced = (to: string) => Effect.andThen(advance({ to }), ready())
const kindsOf = (id: number) => Effect.map(eventsOf("acme", "subscription", id), (events) => events.map(({ kind }) => kind))

/** How many subscriptions are changed, and how often each. */
const CHANGED = rounds(1, 50)
const CHANGES = 20

/** The same instant some months later. */
const monthsAfter = (at: string, months: number) => {
  const date = new Date(at)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), last),
    date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())).toISOString()
}

layer(TestServer, { excludeTestServices: true })("subscriptions", (it) => {
  it.effect("bill each period in advance, once, and follow the test clock", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan()
      const made = yield* subscribe(plan_id, { quantity: 3 })
      assert.deepInclude(made, { state: "active", period: 1, amount: 6_000, currency: "USD", pending_amount: 0, livemode: false })
      assert.strictEqual(made.period_end, monthsAfter(made.period_start, 1))
      const [first] = yield* invoicesOf(made.contact_id)
      assert.deepInclude(first, { id: made.latest_invoice_id, state: "open", amount: 6_000 })
      assert.deepInclude(first.lines[0], { quantity: 3, unit_amount: 2_000 })

      yield* advanced("P2M5D")
      const later = yield* read(path(made.id))
      assert.deepInclude(later, { state: "active", period: 3, period_end: monthsAfter(made.period_start, 3) })
      assert.deepStrictEqual((yield* invoicesOf(made.contact_id)).map(({ amount }: { amount: number }) => amount), [6_000, 6_000, 6_000])
      assert.deepStrictEqual(yield* kindsOf(made.id), ["subscription.created", "subscription.renewed", "subscription.renewed"])
      const sql = yield* OwnerSql
      const refused = yield* Effect.flip(sql`insert into subscription_periods (company_id, subscription_id, period, ends_at, whole_seconds)
        values (${companyIds.acme}, ${made.id}, 3, now(), 1)`)
      assert.strictEqual(refused.reason._tag, "UniqueViolation")
      const timeline = yield* read(`/crm/contacts/${made.contact_id}/timeline`)
      assert.include(timeline.items.map(({ kind }: { kind: string }) => kind), "subscription_begun")
      yield* booksAreRight
    }))

  it.effect("bill nothing for a trial, and a part of the first period where a day of the month is chosen", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan({ trial_days: 10 })
      const trial = yield* subscribe(plan_id)
      assert.deepInclude(trial, { state: "trialing", period: 0, latest_invoice_id: null })
      assert.strictEqual(trial.trial_ends_at, trial.period_end)
      const day = new Date(trial.trial_ends_at).getUTCDate() === 31 ? 15 : 31
      const part = yield* subscribe(plan_id, { trial_days: 0, billing_day: day })
      const [invoice] = yield* invoicesOf(part.contact_id)
      assert.isBelow(invoice.amount, 2_000)
      yield* advanced("P11D")
      assert.deepInclude(yield* read(path(trial.id)), { state: "active", period: 1, trial_ends_at: trial.trial_ends_at })
      assert.deepStrictEqual((yield* invoicesOf(trial.contact_id)).map(({ amount }: { amount: number }) => amount), [2_000])
    }))

  it.effect("preview what a change then does, to the cent", () =>
    Effect.gen(function*() {
      const plans = yield* Effect.forEach(["USD", "JPY", "KWD"], (currency) => Effect.forEach([999, 2_000, 12_345], (amount) => plan({ amount, currency })))
      const made = yield* Effect.forEach(Array.from({ length: CHANGED }), (_, k) => subscribe(plans[k % 3]![0]!.id))
      for (let n = 0; n < CHANGES; n++) {
        yield* advanced(`PT${7 + n}H${n}M${13 * n % 60}S`)
        yield* Effect.forEach(made, ({ id }, k) => Effect.gen(function*() {
          const asked = { plan_id: plans[k % 3]![(n * 7 + k) % 3]!.id, quantity: 2 + (n * 5 + k * k) % 9 }
          const before = yield* read(path(id))
          const preview = yield* post(path(id, "/preview"), asked)
          assert.strictEqual(preview.status, 200, preview.text)
          assert.deepStrictEqual(yield* read(path(id)), before, "a preview changes nothing")
          const { amount, pending_amount, proration_amount, proration_at } = preview.json
          const changed = yield* post(path(id, "/change"), { ...asked, proration_at })
          assert.deepInclude(changed.json, { ...asked, amount, pending_amount }, changed.text)
          assert.strictEqual(pending_amount - before.pending_amount, proration_amount)
        }), { concurrency: 8, discard: true })
      }
      const previews = yield* Effect.forEach(made, ({ id }) => Effect.map(post(path(id, "/preview"), {}), ({ json }) => json))
      const ends = yield* Effect.forEach(made, ({ id }) => Effect.map(read(path(id)), ({ period_end }) => period_end as string))
      assert.deepStrictEqual(previews.map(({ next_invoice_at }) => next_invoice_at), ends)
      yield* advanced(instant(Math.max(...ends.map((end) => Date.parse(end))) + 1_000))
      const invoices = yield* Effect.forEach(made, ({ contact_id }) => invoicesOf(contact_id))
      assert.deepStrictEqual(invoices.map((all) => all.at(-1).amount), previews.map(({ next_amount }) => next_amount))
      for (const { id } of made) assert.strictEqual((yield* read(path(id))).pending_amount, 0)
      yield* booksAreRight
    }))

  it.effect("are paused and resumed with a new period, less what was billed for the time between", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan({ amount: 3_000 })
      const made = yield* subscribe(plan_id)
      yield* advanced("P10D")
      const paused = yield* post(path(made.id, "/pause"), {})
      assert.deepInclude(paused.json, { state: "paused" }, paused.text)
      assert.isBelow(paused.json.pending_amount, -1_900)
      assert.deepStrictEqual((yield* post(path(made.id, "/pause"), {})).json, paused.json, "once")
      assert.strictEqual((yield* post(path(made.id, "/change"), { quantity: 2 })).status, 409)
      yield* advanced("P60D")
      assert.lengthOf(yield* invoicesOf(made.contact_id), 1)
      const resumed = yield* post(path(made.id, "/resume"), {})
      assert.deepInclude(resumed.json, { state: "active", period: 2, paused_at: null, pending_amount: 0 }, resumed.text)
      assert.strictEqual((yield* invoicesOf(made.contact_id)).at(-1).amount, 3_000 + paused.json.pending_amount)
      assert.deepStrictEqual(yield* kindsOf(made.id), ["subscription.created", "subscription.paused", "subscription.resumed"])
    }))

  it.effect("end with their period or at once, and what was used is billed", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan()
      const [ending, going, gone] = yield* Effect.forEach([1, 2, 3], () => subscribe(plan_id))
      for (const { id } of [ending, going]) {
        const told = yield* post(path(id, "/cancel"), {})
        assert.deepInclude(told.json, { state: "active", cancel_at_period_end: true }, told.text)
      }
      assert.deepInclude((yield* post(path(going.id, "/resume"), {})).json, { cancel_at_period_end: false, canceled_at: null })
      yield* advanced("P5D")
      yield* post(path(gone.id, "/change"), { quantity: 5 })
      yield* advanced("P20D")
      const ended = yield* post(path(gone.id, "/cancel"), { at: "now" })
      assert.deepInclude(ended.json, { state: "canceled", pending_amount: 0 }, ended.text)
      const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000
      const whole = seconds(gone.period_start, gone.period_end)
      const used = seconds(gone.period_start, ended.json.canceled_at)
      const billed = (yield* invoicesOf(gone.contact_id)).map(({ amount }: { amount: number }) => amount)
      const fiveDays = 5 * 86_400
      const exact = (2_000 * fiveDays + 10_000 * (used - fiveDays)) / whole
      assert.closeTo(billed[0] + billed[1], exact, 1)
      assert.strictEqual((yield* post(path(gone.id, "/resume"), {})).status, 409)
      yield* advanced("P1M")
      assert.deepInclude(yield* read(path(ending.id)), { state: "canceled", period: 1 })
      assert.deepInclude(yield* read(path(going.id)), { state: "active", period: 2 })
      assert.lengthOf(yield* invoicesOf(ending.contact_id), 1)
      yield* booksAreRight
    }))

  it.effect("refuse what makes none, each with one clear error, and know nothing of another company or mode", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const { id: plan_id } = yield* plan()
      const weekly = yield* plan({ interval: "week" })
      const dear = yield* plan({ amount: 90_000_000_000 })
      const euro = yield* plan({ currency: "EUR" })
      const elsewhere = yield* plan({}, "acme")
      const made = yield* subscribe(plan_id)
      const now = yield* nowOf()
      const cases: ReadonlyArray<readonly [string, object, number, string?]> = [
        ["", { contact_id, plan_id: elsewhere.id }, 404],
        ["", { contact_id: 999_999, plan_id }, 404],
        ["", { contact_id, plan_id, payment_method_id: 999_999 }, 404],
        ["", { contact_id, plan_id, quantity: 0 }, 422, "quantity"],
        ["", { contact_id, plan_id: dear.id, quantity: 2 }, 422, "quantity"],
        ["", { contact_id, plan_id: weekly.id, billing_day: 3 }, 422, "billing_day"],
        [`/${made.id}/change`, { plan_id: euro.id }, 422, "plan_id"],
        [`/${made.id}/change`, { plan_id: weekly.id }, 422, "plan_id"],
        [`/${made.id}/change`, { plan_id: elsewhere.id }, 404],
        [`/${made.id}/change`, { quantity: 2, proration_at: instant(now - 3_600_000) }, 422, "proration_at"],
        [`/${made.id}/preview`, { quantity: 2, proration_at: instant(now + 3_600_000) }, 422, "proration_at"]
      ]
      for (const [path, body, status, field] of cases) {
        const refused = yield* post(`/gateway/subscriptions${path}`, body)
        assert.deepStrictEqual([refused.status, refused.json.details?.[0]?.field], [status, field], `${path} ${JSON.stringify(body)} ${refused.text}`)
      }
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* send(path(made.id), { key })).status, 404)
    }))
})
