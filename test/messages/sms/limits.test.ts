import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { json, send } from "../../support/test-server.ts"
import { audience, campaign, ended, fastNumber, segmentOf, start, withoutQuietHours } from "./campaigning.ts"
import { post, read, settled, somePhone, text, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550100"

const change = (settings: object) =>
  Effect.map(send("/sms/settings", { key: "acme", method: "PATCH", ...json(settings) }), (answer) => {
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.json
  })

const rates = [{ country: "US", per_thousand: 790 }, { country: "NO", per_thousand: 5_500 }]

const refusedFor = (answer: { readonly status: number; readonly text: string; readonly json: any }, why: string) => {
  assert.strictEqual(answer.status, 422, answer.text)
  assert.include(answer.text, why)
}

layer(TextingServer, { excludeTestServices: true })("what texts may cost", (it) => {
  it.effect("is told before and after a text is sent, and a preview refuses what sending would", () =>
    Effect.gen(function*() {
      yield* fastNumber(OWN)
      const { messages } = yield* Twilio
      const to_phone = somePhone()
      assert.isNull((yield* post("/sms/preview", { to_phone, message: "Hello" })).json.cost)
      yield* change({ rates, currency: "USD" })
      const seen = yield* post("/sms/preview", { to_phone, message: "a".repeat(161) })
      assert.deepStrictEqual(seen.json, {
        to_phone, from_phone: OWN, country: "US", message: "a".repeat(161), encoding: "GSM-7", segments: 2, remaining: 145, outside_gsm: [],
        cost: { amount: 2, thousandths: 1_580, currency: "USD" }
      })
      const emoji = yield* post("/sms/preview", { to_phone: "+4790000001", message: "Ready 🚲 “now”" })
      assert.deepInclude(emoji.json, { country: "NO", encoding: "UCS-2", outside_gsm: ["🚲", "“", "”"], cost: { amount: 6, thousandths: 5_500, currency: "USD" } })
      refusedFor(yield* post("/sms/preview", { to_phone: "+4722123456", message: "Hello" }), "landline")
      assert.lengthOf(messages, 0)
      assert.strictEqual((yield* read("/sms/messages")).total, 0)
      const sent = yield* text({ to_phone, message: "a".repeat(161) })
      assert.deepInclude(sent.json, { segments: 2, cost: { amount: 2, thousandths: 1_580, currency: "USD" } }, sent.text)
      assert.deepStrictEqual((yield* settled(sent.json.id)).cost, sent.json.cost)
      refusedFor(yield* change({}).pipe(Effect.andThen(send("/sms/settings", { key: "acme", method: "PATCH", ...json({ countries: ["usa"] }) }))), "ISO 3166")
    }))

  it.effect("is refused beyond the cap of a day, of 50 at once too, told when four fifths are spent, and a campaign is paused", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* withoutQuietHours()
      yield* change({ daily_cap: 8 })
      const all = yield* Effect.all(Array.from({ length: 50 }, () => text({ to_phone: somePhone(), message: "Hello" })), { concurrency: "unbounded" })
      const taken = all.filter(({ status }) => status === 201)
      assert.lengthOf(taken, 10)
      for (const one of all.filter(({ status }) => status !== 201)) refusedFor(one, "daily cap")
      const alarms = yield* sql<{ data: any }>`select data from events where kind = 'message.spending_high'`
      assert.lengthOf(alarms, 1)
      assert.deepStrictEqual(alarms[0]!.data.object, { spent: 8, daily_cap: 8, currency: "USD" })
      const [spent] = yield* sql<{ thousandths: number }>`select thousandths from sms_spending where livemode`
      assert.strictEqual(Number(spent!.thousandths), 7_900)
      refusedFor(yield* text({ to_phone: "+447400123456", message: "Hello" }), "no rate")
      assert.strictEqual((yield* text({ to_phone: somePhone(), message: "Test" }, "acmeTest")).status, 201)

      yield* audience("capped", 2_025_571_000, 5)
      const { json: { id } } = yield* start(yield* segmentOf("capped"), OWN)
      const paused = yield* eventually(campaign(id), ({ state }: any) => state === "paused", 20_000)
      assert.include(paused.failure, "daily cap")
      assert.deepInclude(paused.results, { waiting: 5, sent: 0 })
      yield* change({ daily_cap: 1_000 })
      assert.strictEqual((yield* send(`/sms/campaigns/${id}/resume`, { key: "acme", method: "POST" })).status, 200)
      const done = yield* ended(id)
      assert.strictEqual(done.results.sent, 5)
      const costs = yield* sql<{ cost: any }>`select distinct cost from sms_messages where from_phone = ${OWN} and cost is not null and message like '%winter%'`
      assert.deepStrictEqual(costs.map(({ cost }) => cost), [{ amount: 1, thousandths: 790, currency: "USD" }])
      yield* change({ daily_cap: null })
      assert.strictEqual((yield* text({ to_phone: somePhone(), message: "Hello" })).status, 201)
    }))

  it.effect("goes to the countries that the company texts, and a campaign leaves out the others", () =>
    Effect.gen(function*() {
      yield* change({ countries: ["US"] })
      refusedFor(yield* text({ to_phone: "+4790000002", message: "Hei" }), "US only")
      refusedFor(yield* post("/sms/preview", { to_phone: "+4790000002", message: "Hei" }), "US only")
      yield* audience("abroad", 2_025_572_000, 2)
      const sql = yield* OwnerSql
      yield* sql`update contacts set phone = '+4790000003' where phone = '+12025572000'`
      yield* sql`update sms_consents set phone = '+4790000003' where phone = '+12025572000'`
      const { json: { id } } = yield* start(yield* segmentOf("abroad"), OWN)
      const done = yield* ended(id)
      assert.deepInclude(done.results, { sent: 1, excluded: [{ reason: "country_not_allowed", contacts: 1 }] })
      yield* change({ countries: null })
    }))
})
