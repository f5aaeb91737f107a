import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Group, Questions } from "#layers/analytics/questions"
import { Tenancy } from "#layers/kernel/tenancy"
import { periodNames, spanOf } from "#schemas/analytics/period"
import { declared, type ReportQuery } from "#schemas/analytics/query"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"
import { companyIds, json, type Key, send, TestServer } from "../support/test-server.ts"
import { evaluated } from "./slow.ts"
import { dimension, slow } from "./slow-measures.ts"
import { allRows, numbers, someRows } from "./some-rows.ts"

const QUERIES = rounds(150, 2_000)
const ZONE = "America/New_York"

const make = Effect.fnUntraced(function*(query: object, key: Key = "acme") {
  const { json: made, status, text } = yield* send("/analytics/reports", { key, method: "POST", ...json({ name: crypto.randomUUID(), query }) })
  assert.strictEqual(status, 201, text)
  return made.id as number
})

const ran = Effect.fnUntraced(function*(id: number, key: Key = "acme") {
  const { json: result, status, text } = yield* send(`/analytics/reports/${id}/run`, { key, method: "POST" })
  assert.strictEqual(status, 200, text)
  return result
})

layer(TestServer, { excludeTestServices: true })("reports", (it) => {
  it.effect("say what a slow look at each row says, of no other company and no other mode", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* Effect.orDie(sql`update companies set time_zone = ${ZONE} where id = ${companyIds.acme}`)
      yield* someRows
      const tables = yield* allRows
      assert.sameMembers([...declared.keys()], Object.keys(slow))
      const random = numbers(11)
      const below = (n: number) => Math.floor(random() * n)
      const one = <A>(all: ReadonlyArray<A>): A => all[below(all.length)]!
      const report = yield* make({ measure: "new_contacts", period: "today" })
      let rows = 0
      for (let n = 0; n < QUERIES; n++) {
        const measure = n < declared.size ? [...declared.values()][n]! : one([...declared.values()])
        const own = Object.keys(measure.dimensions)
        const dimensions = [
          ...random() < 0.5 ? [one(["day", "week", "month", "quarter", "year"])] : [], ...random() < 0.2 ? [measure.ofDays ? "weekday" : one(["weekday", "hour"])] : [], ...own.filter(() => random() < 0.4)
        ].slice(0, 3)
        const values = (name: string) => Array.from({ length: 1 + below(3) }, () => {
          const row = one(tables[slow[measure.name]!.table]!.filter(({ company_id }) => company_id === companyIds.acme))
          return random() < 0.1 ? "nothing like it" : dimension(name, row)
        })
        const from = new Date(Date.now() - below(480) * 86_400_000)
        const query = {
          measure: measure.name, dimensions,
          filters: own.filter(() => random() < 0.25).map((name) => ({ dimension: name, op: one(["is", "is_not"]), values: values(name) })),
          period: random() < 0.5 ? one(periodNames)
            : { from: from.toISOString().slice(0, 10), to: new Date(from.getTime() + below(300) * 86_400_000).toISOString().slice(0, 10) },
          compare: one(["none", "period_before", "year_before"]), limit: one([3, 1_000, 1_000])
        }
        const key = one(["acme", "acmeTest"] as const)
        const changed = yield* send(`/analytics/reports/${report}`, { key, method: "PATCH", ...json({ query }) })
        assert.strictEqual(changed.status, 200, changed.text)
        const result = yield* ran(report, key)
        const whose = { tables, company: companyIds.acme, live: key === "acme", zone: ZONE }
        const expected = evaluated(query as ReportQuery, whose, result.period)
        const about = `${JSON.stringify(query)} of ${key}`
        const nothing = measure.unit === "share" || measure.isMean === true ? null : 0
        const near = (value: number | null, wanted: number | null | undefined, what: string) => {
          const right = wanted ?? nothing
          if (right === null || measure.unit !== "number") assert.strictEqual(value, right, `${what} of ${about}`)
          else assert.approximately(value!, right, 0.1001, `${what} of ${about}`)
        }
        if (query.compare === "none") {
          const all = [...expected.groups.keys()]
          if (dimensions.length > 0) assert.strictEqual(result.rows.length, Math.min(all.length, query.limit), about)
          assert.strictEqual(result.truncated, dimensions.length > 0 && all.length > query.limit, about)
        }
        for (const { by, currency, value } of result.rows) near(value, expected.groups.get(JSON.stringify([by, currency])), JSON.stringify([by, currency]))
        for (const { currency, value } of result.totals) near(value, expected.totals.get(JSON.stringify(currency)), `total ${currency}`)
        for (const key of expected.totals.keys()) assert.include(result.totals.map(({ currency }: { currency: string | null }) => JSON.stringify(currency)), key, about)
        if (result.before !== null) {
          const earlier = evaluated(query as ReportQuery, whose, result.before)
          for (const { before, currency } of result.totals) near(before, earlier.totals.get(JSON.stringify(currency)), `total before ${currency}`)
          if (dimensions.every((name) => own.includes(name))) {
            for (const { before, by, currency } of result.rows) near(before, earlier.groups.get(JSON.stringify([by, currency])), `before ${JSON.stringify([by, currency])}`)
          }
        }
        rows += result.rows.length
      }
      assert.isAbove(rows, QUERIES * 2, "the questions had answers")
    }))

  it.effect("are kept to the company by row level security alone too", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { ask, statement } = yield* Questions
      const { as } = yield* Tenancy
      const span = spanOf("last_365_days", new Date().toISOString().slice(0, 10))
      let found = 0
      for (const { name } of declared.values()) {
        const asked = { query: { measure: name, dimensions: ["month" as const], filters: [], period: "last_365_days" as const, compare: "none" as const, limit: 100 }, span, before: undefined, zone: ZONE, live: true }
        const [text, params] = statement(asked, 100).compile()
        const open = text.replaceAll("r.company_id = (select current_company())", "true")
        assert.notStrictEqual(open, text)
        const without = yield* as(companyIds.acme)(sql.unsafe<Group>(open, params))
        assert.deepStrictEqual(without, yield* as(companyIds.acme)(ask(asked, 100)), name)
        const nobody = yield* sql.unsafe<Group>(open, params)
        assert.isTrue(nobody.every(({ total, value }) => total && (value ?? 0) === 0), `${name} without a company`)
        found += without.length
      }
      assert.isAbove(found, 300)
    }))

  it.effect("that take too long are stopped with a reason, and a dashboard shows the others", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const slowly = yield* make({ measure: "activities", dimensions: ["month"], period: "this_year" })
      const quickly = yield* make({ measure: "new_tasks", dimensions: ["month"], period: "this_year" })
      const tiles = [{ report_id: slowly }, { report_id: quickly, show: "table", title: "Tasks", wide: true }]
      const made = yield* send("/analytics/dashboards", { key: "acme", method: "POST", ...json({ name: "Work", tiles }) })
      assert.strictEqual(made.status, 201, made.text)
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`lock table activities in access exclusive mode`
        const refused = yield* send(`/analytics/reports/${slowly}/run`, { key: "acme", method: "POST" })
        assert.strictEqual(refused.status, 422, refused.text)
        assert.strictEqual(refused.json.code, "query_too_expensive")
        const { json: { tiles: [first, second] } } = yield* send(`/analytics/dashboards/${made.json.id}`, { key: "acme" })
        assert.isNull(first.result)
        assert.match(first.problem, /too long/u)
        assert.isNull(second.problem)
        assert.isAbove(second.result.rows.length, 0)
      }))
      const gone = yield* send(`/analytics/reports/${slowly}`, { key: "acme", method: "DELETE" })
      assert.strictEqual(gone.status, 409)
      assert.include(gone.json.message, "\"Work\"")
      const unknown = yield* send("/analytics/dashboards", { key: "acme", method: "POST", ...json({ name: "None", tiles: [{ report_id: 999_999 }] }) })
      assert.strictEqual(unknown.status, 422)
      assert.strictEqual(unknown.json.details[0].field, "tiles[0].report_id")
    }))

  it.effect("refuse what the figure cannot be broken down by, say what can be asked, and come as CSV that no spreadsheet takes for a formula", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const wrong = yield* send("/analytics/reports", {
        key: "acme", method: "POST",
        ...json({ name: "Wrong", query: { measure: "new_contacts", dimensions: ["day", "month", "deal_stage"], filters: [{ dimension: "currency", values: ["USD"] }], period: { from: "2026-02-01", to: "2026-01-01" } } })
      })
      assert.strictEqual(wrong.status, 422)
      const fields = wrong.json.details.map(({ field }: { field: string }) => field)
      assert.isTrue(fields.some((field: string) => field.startsWith("query.")), wrong.text)
      const known = yield* send("/analytics/measures?limit=200", { key: "acme" })
      assert.strictEqual(known.json.total, declared.size)
      yield* Effect.orDie(sql`update deals set lost_reason = '=1+1' where company_id = ${companyIds.acme} and lost_reason = 'price'`)
      const id = yield* make({ measure: "lost_deals", dimensions: ["lost_reason"], period: { from: "2020-01-01", to: "2026-12-31" }, compare: "year_before" })
      const { headers, text } = yield* send(`/analytics/reports/${id}/export`, { key: "acme" })
      assert.match(headers.get("content-type")!, /^text\/csv/u)
      assert.strictEqual(text.split("\n")[0], "lost_reason,lost_deals,lost_deals_before")
      assert.include(text, "'=1+1,")
      const elsewhere = yield* send(`/analytics/reports/${id}/run`, { key: "bolt", method: "POST" })
      assert.strictEqual(elsewhere.status, 404)
    }))
})
