import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { booked, startsOf, withOne } from "../../calendar/booking.ts"
import { invoice, post, read } from "../../payments/paying.ts"
import { advance, DAY_MS, HOUR_MS, instant, nowOf, ready } from "../../support/test-clock.ts"
import { json, send, TestServer } from "../../support/test-server.ts"
import { settings } from "../emailing.ts"
import { somePhone } from "./texting.ts"

const KEY = "acmeTest"
const until = (at: number) => Effect.andThen(advance({ to: instant(at) }, KEY), ready(KEY))

const textsTo = (phone: string) =>
  Effect.map(read(`/sms/messages?to_phone=${encodeURIComponent(phone)}&direction=outbound`, KEY), ({ items }) => items.map(({ message }: any) => message as string))

const someone = Effect.fnUntraced(function*(name: string, agrees: boolean) {
  const phone = somePhone()
  const { json: { id } } = yield* post("/crm/contacts", { first_name: name, email: `${name}@navy.example`, phone }, KEY)
  if (agrees) {
    const given = yield* post("/sms/consents", { contact_id: id, purposes: ["reminders"], source: "booking", text: "Text me reminders." }, KEY)
    assert.strictEqual(given.status, 201, given.text)
  }
  return { id: id as number, phone }
})

const optOut = (phone: string) => send(`/sms/opt-outs/${encodeURIComponent(phone)}`, { key: KEY, method: "PUT", ...json({}) })

layer(TestServer, { excludeTestServices: true })("reminders by text, from end to end", (it) => {
  it.effect("of an appointment go once to who agreed, and not to who opted out in between or never agreed", () =>
    Effect.gen(function*() {
      yield* settings({ time_zone: "UTC", name: "Juniper" })
      yield* send("/sms/settings", { key: KEY, method: "PATCH", ...json({ quiet_hours: { from: "00:00", to: "00:00" } }) })
      const [agrees, leaves, silent] = [yield* someone("grace", true), yield* someone("ada", true), yield* someone("joan", false)]
      const { service_id } = yield* withOne({ name: "Repair", reminder_minutes: [1_440] }, KEY)
      const day = instant((yield* nowOf(KEY)) + 5 * DAY_MS).slice(0, 10)
      const next = instant((yield* nowOf(KEY)) + 9 * DAY_MS).slice(0, 10)
      const starts = yield* startsOf(service_id, day, next, "", KEY)
      for (const [n, { id }] of [agrees, leaves, silent].entries()) yield* booked({ service_id, starts_at: starts[n], contact_id: id, contact: undefined }, KEY)
      yield* until(Date.parse(starts[0]!) - DAY_MS - 1_000)
      for (const { phone } of [agrees, leaves, silent]) assert.deepStrictEqual(yield* textsTo(phone), [])
      assert.strictEqual((yield* optOut(leaves.phone)).status, 200)
      yield* until(Date.parse(starts[2]!) + HOUR_MS)
      const [text, ...others] = yield* textsTo(agrees.phone)
      assert.match(text!, /^Repair: .*\. Juniper$/)
      assert.deepStrictEqual([others, yield* textsTo(leaves.phone), yield* textsTo(silent.phone)], [[], [], []])
    }))

  it.effect("of an invoice go to who agreed, as long as it is owed, and not to who opted out in between", () =>
    Effect.gen(function*() {
      yield* settings({ invoice_reminders: [1, 3], name: "Juniper" })
      const [agrees, leaves, silent] = [yield* someone("grete", true), yield* someone("alan", true), yield* someone("jean", false)]
      const start = yield* nowOf(KEY)
      const due_on = instant(start + 5 * DAY_MS).slice(0, 10)
      const lines = [{ description: "Repair", unit_amount: 9_000 }]
      const [owed] = yield* Effect.forEach([agrees, leaves, silent], ({ id }) => invoice({ contact_id: id, lines, due_on }, KEY))
      yield* until(start + 5 * DAY_MS)
      for (const { phone } of [agrees, leaves, silent]) assert.deepStrictEqual(yield* textsTo(phone), [])
      yield* until(start + 7 * DAY_MS)
      const words = `Juniper: the invoice ${owed!.number} is not paid yet. It is in your e-mails.`
      assert.deepStrictEqual(yield* textsTo(agrees.phone), [words])
      assert.lengthOf(yield* textsTo(leaves.phone), 1)
      assert.strictEqual((yield* optOut(leaves.phone)).status, 200)
      yield* until(start + 20 * DAY_MS)
      assert.deepStrictEqual(yield* textsTo(agrees.phone), [words, words])
      assert.lengthOf(yield* textsTo(leaves.phone), 1)
      assert.deepStrictEqual(yield* textsTo(silent.phone), [])
    }))
})
