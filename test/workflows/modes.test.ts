import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { expectHoldExpiry } from "#workflows/calendar/hold-runs"
import { booked } from "../payments/booking.ts"
import { eventually } from "../support/eventually.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { callsOfRuns } from "./examples.ts"

const runsOf = (key: "acme" | "acmeTest" | "cautiousTest") => Effect.map(send("/workflows/runs?workflow=crm.task_due&limit=200", { key }), ({ json }) => json)

/** A task that is due in a year; the run that will tell so. */
const timed = Effect.fnUntraced(function*(key: "acme" | "acmeTest" | "cautiousTest") {
  const { json: { id } } = yield* send("/crm/tasks", { key, method: "POST", ...json({ title: key, due_at: "2100-01-01T00:00:00.000Z" }) })
  const { items } = yield* eventually(runsOf(key), ({ items }) => items.some((run: any) => run.key === `task ${id} version 1`))
  return items.find((run: any) => run.key === `task ${id} version 1`)
})

layer(TestServer, { excludeTestServices: true })("runs", (it) => {
  it.effect("are seen and canceled in the mode that they were started in, and in no other", () =>
    Effect.gen(function*() {
      const live = yield* timed("acme")
      const test = yield* timed("acmeTest")
      for (const [own, key, other] of [[live, "acme", "acmeTest"], [test, "acmeTest", "acme"]] as const) {
        assert.strictEqual(own.livemode, key === "acme")
        const { items, total } = yield* runsOf(key)
        assert.strictEqual(items.length, total)
        for (const { livemode } of items) assert.strictEqual(livemode, key === "acme")
        assert.strictEqual((yield* send(`/workflows/runs/${own.id}`, { key })).status, 200)
        const path = `/workflows/runs/${own.id}`
        for (const refused of [yield* send(path, { key: other }), yield* send(`${path}/cancel`, { key: other, method: "POST" })]) {
          assert.deepStrictEqual([refused.status, refused.json.code], [404, "not_found"])
        }
        assert.isNull((yield* send(path, { key })).json.cancel_requested_at)
      }
    }))

  it.effect("that are over are a conflict before anybody is asked, and those that are not are asked about by their workflow", () =>
    Effect.gen(function*() {
      const over = yield* callsOfRuns["retry_workflow_run"]!({ params: {}, query: {}, payload: {}, headers: {} }, "cautiousTest")
      const ended = yield* send(`/workflows/runs/${over.params["id"]}/cancel`, { key: "cautiousTest", method: "POST" })
      assert.deepStrictEqual([ended.status, ended.json.message], [409, "The run is failed."])
      const { id } = yield* timed("cautiousTest")
      const asked = yield* send(`/workflows/runs/${id}/cancel`, { key: "cautiousTest", method: "POST" })
      assert.deepStrictEqual([asked.status, asked.json.consent.summary], [428, `Cancel workflow run ${id} of crm.task_due`])
      const again = yield* send(`/workflows/runs/${id}/restart`, { key: "cautiousTest", method: "POST", ...json({}) })
      assert.deepStrictEqual([again.status, again.json.code], [409, "conflict"])
    }))

  it.effect("that are shared by all that ends at a time are of one mode each", () =>
    Effect.gen(function*() {
      for (const mode of ["live", "test", "live", "test"] as const) yield* booked(expectHoldExpiry("2100-01-01T00:03:00.000Z"), "acme", mode)
      for (const key of ["acme", "acmeTest"] as const) {
        const { json } = yield* send("/workflows/runs?workflow=calendar.hold_expiry", { key })
        assert.deepStrictEqual(json.items.map(({ livemode }: { livemode: boolean }) => livemode), [key === "acme"])
      }
    }))
})
