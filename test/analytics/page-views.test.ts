import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { analyticsKey } from "./tracking-examples.ts"
import { american, counted, firefox, googlebot, iphone, norwegian, tell } from "./telling.ts"

const ada = { address: norwegian, userAgent: firefox }
const bob = { address: american, userAgent: iphone }
const DAY = 86_400_000
/* All that is told of one day is of one day, also soon after midnight. */
const now = Date.now() % DAY < 130 * 60_000 ? Math.floor(Date.now() / DAY) * DAY - 3_600_000 : Date.now()
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const view = (path: string, minutes: number, more: object = {}) => ({ id: crypto.randomUUID(), url: `https://www.acme.test${path}`, at: at(minutes), ...more })

/* The days of whoever looks begin long before the events and end long after. */
const around = `from=${at(2 * 1_440).slice(0, 10)}&to=${at(-1_440).slice(0, 10)}`
const valuesOf = ({ items }: any) => Object.fromEntries(items.map(({ page_views, value, visitors, visits }: any) => [value, [page_views, visitors, visits]]))

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("page views", (it) => {
  it.effect("are counted by page, source, country, device and more, each event once, without bots", () =>
    Effect.gen(function*() {
      const again = view("/prices", 8)
      yield* tell({ ...bob, userAgent: googlebot }, [view("/", 4), view("/about", 4)])
      /* Ada reads three pages in one visit, and comes again an hour later by a campaign; Bob looks once. */
      yield* tell(ada, [view("/", 100, { referrer: "https://www.news.example/today" }), view("/about", 98, { referrer: "https://www.acme.test/" })])
      yield* tell(ada, [view("/prices", 97)])
      yield* tell(ada, [again, { ...view("/prices", 7, { name: "Signed up", properties: { plan: "Large", mail: "ada@acme.test" } }) }])
      yield* tell(ada, [again])
      yield* tell(bob, [view("/prices?utm_source=letter&utm_medium=email&utm_campaign=spring", 5)])
      const total = (yield* counted(around, 5)).total
      assert.deepInclude(total, { page_views: 5, visitors: 2, visits: 3, bounces: 1, bounce_rate: 0.333 })
      const by = Effect.fnUntraced(function*(dimension: string, more = "") {
        const { json, status, text } = yield* send(`/analytics/page-views?${around}&by=${dimension}${more}`, { key: "acme" })
        assert.strictEqual(status, 200, text)
        return json
      })
      assert.deepStrictEqual(valuesOf(yield* by("page")), { "/": [1, 1, 1], "/about": [1, 1, 0], "/prices": [3, 2, 2] })
      assert.deepStrictEqual(valuesOf(yield* by("source")), { "news.example": [3, 1, 1], "": [1, 0, 1], letter: [1, 1, 1] })
      assert.deepStrictEqual(valuesOf(yield* by("country")), { NO: [4, 1, 2], US: [1, 1, 1] })
      assert.deepStrictEqual(valuesOf(yield* by("device")), { desktop: [4, 1, 2], phone: [1, 1, 1] })
      assert.deepStrictEqual(valuesOf(yield* by("browser")), { Firefox: [4, 1, 2], Safari: [1, 1, 1] })
      assert.deepStrictEqual(valuesOf(yield* by("campaign")), { "": [4, 1, 2], spring: [1, 1, 1] })
      assert.deepStrictEqual(valuesOf(yield* by("exit_page")), { "/prices": [3, 2, 3] })
      assert.deepStrictEqual(valuesOf(yield* by("event")), { "Signed up": [1, 1, 0] })
      const bots = yield* by("bot")
      assert.deepStrictEqual([bots.bots, bots.items.length], [2, 1])
      /* Several conditions together, and one. */
      assert.deepStrictEqual(valuesOf(yield* by("page", "&source=news.example&country=NO")), { "/": [1, 1, 1], "/about": [1, 1, 0], "/prices": [1, 1, 0] })
      assert.deepInclude((yield* by("day", "&page=/prices&device=phone")).total, { page_views: 1, visitors: 1, visits: 1, bounces: 1 })
      assert.deepInclude((yield* by("day", "&page=/prices")).total, { page_views: 3, visitors: 2, visits: 2 })
      assert.deepStrictEqual(valuesOf(yield* by("country", "&page=/about")), { NO: [1, 1, 0] })
      const goal = (body: object) => send("/analytics/goals", { key: "acme", method: "POST", ...json(body) })
      assert.strictEqual((yield* goal({ name: "Signs up", event: "Signed up" })).status, 201)
      assert.strictEqual((yield* goal({ name: "Reads prices", page: "/prices" })).status, 201)
      assert.strictEqual((yield* goal({ name: "Reads prices", page: "/other" })).status, 409)
      assert.strictEqual((yield* goal({ name: "Neither" })).status, 422)
      const results = (yield* send(`/analytics/goals/results?${around}`, { key: "acme" })).json
      assert.deepStrictEqual(results.goals.map(({ name, rate, times, visitors }: any) => [name, times, visitors, rate]), [["Signs up", 1, 1, 0.5], ["Reads prices", 3, 2, 1]])
      assert.strictEqual((yield* send(`/analytics/goals/${results.goals[0].goal_id}`, { key: "acme", method: "DELETE" })).status, 200)
      assert.lengthOf((yield* send("/analytics/goals", { key: "acme" })).json.items, 1)
      /* Nothing that names somebody is kept. */
      const sql = yield* OwnerSql
      const kept = yield* sql<{ n: number }>`select count(*) filter (where e::text like '%ada@%' or e::text like '%193.213%') as n from page_events e`
      assert.strictEqual(kept[0]!.n, 0)
    }))

  it.effect("are compared with as many days before, by the day and by the value", () =>
    Effect.gen(function*() {
      yield* tell(ada, [view("/", 3 * 1_440), view("/", 2), view("/prices", 1)], "bolt")
      const today = at(0).slice(0, 10)
      yield* counted(`from=${at(3 * 1_440).slice(0, 10)}&to=${at(3 * 1_440).slice(0, 10)}`, 1, "bolt")
      const query = (by: string) => `from=${at(1_440).slice(0, 10)}&to=${today}&by=${by}&compare=true`
      const days = yield* counted(query("day"), 2, "bolt")
      assert.deepStrictEqual([days.items.length, days.previous.total.page_views, days.total.page_views], [2, 1, 2])
      assert.strictEqual(days.previous.to, at(2 * 1_440).slice(0, 10))
      assert.strictEqual(days.items.reduce((sum: number, { previous }: any) => sum + previous.page_views, 0), 1)
      const pages = yield* counted(query("page"), 2, "bolt")
      assert.deepStrictEqual(pages.items.map(({ previous, value }: any) => [value, previous.page_views]), [["/", 1], ["/prices", 0]])
      const hours = yield* counted(query("hour"), 2, "bolt")
      assert.strictEqual(hours.items.reduce((sum: number, { page_views }: any) => sum + page_views, 0), 2)
    }))

  it.effect("are of the company's own days", () =>
    Effect.gen(function*() {
      yield* send("/company/settings", { key: "starterOwner", method: "PATCH", ...json({ time_zone: "Pacific/Kiritimati" }) })
      yield* tell(ada, [view("/", 30)], "starter")
      const there = new Date(now - 30 * 60_000 + 14 * 3_600_000).toISOString().slice(0, 10)
      const { items, time_zone } = yield* counted(`from=${there}&to=${there}`, 1, "starter")
      assert.deepStrictEqual([time_zone, items[0].value, items[0].page_views], ["Pacific/Kiritimati", there, 1])
    }))

  it.effect("are taken for a site that has the key and wants them counted, and not if they are too old", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* tell(ada, [view("/", 1)], "acme", "site_unknown")).status, 404)
      const late = yield* tell(ada, [view("/", 0), view("/", 8 * 1_440)])
      assert.deepStrictEqual([late.status, late.json.details?.[0]?.field], [422, "events[1].at"])
      for (const url of ["ftp://acme.test/", "nonsense", "javascript:alert(1)"]) assert.strictEqual((yield* tell(ada, [{ url }])).status, 422, url)
      assert.strictEqual((yield* send(`/analytics/page-views?from=2026-02-01&to=2026-01-01`, { key: "acme" })).status, 422)
      assert.strictEqual((yield* send(`/analytics/page-views?by=referrer&page=/`, { key: "acme" })).status, 422)
      yield* send("/cms/settings", { key: "bolt", method: "PATCH", ...json({ count_visits: false }) })
      const sql = yield* OwnerSql
      const events = Effect.map(sql<{ n: number }>`select count(*) as n from page_events where company_id = ${companyIds.bolt}`, ([row]) => row!.n)
      const before = yield* events
      assert.strictEqual((yield* tell(ada, [view("/", 1)], "bolt", yield* analyticsKey("bolt"))).status, 202)
      assert.strictEqual(yield* events, before)
    }))
})
