import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import { settings } from "../messages/emailing.ts"
import { OwnerSql } from "../support/database.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds, secrets, TestServer } from "../support/test-server.ts"

interface Sent {
  readonly key: string
  readonly subject: string
  readonly text: string
  readonly state: string
}

const sent = OwnerSql.use((sql) => sql<Sent>`
  select key, subject, text, state from emails where company_id = ${companyIds.acme} and template = 'daily-brief' and not livemode order by id`)

const until = (at: number) => Effect.andThen(advance({ to: instant(at) }), ready())

const daysOf = (emails: ReadonlyArray<Sent>) => [...new Set(emails.map(({ key }) => key.split(" ")[1]!))]

layer(TestServer, { excludeTestServices: true })("the daily brief by e-mail", (it) => {
  it.effect("reaches each owner and admin once a day at the hour that the company wants, and nobody once it wants none", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      /* Who sets the hour in test mode sees the brief by the test clock. */
      yield* sql`update api_keys set mode = 'test' where hash = ${hashOf(secrets.owner)}`
      for (const daily_brief_at of ["7:00", "24:00", "07:60", 7]) assert.strictEqual((yield* settings({ daily_brief_at })).status, 422)
      /* From noon on, whatever the time of day: a day counts only while its hour is still to come. */
      const start = (Math.ceil((yield* nowOf()) / DAY_MS) + 0.5) * DAY_MS
      yield* until(start)
      const set = yield* settings({ daily_brief_at: "07:00", time_zone: "Europe/Oslo" })
      assert.strictEqual(set.json.daily_brief_at, "07:00", set.text)
      const [readers] = yield* sql<{ n: number }>`select count(*)::int as n from users
        where company_id = ${companyIds.acme} and role in ('owner', 'admin') and account_id is not null and removed_at is null`
      yield* until(start + 3 * DAY_MS)
      const three = yield* sent
      assert.lengthOf(daysOf(three), 3)
      assert.lengthOf(three, 3 * readers!.n)
      assert.strictEqual(new Set(three.map(({ key }) => key)).size, three.length)
      for (const { state, text } of three) {
        assert.strictEqual(state, "simulated")
        assert.match(text, /Overdue invoices {2}0 {2}0 {2}0/u)
        assert.match(text, /\/dashboard/u)
      }

      /* An hour later from now on: the day that had its brief gets no second one, and none is left out. */
      yield* settings({ daily_brief_at: "23:30" })
      yield* settings({ daily_brief_at: "08:00" })
      yield* until(start + 6 * DAY_MS)
      const six = yield* sent
      assert.lengthOf(daysOf(six), 6)
      assert.lengthOf(six, 6 * readers!.n)

      yield* settings({ daily_brief_at: null })
      yield* until(start + 9 * DAY_MS)
      assert.lengthOf(yield* sent, six.length)
      const live = yield* sql<{ n: number }>`select count(*)::int as n from workflow_runs where workflow = 'analytics.daily_brief' and livemode`
      assert.isAbove(live[0]!.n, 0, "the brief of live mode waits by real time")
    }), 120_000)
})
