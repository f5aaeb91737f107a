import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { rounds } from "../support/rounds.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds, TestServer } from "../support/test-server.ts"
import { booksAreRight, post } from "./paying.ts"
import { cardholder, plan, subscribe } from "./subscribing.ts"

const SUBSCRIPTIONS = rounds(12, 100)
const MONTHS = 24
/** Every so many of them is billed each month, the others each quarter. */
const MONTHLY = rounds(4, 1)
/** What a hundred may take on a machine that does nothing else. */
const WITHIN_MS = 60_000
const ZONE = "Europe/Oslo"

interface Told {
  readonly kind: string
  readonly subscription: number
  readonly period: number
  readonly begins: string
}

const wallClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: ZONE, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23"
})

const onTheWall = (at: string) => {
  const [date, time] = wallClock.format(new Date(at)).split(", ") as [string, string]
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  return { at, day, time, last: new Date(Date.UTC(year, month, 0)).getUTCDate() }
}

/** In the night in which clocks go from two to three, what is due between them comes an hour later. */
const isSkipped = (at: string, time: string) =>
  time.startsWith("02") && onTheWall(at).time.startsWith("03") && onTheWall(new Date(Date.parse(at) - 3_600_000).toISOString()).time.startsWith("01")

/** Every fourth has a card that is declined; the others have trials, pauses, and days that not every month has. */
const kinds: ReadonlyArray<{ readonly trial_days?: number; readonly billing_day?: number; readonly paused?: true }> = [
  {}, { trial_days: 14, billing_day: 31 }, { paused: true }, { billing_day: 29 }, { trial_days: 7 }, { billing_day: 30 }
]
const failing = ["cancel", "pause", "leave_unpaid"] as const

layer(TestServer, { excludeTestServices: true })("subscriptions over time", (it) => {
  it.effect(`${SUBSCRIPTIONS} for ${MONTHS} months, each period billed once and in order, while a live company beside them sees no change`, ({ annotate }) =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`update companies set time_zone = ${ZONE} where id = ${companyIds.acme}`
      const [monthly, quarterly] = [yield* plan(), yield* plan({ interval_count: 3 })]
      const hopeless = yield* Effect.forEach(failing, (after_retries) => plan({ after_retries, retry_days: [1, 3], interval_count: MONTHLY === 1 ? 1 : 6 }))
      const live = yield* subscribe((yield* plan({}, "bolt")).id, {}, "bolt")
      const made = yield* Effect.forEach(Array.from({ length: SUBSCRIPTIONS }, (_, n) => n), (n) =>
        Effect.gen(function*() {
          const isFailing = n % 4 === 3
          const { paused = false, ...kind } = isFailing ? {} : kinds[n % kinds.length]!
          const { id } = isFailing ? hopeless[(n >> 2) % 3]! : n % MONTHLY === 0 ? monthly : quarterly
          const holder = yield* cardholder(isFailing ? "pm_card_chargeCustomerFail" : "pm_card_visa")
          return { ...yield* subscribe(id, { ...holder, ...kind }), isFailing, paused, billing_day: kind.billing_day, months: id === monthly.id ? 1 : 3 }
        }), { concurrency: 16 })
      const bystander = sql`select (select count(*) from events where livemode) as events, (select count(*) from ledger_entries where livemode) as entries,
        (select count(*) from invoices where livemode) as invoices, (select jsonb_agg(s order by s.id) from subscriptions s where livemode) as subscriptions`
      const before = yield* bystander
      const start = yield* nowOf()

      const began = performance.now()
      const until = (days: number) => Effect.andThen(advance({ to: instant(start + days * DAY_MS) }), ready())
      const path = (id: number, what: string) => `/gateway/subscriptions/${id}/${what}`
      const resting = made.filter(({ paused }) => paused)
      yield* until(200)
      for (const { id } of resting) assert.strictEqual((yield* post(path(id, "pause"), {})).status, 200)
      yield* until(300)
      for (const { id } of resting) assert.strictEqual((yield* post(path(id, "resume"), {})).status, 200)
      const { fired } = yield* until(MONTHS * 365 / 12)
      const took = performance.now() - began
      yield* Effect.promise(() => annotate(`${SUBSCRIPTIONS} subscriptions for ${MONTHS} months in ${Math.round(took)} ms, the last part with ${fired} timers`))

      const events = yield* sql<Told>`select kind, (data->'object'->>'id')::int as subscription, (data->'object'->>'period')::int as period,
        data->'object'->>'period_start' as begins from events where company_id = ${companyIds.acme} and not livemode and kind like 'subscription.%' order by id`
      const renewed = events.filter(({ kind }) => kind === "subscription.renewed").map(({ begins }) => begins)
      assert.deepStrictEqual(renewed, renewed.toSorted(), "renewals are in the order of their time")
      for (const { billing_day, id, isFailing, months, paused, period: first } of made) {
        const own = events.filter(({ subscription }) => subscription === id)
        const begun = own.filter(({ kind }) => /created|renewed|resumed/.test(kind))
        assert.deepStrictEqual(begun.map(({ period }) => period), begun.map((_, n) => first + n))
        if (isFailing) continue
        assert.strictEqual(own.map(({ kind }) => kind.split(".")[1]).filter((kind) => kind !== "renewed").join(), paused ? "created,paused,resumed" : "created")
        assert.isAtLeast(begun.length, Math.floor((MONTHS - (paused ? 4 : 1)) / months))
        if (paused) continue
        const walls = begun.slice((first === 0 ? 1 : 0) + (billing_day === undefined ? 0 : 1)).map(({ begins }) => onTheWall(begins))
        const day = billing_day ?? Math.max(...walls.map((wall) => wall.day))
        const [time] = walls.map(({ time }) => time).toSorted() as [string]
        assert.deepStrictEqual(walls.map(({ day, time }) => [day, time]),
          walls.map(({ at, last }) => [Math.min(day, last), isSkipped(at, time) ? `03${time.slice(2)}` : time]))
      }
      const ended = yield* sql<{ state: string }>`select distinct s.state from subscriptions s join payment_methods m on m.company_id = s.company_id
        and m.id = s.payment_method_id where s.company_id = ${companyIds.acme} and m.last4 = '0341' order by 1`
      assert.deepStrictEqual(ended.map(({ state }) => state), ["canceled", "past_due", "paused"])
      assert.deepStrictEqual(yield* sql`select p.subscription_id, p.period from subscription_periods p left join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = ${companyIds.acme} and p.period > 0 and (i.id is null or i.state not in ('paid', 'open'))`, [])
      assert.deepStrictEqual(yield* sql`select count(*)::int as n from payments where company_id = ${companyIds.acme} and state = 'succeeded'
        group by invoice_id having count(*) > 1`, [])
      yield* booksAreRight
      assert.deepStrictEqual([...yield* bystander], [...before])
      assert.strictEqual(live.livemode, true)
      if (SUBSCRIPTIONS === 100) assert.isBelow(took, goal(WITHIN_MS))
    }), 1_800_000)
})
