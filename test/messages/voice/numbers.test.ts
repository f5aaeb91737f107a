import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { approve } from "../../agents/consent-calls.ts"
import { eventually } from "../../support/eventually.ts"
import { send } from "../../support/test-server.ts"
import { SITE, Twilio } from "../sms/texting.ts"
import { CallingServer, patch, post, remove } from "./calling.ts"

const price = { monthly_price_amount: 115, monthly_price_currency: "USD" }
const get = (phone: string, others = {}, key: "acme" | "acmeTest" | "cautious" = "acme") => post("/voice/numbers", { phone, ...price, ...others }, key)

const byPhone = (phone: string) =>
  Effect.map(send(`/voice/numbers?phone=${encodeURIComponent(phone)}`, { key: "acme" }), ({ json }) => json.items[0])
const settled = (phone: string) => eventually(byPhone(phone), ({ state }: any) => state !== "ordering" && state !== "releasing")

const purchases = Effect.map(Twilio, ({ asked }) => asked.filter(({ method, path }) => method === "POST" && path.endsWith("/IncomingPhoneNumbers.json")))

layer(CallingServer, { excludeTestServices: true })("phone numbers", (it) => {
  it.effect("are found with their price, had with what becomes of calls, changed and given back", () =>
    Effect.gen(function*() {
      const found = yield* send("/voice/numbers/available?country=US&area_code=202&capability=sms", { key: "acme" })
      assert.strictEqual(found.status, 200, found.text)
      assert.deepStrictEqual(found.json.items[0], {
        phone: "+12025550170", locality: "Washington", region: "DC", capabilities: ["sms", "voice"], needs_address: false,
        monthly_price_amount: 115, monthly_price_currency: "USD"
      })
      assert.deepStrictEqual(found.json.items.map(({ needs_address }: any) => needs_address), [false, true])
      const routing = {
        open: { type: "ring", people: [{ phone: "+47 22 12 34 56" }] }, closed: { type: "say", text: "We are closed." }
      }
      const made = yield* get("+1 202-555-0170", { label: "Front desk", routing })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        phone: "+12025550170", label: "Front desk", state: "active", failure: null, provider: "twilio", country: "US", capabilities: ["sms", "voice"],
        ...price, messages_per_second: 1, livemode: true, released_at: null, registration: { kind: "a2p_10dlc", state: "unregistered", reason: null }
      })
      assert.deepStrictEqual(made.json.routing.open, {
        type: "ring", people: [{ phone: "+4722123456", name: null }], order: "in_order", seconds: 20, otherwise: "voicemail"
      })
      const { numbers } = yield* Twilio
      assert.deepInclude(numbers[0]!, {
        sid: made.json.provider_id, voice_url: `${SITE}/api/v1/voice/inbound/twilio`, status_callback: `${SITE}/api/v1/voice/inbound/twilio`,
        sms_url: `${SITE}/api/v1/sms/inbound/twilio`
      })

      const path = `/voice/numbers/${made.json.id}`
      const changed = yield* patch(path, { label: null, business_hours: [{ weekday: 1, from: "09:00", to: "17:00" }] })
      assert.deepInclude(changed.json, { label: null, business_hours: [{ weekday: 1, from: "09:00", to: "17:00" }], version: made.json.version + 1 })
      const wrong = yield* patch(path, { routing: { open: { type: "menu", prompt: "Press 1", otherwise: { type: "hang_up" }, choices: [
        { digit: "1", go_to: { type: "hang_up" } }, { digit: "1", go_to: { type: "voicemail" } }
      ] }, closed: { type: "hang_up" } } })
      assert.strictEqual(wrong.status, 422, wrong.text)
      assert.strictEqual((yield* get("+12025550170")).status, 409)

      const gone = yield* remove(path)
      assert.strictEqual(gone.status, 200, gone.text)
      assert.deepInclude(yield* settled("+12025550170"), { state: "released" })
      assert.deepStrictEqual(numbers.filter(({ phone_number }) => phone_number === "+12025550170"), [])
      assert.strictEqual((yield* remove(path)).status, 200)
      assert.strictEqual((yield* patch(path, { label: "x" })).status, 409)
      assert.strictEqual((yield* get("+12025550170")).json.state, "active")
    }))

  it.effect("cost no more than a person agreed to", () =>
    Effect.gen(function*() {
      const asked = yield* get("+14155550172", {}, "cautious")
      assert.strictEqual(asked.status, 428, asked.text)
      const preview = yield* send(`/agent/consents/${asked.json.consent.id}/preview`, { key: "acme" })
      assert.deepStrictEqual(preview.json.money, [{ amount: 115, currency: "USD" }], preview.text)
      const { confirmation } = (yield* approve(asked.json.consent.id)).json
      const { costs } = yield* Twilio
      costs("9.00")
      const made = yield* post("/voice/numbers", { phone: "+14155550172", ...price }, "cautious", { "x-service-confirmation": confirmation })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { state: "failed", provider_id: null })
      assert.include(made.json.failure, "900")
      costs("1.15")
    }))

  it.effect("are bought once, whatever the network does to the answer", () =>
    Effect.gen(function*() {
      const server = yield* Twilio
      for (const [phone, fault] of [["+14155550173", "lost"], ["+4721930001", "hung"]] as const) {
        const before = (yield* purchases).length
        server.fail(fault, 1, ({ method, path }) => method === "POST" && path.endsWith("/IncomingPhoneNumbers.json"))
        assert.strictEqual((yield* get(phone)).status, 201)
        assert.deepInclude(yield* settled(phone), { state: "active" })
        assert.strictEqual((yield* purchases).length - before, 1, fault)
      }
      server.fail(undefined)
      const taken = yield* get("+15005550000")
      assert.deepInclude(taken.json, { state: "failed", provider_id: null })
      assert.include(taken.json.failure, "not available")
    }))

  it.effect("are simulated for test keys, and no provider hears of it", () =>
    Effect.gen(function*() {
      const { connections } = yield* Twilio
      const before = connections()
      const found = yield* send("/voice/numbers/available?country=DE&limit=2", { key: "acmeTest" })
      assert.lengthOf(found.json.items, 2, found.text)
      const made = yield* get(found.json.items[0].phone, {}, "acmeTest")
      assert.deepInclude(made.json, { state: "active", provider: "simulated", livemode: false, country: "DE" })
      assert.deepInclude((yield* get("+15005550000", {}, "acmeTest")).json, { state: "failed" })
      assert.strictEqual((yield* remove(`/voice/numbers/${made.json.id}`, "acmeTest")).json.state, "released")
      assert.strictEqual(connections(), before)
      const live = yield* send("/voice/numbers", { key: "acme" })
      assert.isFalse(live.json.items.some(({ livemode }: any) => !livemode))
      assert.strictEqual((yield* send("/voice/numbers/available?country=DE", { key: "acme" })).status, 422)
    }))
})
