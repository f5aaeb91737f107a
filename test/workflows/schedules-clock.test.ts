import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"

const add = (body: object, key: Key) =>
  Effect.map(send("/workflows/schedules", { key, method: "POST", ...json({ name: "Links", workflow: "website.check_links", ...body }) }), ({ json, status, text }) => {
    assert.strictEqual(status, 201, text)
    return json
  })

layer(TestServer, { excludeTestServices: true })("schedules of test mode", (it) => {
  it.effect("keep each time that the test clock passes, and live ones none", () =>
    Effect.gen(function*() {
      const now = yield* nowOf()
      const test = yield* add({ cron: "0 6 * * *", time_zone: "Europe/Berlin" }, "acmeTest")
      const live = yield* add({ cron: "0 6 * * *", time_zone: "Europe/Berlin" }, "acme")
      assert.deepInclude([test.livemode, live.livemode], false)
      yield* advance({ to: instant(now + 4 * DAY_MS) })
      yield* ready()
      const { json: shown } = yield* send(`/workflows/schedules/${test.id}`, { key: "acmeTest" })
      assert.deepInclude(shown, { started: 4, missed: 0 })
      assert.deepStrictEqual(shown.last_times.map((time: { run_status: string }) => time.run_status), ["completed", "completed", "completed", "completed"])
      assert.isAbove(Date.parse(shown.next_at), now + 4 * DAY_MS)
      assert.strictEqual((yield* send(`/workflows/schedules/${test.id}`, { key: "acme" })).status, 404)
      assert.deepInclude((yield* send(`/workflows/schedules/${live.id}`, { key: "acme" })).json, { started: 0, next_at: live.next_at })
      const { json: { items: [run] } } = yield* send("/workflows/runs?workflow=website.check_links&limit=1", { key: "acmeTest" })
      assert.deepInclude(run, { schedule_id: test.id, scheduled_at: shown.last_at })
    }))

  it.effect("tell subscribers and receipts what is done to them", () =>
    Effect.gen(function*() {
      const made = yield* add({ interval_seconds: 3_600 }, "acme")
      const path = `/workflows/schedules/${made.id}`
      yield* send(`${path}/pause`, { key: "acme", method: "POST" })
      const stale = yield* send(path, { key: "acme", method: "PATCH", headers: { "if-match": "\"1\"" }, ...json({ name: "Other" }) })
      assert.strictEqual(stale.status, 412, stale.text)
      const asked = yield* send(`${path}/trigger`, { key: "acme", method: "POST" })
      assert.strictEqual(asked.status, 200, asked.text)
      const sql = yield* OwnerSql
      const events = yield* sql<{ kind: string }>`select kind from events where (data -> 'object' ->> 'id')::bigint = ${made.id} and kind like 'workflow\\_schedule.%' order by id`
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["workflow_schedule.created", "workflow_schedule.updated"])
      const { json: { items } } = yield* send("/workflows/schedules?paused=true&sort=-next_at", { key: "acme" })
      assert.deepStrictEqual(items.map(({ id }: { id: number }) => id), [made.id])
    }))
})
