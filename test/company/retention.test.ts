import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { personal } from "#layers/categories"
import { keptNoLonger } from "#layers/kernel/jobs/kept-no-longer"
import { personalKinds } from "#schemas/categories"
import { retainedKinds } from "#schemas/company/retention"
import { call } from "../crm/records.ts"
import { settings } from "../messages/emailing.ts"
import { DatabaseUrl, OwnerSql, sessionAs } from "../support/database.ts"
import { send, TestServerWith } from "../support/test-server.ts"

const deleted = Effect.gen(function*() {
  const sql = yield* sessionAs("system", yield* DatabaseUrl)
  for (const { batch } of keptNoLonger(sql, 1_000)) yield* batch
}).pipe(Effect.scoped, Effect.orDie)

layer(TestServerWith(), { excludeTestServices: true })("records of people", (it) => {
  it.effect("are kept for as long as the company says, and no other company's go", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const note = (key: "acme" | "bolt", occurred_at: string) =>
        Effect.map(call(key, "POST", "/crm/activities", { kind: "note", subject: "n", occurred_at }), ({ json, status, text }) => {
          assert.strictEqual(status, 201, text)
          return json.id as number
        })
      const old = yield* note("acme", "2020-01-01T00:00:00Z")
      const fresh = yield* note("acme", new Date().toISOString())
      const others = yield* note("bolt", "2020-01-01T00:00:00Z")
      const task = (yield* call("acme", "POST", "/crm/tasks", { title: "open" })).json.id
      yield* deleted
      assert.strictEqual((yield* call("acme", "GET", `/crm/activities/${old}`)).status, 200)

      for (const retention of [{ activity: 0 }, { email: -3 }, { activity: 1.5 }]) assert.strictEqual((yield* settings({ retention })).status, 422)
      const changed = yield* settings({ retention: { activity: 365, task: 1, email: 5_000 } })
      assert.strictEqual(changed.status, 200, changed.text)
      assert.deepStrictEqual(changed.json.retention, { activity: 365, task: 1, email: 5_000 })
      yield* sql`update tasks set created_at = '2020-01-01' where id = ${task}`
      yield* deleted
      const statuses = [["acme", "activities", old], ["acme", "activities", fresh], ["bolt", "activities", others], ["acme", "tasks", task]] as const
      assert.deepStrictEqual(
        yield* Effect.forEach(statuses, ([key, list, id]) => Effect.map(call(key, "GET", `/crm/${list}/${id}`), ({ status }) => status)), [404, 200, 200, 200])
    }))

  it.effect("are all told of in the record of processing, with who gets any of them", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(new Set(personal.map(({ object }) => object)), new Set(Object.keys(personalKinds)))
      assert.deepStrictEqual(personal.filter(({ since }) => since !== undefined).map(({ object }) => object).sort(), [...retainedKinds].sort())
      yield* settings({ retention: { activity: 365, email: 5_000 } })
      yield* call("acme", "POST", "/webhooks", { url: "https://hooks.acme.example/events?token=1", events: ["contact.*"] })
      const { json, status } = yield* send("/company/processing-record", { key: "acme" })
      assert.strictEqual(status, 200)
      const days = new Map<string, unknown>(json.kinds.map(({ kept_by, kept_days, kind }: any) => [kind, [kept_days, kept_by]]))
      assert.deepStrictEqual(["activity", "email", "contact", "import_reject"].map((kind) => days.get(kind)),
        [[365, "company"], [1_095, "installation"], [null, "request"], [30, "installation"]])
      assert.deepStrictEqual(json.recipients.map(({ host }: any) => host), ["hooks.acme.example"])
      assert.deepStrictEqual((yield* send("/company/processing-record", { key: "bolt" })).json.recipients, [])
    }))
})
