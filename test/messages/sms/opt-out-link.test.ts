import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask as visit } from "../../website/serving/sites.ts"
import { markupFaults, shopper } from "../../shop/shopping.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { json, send } from "../../support/test-server.ts"
import { port, wire } from "../../support/wire.ts"
import { audience, ended, fastNumber, segmentOf, start, withoutQuietHours } from "./campaigning.ts"
import { inbound, ownNumber, post, read, settled, SITE, somePhone, text, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550100"
const host = { host: new URL(SITE).host }

const press = (path: string, does: string) => Effect.flatMap(shopper(host.host), ({ post }) => post(path, { does }))

const linkIn = (words: string) => {
  const [link] = /https:\/\/platform\.example\/o\/[\w-]{12}(?![\w-])/u.exec(words) ?? []
  assert.isDefined(link, words)
  return new URL(link!).pathname
}

layer(TextingServer, { excludeTestServices: true })("a link by which somebody opts out", (it) => {
  it.effect("stands in a text, shows a page that changes nothing, and ends and begins texts by its buttons", () =>
    Effect.gen(function*() {
      yield* ownNumber("acme", OWN)
      const sql = yield* OwnerSql
      const phone = somePhone()
      const template = yield* post("/sms/templates", { name: "Offer", text: "{{company.name}}: we are open. No more texts: {{opt_out_link}}" })
      assert.strictEqual(template.status, 201, template.text)
      const sent = yield* text({ to_phone: phone, template_id: template.json.id })
      assert.strictEqual(sent.status, 201, sent.text)
      const path = linkIn(sent.json.message)
      for (let turn = 0; turn < 2; turn++) {
        const shown = yield* visit(path, host)
        assert.strictEqual(shown.status, 200)
        assert.include(shown.text, phone)
        assert.deepStrictEqual(markupFaults(shown.text), [])
      }
      assert.strictEqual((yield* text({ to_phone: phone, message: "A look ends nothing" })).status, 201)

      for (let turn = 0; turn < 2; turn++) {
        const stopped = yield* press(path, "stop")
        assert.strictEqual(stopped.status, 200, stopped.text)
        assert.include(stopped.text, "You get no more texts")
      }
      const { items } = yield* read("/sms/opt-outs?source=link")
      assert.lengthOf(items, 1)
      assert.deepInclude(items[0], { phone, source: "link", guessed: false })
      assert.strictEqual((yield* text({ to_phone: phone, message: "Sale!" })).status, 422)
      assert.strictEqual((yield* text({ to_phone: phone, message: "Other mode" }, "acmeTest")).status, 201)
      const events = yield* sql`select 1 from events where kind = 'message.opted_out' and data->'object'->>'phone' = ${phone}`
      assert.lengthOf(events, 1)
      assert.include((yield* press(path, "start")).text, "Shall")
      assert.strictEqual((yield* text({ to_phone: phone, message: "Welcome back" })).status, 201)
      /* One link for each number, whichever text it stands in; STOP and the link are one record. */
      assert.strictEqual(linkIn((yield* text({ to_phone: phone, template_id: template.json.id })).json.message), path)
      yield* inbound(phone, OWN, "STOP", "SMlink1")
      assert.include((yield* visit(path, host)).text, "You get no more texts")
    }))

  it.effect("works years later and after the person was erased, and is nobody's with another letter or on another company's host", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const phone = somePhone()
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Grace", phone })
      const [template] = (yield* read("/sms/templates")).items
      const sent = yield* text({ to_phone: phone, template_id: template.id })
      const path = linkIn(sent.json.message)
      yield* settled(sent.json.id)
      yield* sql`update sms_opt_out_links set created_at = now() - interval '9 years'`
      const erased = yield* send(`/crm/contacts/${contact_id}/personal-data`, { key: "acme", method: "DELETE" })
      assert.strictEqual(erased.status, 200, erased.text)
      assert.lengthOf(yield* sql`select 1 from sms_opt_out_links where phone = ${phone}`, 0)
      const shown = yield* visit(path, host)
      assert.include(shown.text, "this number")
      assert.notInclude(shown.text, phone)
      assert.include((yield* press(path, "stop")).text, "You get no more texts")
      assert.strictEqual((yield* text({ to_phone: phone, message: "Sale!" })).status, 422)
      const other = path.slice(0, -1) + (path.endsWith("A") ? "B" : "A")
      for (const wrong of [other, "/o/x", "/o/%00", `${path}x`]) {
        assert.include([400, 404], (yield* visit(wrong, host)).status, wrong)
        assert.include([400, 404], (yield* press(wrong, "stop")).status, wrong)
      }
      // As it is: clients make another address of it.
      for (const method of ["GET", "POST"]) {
        const bytes = `${method} /o/.. HTTP/1.1\r\nHost: ${host.host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
        const listening = yield* port
        assert.include([400, 404], (yield* Effect.promise(() => wire(listening, bytes))).status, method)
      }
    }))

  it.effect("is in each text of a campaign for its own reader, is not counted as a click, and is counted as long as it is", () =>
    Effect.gen(function*() {
      yield* withoutQuietHours()
      const from = yield* fastNumber("+12025550195")
      const { messages } = yield* Twilio
      yield* audience("linked", 2_025_574_000, 5)
      const variants = [{ name: "A", message: `${"a".repeat(100)} https://juniper.example/sale {{opt_out_link}}`, share: 1 }]
      const made = yield* start(yield* segmentOf("linked"), from, { variants, shorten_links: true, start_paused: true })
      assert.strictEqual(made.status, 201, made.text)
      const preview = yield* read(`/sms/campaigns/${made.json.id}/preview`)
      yield* send(`/sms/campaigns/${made.json.id}/resume`, { key: "acme", method: "POST" })
      yield* ended(made.json.id)
      const ours = yield* eventually(Effect.sync(() => messages.filter((one) => one.from === from)), ({ length }) => length === 5)
      const paths = new Set(ours.map(({ body }) => linkIn(body)))
      assert.strictEqual(paths.size, 5)
      assert.match(ours[0]!.body, /https:\/\/platform\.example\/l\/[\w-]{8} https:\/\/platform\.example\/o\/[\w-]{12}$/u)
      const sample = preview.samples[0].message as string
      assert.strictEqual(sample.length - "https://juniper.example/sale".length, ours[0]!.body.length - "https://platform.example/l/12345678".length)
      yield* press(linkIn(ours[0]!.body), "stop")
      const { results } = yield* read(`/sms/campaigns/${made.json.id}`)
      assert.deepInclude(results, { opted_out: 1, clicked: 0 })
      assert.strictEqual((yield* send(`/sms/opt-outs/${encodeURIComponent(ours[0]!.to)}`, { key: "acme", method: "PUT", ...json({}) })).json.source, "link")
    }))
})
