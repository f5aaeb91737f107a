import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Schedule } from "#schemas/analytics/schedule"
import { nextTime } from "#schemas/analytics/next-time"
import { UserId } from "#schemas/kernel/ids"
import { settings } from "../messages/emailing.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds, json, send, TestServer } from "../support/test-server.ts"

const common = { recipients: [UserId.make(1)], skip_empty: true, attach_csv: false }
const daily = (at: string): Schedule => ({ every: "day", at, ...common })

describe("when a report is mailed", () => {
  const next = (schedule: Schedule, after: string, zone = "America/New_York") => nextTime(schedule, zone, after)

  plain("goes by the wall clock of the zone, whatever daylight saving does", () => {
    assert.strictEqual(next(daily("07:30"), "2026-03-07T13:00:00Z"), "2026-03-08T11:30:00.000Z")
    assert.strictEqual(next(daily("07:30"), "2026-03-07T12:00:00Z"), "2026-03-07T12:30:00.000Z")
    /* Clocks skip 02:30 on that day, and show 01:30 twice on the other. */
    assert.strictEqual(next(daily("02:30"), "2026-03-08T06:00:00Z"), "2026-03-08T07:30:00.000Z")
    assert.strictEqual(next(daily("01:30"), "2026-11-01T04:00:00Z"), "2026-11-01T05:30:00.000Z")
    assert.strictEqual(next(daily("01:30"), "2026-11-01T05:30:00Z"), "2026-11-02T06:30:00.000Z")
    assert.strictEqual(next(daily("00:10"), "2026-06-01T12:00:00Z", "Pacific/Auckland"), "2026-06-01T12:10:00.000Z")
  })

  plain("comes on its day of the week or month, or on the last of a shorter month", () => {
    assert.strictEqual(next({ every: "week", weekday: "monday", at: "08:00", ...common }, "2026-11-26T21:00:00Z", "UTC"), "2026-11-30T08:00:00.000Z")
    assert.strictEqual(next({ every: "week", weekday: "thursday", at: "08:00", ...common }, "2026-11-26T21:00:00Z", "UTC"), "2026-12-03T08:00:00.000Z")
    assert.strictEqual(next({ every: "month", day: 31, at: "08:00", ...common }, "2027-01-31T08:00:00Z", "UTC"), "2027-02-28T08:00:00.000Z")
    assert.strictEqual(next({ every: "month", day: 1, at: "08:00", ...common }, "2026-11-26T21:00:00Z", "UTC"), "2026-12-01T08:00:00.000Z")
  })
})

const KEY = "acmeTest"

interface Mailed {
  readonly recipient: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: ReadonlyArray<{ readonly name: string; readonly type: string; readonly bytes: number }>
}

const mails = OwnerSql.pipe(Effect.flatMap((sql) => Effect.orDie(sql<Mailed>`
  select recipient, subject, html, text, attachments from emails where template = 'report' order by id`)))

layer(TestServer, { excludeTestServices: true })("a report that is mailed", (it) => {
  it.effect("comes with its chart, not when there is nothing to tell, and no more to whoever left the company", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const people = yield* Effect.orDie(sql<{ id: number; email: string }>`
        select id, email from users where company_id = ${companyIds.acme} and removed_at is null order by id limit 2`)
      const [one, other] = people as [typeof people[0], typeof people[0]]
      const made = yield* send("/analytics/reports", {
        key: KEY, method: "POST",
        ...json({ name: "Orders by week", description: "For Mondays.", query: { measure: "new_orders", dimensions: ["week"], period: "last_30_days", compare: "period_before" } })
      })
      const id = made.json.id as number
      const schedule = { every: "day", at: "07:30", recipients: [one.id, other.id], attach_csv: true }
      const set = yield* send(`/analytics/reports/${id}/schedule`, { key: KEY, method: "PUT", ...json({ schedule }) })
      assert.strictEqual(set.status, 200, set.text)
      assert.strictEqual(set.json.schedule.skip_empty, true)
      const stranger = yield* send(`/analytics/reports/${id}/schedule`, { key: KEY, method: "PUT", ...json({ schedule: { ...schedule, recipients: [999_999] } }) })
      assert.strictEqual(stranger.status, 422)
      assert.strictEqual(stranger.json.details[0].field, "schedule.recipients[0]")

      const report = Effect.map(send(`/analytics/reports/${id}`, { key: KEY }), ({ json }) => json)
      assert.strictEqual((yield* settings({ time_zone: "Asia/Kolkata" })).status, 200)
      assert.match((yield* report).next_at, /T02:00:00\.000Z$/u)

      const toNext = Effect.gen(function*() {
        const { next_at } = yield* report
        yield* advance({ to: next_at }, KEY)
        yield* ready(KEY)
        return yield* eventually(report, (now) => now.next_at !== next_at)
      })
      assert.match((yield* toNext).last_outcome, /nothing to tell/u)
      assert.deepStrictEqual(yield* mails, [])

      const { json: contact } = yield* send("/crm/contacts", { key: KEY, method: "POST", ...json({ first_name: "Grace" }) })
      const ordered = yield* send("/orders/", { key: KEY, method: "POST", ...json({ contact_id: contact.id, amount: 5_000 }) })
      assert.strictEqual(ordered.status, 201, ordered.text)
      /* Orders stand where test time is. */
      yield* Effect.orDie(sql`update orders set created_at = ${instant((yield* nowOf(KEY)) - DAY_MS)} where id = ${ordered.json.id}`)
      assert.strictEqual((yield* toNext).last_outcome, "Sent to 2 people.")
      const first = yield* mails
      assert.sameMembers(first.map(({ recipient }) => recipient), [one.email, other.email])
      const [mail] = first
      assert.strictEqual(mail!.subject, "Orders by week")
      assert.include(mail!.html, "src=\"cid:chart-1.png\"")
      assert.match(mail!.text, /Orders by week, .*\n/u)
      assert.deepStrictEqual(mail!.attachments.map(({ name, type }) => [name, type]), [["chart-1.png", "image/png"], ["Orders by week.csv", "text/csv"]])
      assert.isAbove(mail!.attachments[0]!.bytes, 1_000)
      assert.include(mail!.html, `/dashboard/analytics/${id}`)

      yield* Effect.orDie(sql`update users set removed_at = now() where id = ${one.id} and company_id = ${companyIds.acme}`)
      const without = yield* toNext
      assert.deepStrictEqual(without.schedule.recipients, [other.id])
      assert.strictEqual((yield* mails).length, 3)
      yield* Effect.orDie(sql`update users set removed_at = now() where id = ${other.id} and company_id = ${companyIds.acme}`)
      const over = yield* toNext
      assert.isNull(over.schedule)
      assert.isNull(over.next_at)
      assert.match(over.last_outcome, /mailed no more/u)
      assert.strictEqual((yield* mails).length, 3)
    }))
})
