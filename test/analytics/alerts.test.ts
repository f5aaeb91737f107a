import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, json, type Key, send, TestServer } from "../support/test-server.ts"

const set = (alerts: ReadonlyArray<object>, key: Key = "acmeTest") => send("/analytics/alerts", { key, method: "PUT", ...json({ alerts }) })

const kinds = OwnerSql.use((sql) => sql<{ kind: string }>`select kind from events where company_id = ${companyIds.acme} and kind like 'alert.%' order by id`)

layer(TestServer, { excludeTestServices: true })("alerts", (it) => {
  it.effect("tell once that a figure is beyond its bound, and once that it is so no longer", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const leads = { figure: "new_leads", beyond: "above", bound: 1 }
    assert.strictEqual((yield* set([leads, leads])).status, 422)
    const { json: { alerts } } = yield* set([leads, { figure: "overdue_invoices", beyond: "above", bound: 0, email: false }])
    assert.lengthOf(alerts, 2)
    assert.deepInclude(alerts[0], { ...leads, email: true, raised_at: null, livemode: false })
    assert.strictEqual((yield* send("/analytics/alerts", { key: "acme" })).json.total, 0, "live keys have alerts of their own")
    const checked = sql<{ id: number }>`select id from analytics_alerts where company_id = ${companyIds.acme} and checked_at > now() - interval '1 minute'`
    yield* eventually(checked, (rows) => rows.length === 2)
    assert.deepStrictEqual(yield* kinds, [])
    const [one, two] = [yield* someone("acmeTest"), yield* someone("acmeTest")]
    const lookAgain = sql`update analytics_alerts set checked_at = now() - interval '2 minutes' where company_id = ${companyIds.acme}`
    yield* lookAgain
    yield* eventually(kinds, (rows) => rows.length === 1)
    yield* lookAgain
    yield* eventually(checked, (rows) => rows.length === 2)
    const emails = yield* sql<{ subject: string; state: string }>`select subject, state from emails where company_id = ${companyIds.acme} and template = 'alert'`
    assert.isAbove(emails.length, 0)
    for (const { state, subject } of emails) {
      assert.include(subject, "New leads above 1")
      assert.strictEqual(state, "simulated")
    }
    const kept = yield* set([leads, { figure: "overdue_invoices", beyond: "above", bound: 0, email: true }])
    assert.isNotNull(kept.json.alerts[0].raised_at, "what stays as it is keeps what is known of it")
    yield* sql`update contacts set deleted_at = now() where company_id = ${companyIds.acme} and id in (${one.id}, ${two.id})`
    yield* lookAgain
    yield* eventually(kinds, (rows) => rows.length === 2)
    assert.deepStrictEqual((yield* kinds).map(({ kind }) => kind), ["alert.raised", "alert.cleared"])
    assert.deepStrictEqual((yield* set([])).json, { alerts: [] })
  }), 60_000)
})
