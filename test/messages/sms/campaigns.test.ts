import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { json, send } from "../../support/test-server.ts"
import { audience, campaign, ended, fastNumber, segmentOf, start, withoutQuietHours } from "./campaigning.ts"
import { ask as visit } from "../../website/serving/sites.ts"
import { inbound, post, read, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550190"
let block = 2_025_560_000
const someNumbers = (count: number) => (block += count) - count

const act = (id: number, what: string) => send(`/sms/campaigns/${id}/${what}`, { key: "acme", method: "POST" })

layer(TextingServer, { excludeTestServices: true })("a campaign", (it) => {
  it.effect("texts everybody of a segment once, and leaves out whom it must", () =>
    Effect.gen(function*() {
      yield* withoutQuietHours()
      yield* fastNumber(OWN)
      const first = someNumbers(20)
      yield* audience("everybody", first, 20)
      yield* send(`/sms/opt-outs/${encodeURIComponent(`+1${first}`)}`, { key: "acme", method: "PUT", ...json({}) })
      const [consent] = (yield* read(`/sms/consents?phone=${encodeURIComponent(`+1${first + 1}`)}`)).items
      yield* send(`/sms/consents/${consent.id}/revoke`, { key: "acme", method: "POST" })
      for (const body of [{ first_name: "No number" }, { first_name: "Same", phone: `+1${first + 2}` }, { first_name: "Land", phone: "+4722123456" }]) {
        const made = yield* post("/crm/contacts", { ...body, tags: ["everybody"] })
        assert.strictEqual(made.status, 201, made.text)
      }
      const segment = yield* segmentOf("everybody")
      yield* send("/sms/settings", { key: "acme", method: "PATCH", ...json({ rates: [{ country: "US", per_thousand: 790 }] }) })
      const made = yield* start(segment, OWN, { start_paused: true })
      assert.strictEqual(made.status, 201, made.text)
      const { id } = made.json
      const preview = yield* read(`/sms/campaigns/${id}/preview`)
      assert.deepStrictEqual([preview.contacts, preview.recipients, preview.segments], [23, 18, 18])
      const excluded = [
        { reason: "duplicate_number", contacts: 1 }, { reason: "landline", contacts: 1 }, { reason: "no_consent", contacts: 1 }, { reason: "no_phone", contacts: 1 },
        { reason: "opted_out", contacts: 1 }
      ]
      assert.deepStrictEqual(preview.excluded, excluded)
      assert.deepStrictEqual(preview.cost, { amount: Math.ceil(18 * 0.79), currency: "USD" })
      assert.strictEqual(preview.samples[0].message, "Hello Guest 2, our winter sale begins.")
      const { messages } = yield* Twilio
      assert.strictEqual(messages.length, 0)
      assert.strictEqual((yield* act(id, "resume")).json.state, "sending")
      const done = yield* ended(id)
      assert.deepInclude(done.results, { recipients: 18, sent: 18, waiting: 0, failed: 0, unknown: 0, segments: 18, excluded })
      assert.strictEqual(messages.length, 18)
      assert.strictEqual(new Set(messages.map(({ to }) => to)).size, 18)
      assert.isFalse(messages.some(({ to }) => to === `+1${first}` || to === `+1${first + 1}`))
      assert.strictEqual((yield* act(id, "pause")).status, 409)
      const sql = yield* OwnerSql
      const [row] = yield* sql<{ n: number }>`select count(*)::int as n from sms_threads where own_phone = ${OWN}`
      assert.strictEqual(row!.n, 18)
    }))

  it.effect("can be paused, resumed and canceled, and looks for opt-outs until the last moment", () =>
    Effect.gen(function*() {
      const from = yield* fastNumber("+12025550191", { perSecond: 5 })
      const { messages } = yield* Twilio
      const first = someNumbers(60)
      yield* audience("slowly", first, 60)
      const { json: { id } } = yield* start(yield* segmentOf("slowly"), from)
      const ours = () => messages.filter((one) => one.from === from)
      yield* eventually(Effect.sync(ours), ({ length }) => length >= 3, 30_000)
      assert.strictEqual((yield* act(id, "pause")).json.state, "paused")
      const { results } = yield* eventually(campaign(id), ({ results }: any) => results.under_way === 0, 20_000)
      assert.strictEqual(ours().length, results.sent)
      const last = `+1${first + 59}`
      yield* inbound(last, from, "STOP", "SMstop1")
      yield* eventually(read("/sms/opt-outs"), ({ items }: any) => items.some(({ phone }: any) => phone === last), 10_000)
      assert.strictEqual((yield* act(id, "resume")).json.state, "sending")
      yield* eventually(Effect.sync(ours), ({ length }) => length > results.sent + 2, 30_000)
      assert.strictEqual((yield* act(id, "cancel")).json.state, "canceled")
      const done = yield* ended(id)
      assert.strictEqual(done.results.waiting, 0)
      assert.strictEqual(ours().filter(({ to }) => to !== last).length, done.results.sent)
      assert.isAbove(done.results.excluded.find(({ reason }: any) => reason === "canceled").contacts, 0)
      assert.strictEqual((yield* act(id, "resume")).status, 409)
    }))

  it.effect("compares texts, counts clicks on short links, answers and opt-outs", () =>
    Effect.gen(function*() {
      const from = yield* fastNumber("+12025550192")
      const { messages } = yield* Twilio
      const first = someNumbers(40)
      yield* audience("compared", first, 40)
      const variants = [
        { name: "A", message: "Sale: https://juniper.example/sale?utm=a. Reply STOP to end.", share: 1 }, { name: "B", message: "Last days of our sale", share: 1 }
      ]
      const { json: { id } } = yield* start(yield* segmentOf("compared"), from, { variants, shorten_links: true })
      const done = yield* ended(id)
      const [a, b] = done.results.variants
      assert.strictEqual(a.sent + b.sent, 40)
      assert.isTrue(a.sent > 5 && b.sent > 5, `${a.sent} and ${b.sent}`)
      const ofA = messages.filter((one) => one.from === from && one.body.startsWith("Sale:"))
      assert.strictEqual(ofA.length, a.sent)
      const links = ofA.map(({ body }) => /https?:\/\/\S+\/l\/[\w-]{8}(?=\. Reply)/u.exec(body)?.[0])
      assert.strictEqual(new Set(links).size, a.sent)
      const path = new URL(links[0]!).pathname
      const browser = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)", host: "platform.example" }
      const led = yield* visit(path, browser)
      assert.deepStrictEqual([led.status, led.headers["location"]], [302, "https://juniper.example/sale?utm=a"])
      assert.strictEqual((yield* visit(path, { ...browser, "user-agent": "Slackbot-LinkExpanding 1.0" })).status, 302)
      assert.strictEqual((yield* visit("/l/nothing1", browser)).status, 404)
      assert.strictEqual((yield* campaign(id)).results.clicked, 1)
      yield* inbound(ofA[0]!.to, from, "Which size?", "SManswer1")
      yield* inbound(ofA[1]!.to, from, "STOP", "SManswer2")
      yield* eventually(campaign(id), ({ results: { variants: [one] } }: any) => one.replied === 2 && one.opted_out === 1, 20_000)
    }))

  it.effect("texts nobody more often than the company wants", () =>
    Effect.gen(function*() {
      const from = yield* fastNumber("+12025550193")
      yield* audience("capped", someNumbers(5), 5)
      const segment = yield* segmentOf("capped")
      yield* send("/sms/settings", { key: "acme", method: "PATCH", ...json({ frequency_cap: { texts: 1, days: 7 } }) })
      assert.strictEqual((yield* ended((yield* start(segment, from)).json.id)).results.sent, 5)
      const second = yield* ended((yield* start(segment, from)).json.id)
      assert.deepStrictEqual(second.results.excluded, [{ reason: "frequency_cap", contacts: 5 }])
      yield* send("/sms/settings", { key: "acme", method: "PATCH", ...json({ frequency_cap: null }) })
    }))

  it.effect("waits for the end of quiet hours, and refuses texts that cannot be filled", () =>
    Effect.gen(function*() {
      const from = yield* fastNumber("+12025550194")
      const { messages } = yield* Twilio
      yield* audience("asleep", someNumbers(3), 3)
      const segment = yield* segmentOf("asleep")
      const quiet = (hours: object) => send("/sms/settings", { key: "acme", method: "PATCH", ...json({ quiet_hours: hours }) })
      const hour = Number(new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", hour: "2-digit", hourCycle: "h23" }).format(Date.now()))
      const clock = (of: number) => `${String((of + 24) % 24).padStart(2, "0")}:00`
      yield* quiet({ from: clock(hour - 1), to: clock(hour + 3) })
      const { json: { id } } = yield* start(segment, from)
      const waiting = yield* eventually(campaign(id), ({ results }: any) => results.waiting === 3, 20_000)
      assert.strictEqual(waiting.state, "sending")
      assert.strictEqual((yield* read(`/sms/campaigns/${id}/preview`)).waiting_for_quiet_hours, 3)
      assert.strictEqual((yield* act(id, "cancel")).status, 200)
      assert.strictEqual((yield* ended(id)).results.excluded[0].contacts, 3)
      assert.isFalse(messages.some((one) => one.from === from))
      yield* withoutQuietHours()
      for (const message of ["Hello {{contact.first_name}}", "On {{day}}", "Hello {{contact.first_name"]) {
        const refused = yield* start(segment, from, { variants: [{ name: "A", message, share: 1 }] })
        assert.strictEqual(refused.status, 422, refused.text)
      }
    }))
})
