import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { addTask, advance, clock, DAY_MS, HOUR_MS, instant, nowOf, ready, told, untilAsleep, YEAR_MS } from "../support/test-clock.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"

layer(TestServer, { excludeTestServices: true })("the test clock", (it) => {
  it.effect("shows real time until it is moved, and is for test mode only", () =>
    Effect.gen(function*() {
      const shown = yield* clock()
      assert.strictEqual(shown.status, 200)
      assert.deepInclude(shown.json, { status: "ready", advancing_to: null, fired: 0, next_due_at: null, waiting_for: [] })
      assert.isBelow(Math.abs(Date.parse(shown.json.now) - Date.now()), 5_000)
      for (const refused of [yield* clock("acme"), yield* advance({ to: "PT1M" }, "acme"), yield* clock("owner")]) {
        assert.deepInclude(refused.json, { code: "forbidden" })
        assert.include(refused.json.message, "use a test key")
      }
    }))

  it.effect("refuses to go back, too far, or nowhere", () =>
    Effect.gen(function*() {
      const now = yield* nowOf()
      const cases: ReadonlyArray<readonly [object, number, string]> = [
        [{ to: instant(now - HOUR_MS) }, 422, "never goes back"],
        [{ to: instant(now + 100 * YEAR_MS) }, 422, "at most 10 years"],
        [{ to: "P100Y" }, 422, "at most 10 years"],
        [{ to: "P9Y13M" }, 422, "at most 10 years"],
        [{ to: "-P1D" }, 422, "a duration"],
        [{ to: "P" }, 422, "a duration"],
        [{ to: 60 }, 422, "to"],
        [{}, 400, "to"],
        [{ to: "tomorrow" }, 422, "to"],
        [{ to: "9999-12-31T23:59:59Z" }, 422, "at most 10 years"]
      ]
      for (const [body, status, words] of cases) {
        const refused = yield* advance(body)
        assert.strictEqual(refused.status, status, refused.text)
        assert.include(refused.text, words)
      }
      assert.isBelow(Math.abs((yield* nowOf()) - Date.now()), 5_000)
    }))

  it.effect("fires what falls due on the way in order, and nothing of live mode or of another company", () =>
    Effect.gen(function*() {
      const now = yield* nowOf()
      const days = [300, 1, 730, 45, 2, 500, 1.5]
      for (const day of days) yield* addTask(`day ${day}`, instant(now + day * DAY_MS))
      yield* addTask("beyond", instant(now + 900 * DAY_MS))
      yield* addTask("live", instant(now + 3 * DAY_MS), "acme")
      yield* addTask("other", instant(now + 3 * DAY_MS), "bolt")
      yield* untilAsleep(days.length + 1)

      const begun = yield* advance({ to: instant(now + 800 * DAY_MS) })
      assert.strictEqual(begun.status, 200, begun.text)
      assert.strictEqual(begun.json.status, "advancing")
      const twice = yield* advance({ to: "PT1M" })
      assert.strictEqual(twice.status, 409, twice.text)
      assert.include(twice.json.message, begun.json.advancing_to)

      const after = yield* ready()
      assert.deepInclude(after, { fired: days.length, next_due_at: instant(now + 900 * DAY_MS) })
      assert.isBelow(Math.abs(Date.parse(after.now) - (now + 800 * DAY_MS)), 10_000)
      assert.deepStrictEqual(yield* told({ live: false }), [...days].sort((a, b) => a - b).map((day) => `day ${day}`))
      assert.deepStrictEqual(yield* told({ live: true }), [])
      const back = yield* advance({ to: instant(now + 799 * DAY_MS) })
      assert.strictEqual(back.status, 422, back.text)

      /* It goes on from there by itself. */
      const past = yield* addTask("at once", instant(now + 700 * DAY_MS))
      const soon = yield* addTask("soon", instant((yield* nowOf()) + 1_500))
      yield* eventually(told({ live: false }), (titles) => titles.length === days.length + 2)
      assert.deepStrictEqual((yield* told({ live: false })).slice(-2), ["at once", "soon"])
      assert.isBelow(past, soon)
    }))

  it.effect("lets consents of test mode expire, and those of live mode stand", () =>
    Effect.gen(function*() {
      const made = (key: Key) =>
        Effect.gen(function*() {
          const contact = yield* send("/crm/contacts", { key, method: "POST", ...json({ first_name: "Ada" }) })
          const asked = yield* send(`/crm/contacts/${contact.json.id}`, { key, method: "DELETE" })
          assert.strictEqual(asked.status, 428, asked.text)
          return asked.json.consent.id as number
        })
      const stateOf = (id: number, key: Key) => Effect.map(send(`/agent/consents/${id}`, { key }), ({ json }) => json)
      const test = yield* made("cautiousTest")
      const live = yield* made("cautious")
      yield* untilAsleep(1)
      const { expires_at } = yield* stateOf(test, "cautiousTest")
      const now = yield* nowOf()
      assert.isBelow(Math.abs(Date.parse(expires_at) - now - DAY_MS), 10_000)
      yield* advance({ to: "PT23H" })
      yield* ready()
      assert.strictEqual((yield* stateOf(test, "cautiousTest")).state, "proposed")
      yield* advance({ to: "PT2H" })
      yield* ready()
      const ended = yield* stateOf(test, "cautiousTest")
      assert.strictEqual(ended.state, "expired")
      assert.strictEqual((yield* stateOf(live, "cautious")).state, "proposed")
      const sql = yield* OwnerSql
      const [told] = yield* sql<{ n: number }>`select count(*)::int as n from events where kind = 'consent.expired' and livemode = false`
      assert.strictEqual(told!.n, 1)
    }))

  it.effect("is advanced by one of two at once", () =>
    Effect.gen(function*() {
      const now = yield* nowOf("cautiousTest")
      const task = yield* addTask("between", instant(now + 2 * DAY_MS))
      const { json: { items: [run] } } = yield* eventually(
        send("/workflows/runs?status=waiting&workflow=crm.task_due&limit=1", { key: "acmeTest" }),
        ({ json: { items } }) => items[0]?.key === `task ${task} version 1`
      )
      assert.deepInclude(run, { livemode: false, wake_at: instant(now + 2 * DAY_MS) })
      const both = yield* Effect.all([1, 2, 3].map(() => advance({ to: instant(now + 3 * DAY_MS) })), { concurrency: "unbounded" })
      assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [200, 409, 409])
      assert.strictEqual((yield* ready()).fired, 1)
      assert.strictEqual((yield* told({ live: false })).at(-1), "between")
      const { json: ended } = yield* send(`/workflows/runs/${run.id}`, { key: "acmeTest" })
      assert.deepInclude(ended, { status: "completed", payload: { task_id: task, due_at: instant(now + 2 * DAY_MS) } })
      assert.deepInclude(ended.steps[0], { name: "due", kind: "timer", status: "completed", due_at: instant(now + 2 * DAY_MS) })
      const receipts = yield* send("/agent/receipts?verb=advance_test_clock", { key: "acmeTest" })
      assert.isAbove(receipts.json.total, 0)
    }))
})
