import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { twilioSignature } from "../../providers/twilio-server.ts"
import { json, send } from "../../support/test-server.ts"
import { filed, hand, inbound, ownNumber, post, read, reported, settled, SITE, somePhone, text, TextingServer, Twilio } from "./texting.ts"

const OWN = "+12025550100"
const APART = "+12025550101"

const threadWith = (phone: string) => Effect.map(read(`/sms/threads?phone=${encodeURIComponent(phone)}`), ({ items }) => items[0])
const sentTo = (phone: string) => Effect.map(Twilio, ({ messages }) => messages.filter(({ to }) => to === phone))

layer(TextingServer, { excludeTestServices: true })("a text that comes in", (it) => {
  it.effect("is refused unless its provider signed all of it, for our address", () =>
    Effect.gen(function*() {
      yield* ownNumber("acme", OWN)
      yield* ownNumber("acme", APART, { unknown_senders: "keep_apart" })
      const fields = { MessageSid: "SMforged", From: somePhone(), To: OWN, Body: "Hello" }
      const refused = [
        hand(fields, { signature: "" }), hand(fields, { signature: twilioSignature("another", `${SITE}/api/v1/sms/inbound/twilio`, fields) }),
        hand(fields, { sent: { ...fields, Body: "STOP" } }), hand(fields, { sent: { ...fields, Extra: "1" } }),
        hand(fields, { url: "http://127.0.0.1/api/v1/sms/inbound/twilio" }), hand(fields, { url: "https://other.example/api/v1/sms/inbound/twilio" }),
        hand(fields, { url: `${SITE}/api/v1/sms/inbound/twilio?x=1` }), hand({ ...fields, To: "+12025550177" }), hand({ Body: "x" })
      ]
      for (const [n, one] of refused.entries()) assert.strictEqual((yield* one).status, 401, String(n))
      assert.isUndefined(yield* threadWith(fields.From))
      const taken = yield* hand(fields)
      assert.strictEqual(taken.status, 202, taken.text)
      yield* filed
      assert.strictEqual((yield* threadWith(fields.From)).last_message, "Hello")
    }))

  it.effect("is taken once, however often it is handed over, by a contact who is found by the number or made", () =>
    Effect.gen(function*() {
      const [known, unknown, apart] = [somePhone(), somePhone(), somePhone()]
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Grace", phone: known })
      const all = yield* Effect.all(Array.from({ length: 20 }, () => inbound(known, OWN, "Is my bicycle ready?", "SMonce")), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(all.map(({ status }) => status))], [202])
      const thread = yield* threadWith(known)
      assert.deepInclude(thread, { contact_id, unread: 1, last_direction: "inbound", own_phone: OWN })
      const { messages } = yield* read(`/sms/threads/${thread.id}`)
      assert.lengthOf(messages, 1)
      assert.deepInclude(messages[0], { direction: "inbound", state: "received", message: "Is my bicycle ready?", contact_id, provider_id: "SMonce" })

      yield* inbound(unknown, OWN, "Who are you?", "SMunknown")
      const made = (yield* threadWith(unknown)).contact_id
      assert.deepInclude(yield* read(`/crm/contacts/${made}`), { phone: unknown, source: "text message" })
      yield* inbound(apart, APART, "Who are you?", "SMapart")
      assert.isNull((yield* threadWith(apart)).contact_id)

      const timeline = yield* read(`/crm/contacts/${contact_id}/timeline`)
      assert.deepInclude(timeline.items.find(({ kind }: any) => kind === "text_message"), { title: "Is my bicycle ready?", object: "message" })
      const segment = yield* post("/crm/segments", {
        name: "Answered", filter: { match: "all", of: [{ type: "messages", direction: "inbound", within_days: 30, op: "gte", value: 1 }] }
      })
      const found = (yield* read(`/crm/segments/${segment.json.id}/contacts`)).items.map(({ id }: any) => id)
      assert.includeMembers(found, [contact_id, made])
    }))

  it.effect("that a process left when it died is found, in the order of its sender, and one that breaks keeps back no other", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [phone, other] = [somePhone(), somePhone()]
      yield* inbound(other, OWN, "Hello", "SMbefore")
      yield* sql`insert into sms_inbox (company_id, provider, provider_id, from_phone, to_phone, message, media)
        select 1, 'twilio', x.id, x.phone, ${OWN}, x.message, '[]'
        from (values (1, 'SMleft1', ${phone}, 'one'), (2, 'SMbefore', ${other}, 'breaks'), (3, 'SMleft2', ${phone}, 'two'), (4, 'SMleft3', ${phone}, 'three'))
          as x(n, id, phone, message) order by n`
      yield* filed
      const { messages } = yield* read(`/sms/threads/${(yield* threadWith(phone)).id}`)
      assert.deepStrictEqual(messages.map(({ message }: any) => message), ["one", "two", "three"])
      assert.lengthOf((yield* read(`/sms/threads/${(yield* threadWith(other)).id}`)).messages, 1)
      const [broken] = yield* sql<{ attempts: number }>`delete from sms_inbox returning attempts`
      assert.isAtLeast(broken!.attempts, 1)
    }).pipe(Effect.orDie))

  it.effect("that says STOP ends all texts, is confirmed once, and START lifts it", () =>
    Effect.gen(function*() {
      const phone = somePhone()
      yield* inbound(phone, OWN, " Stop! ", "SMstop1")
      yield* inbound(phone, OWN, "STOP", "SMstop2")
      const [confirmation, ...others] = yield* eventually(sentTo(phone), ({ length }) => length > 0)
      assert.deepStrictEqual(others, [])
      assert.include(confirmation!.body, "Answer START")
      const refused = yield* text({ to_phone: phone, message: "Sale!" })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.json.details[0], { field: "to_phone", received: phone })
      const thread = yield* threadWith(phone)
      assert.isTrue((yield* read(`/sms/threads/${thread.id}`)).opted_out)
      assert.strictEqual((yield* post(`/sms/threads/${thread.id}/replies`, { message: "Why?" })).status, 422)
      const { items } = yield* read("/sms/opt-outs?source=keyword")
      assert.deepInclude(items[0], { phone, guessed: false, text: " Stop! " })
      yield* inbound(phone, OWN, "start", "SMstart1")
      yield* eventually(sentTo(phone), ({ length }) => length === 2)
      const again = yield* text({ to_phone: phone, message: "Welcome back" })
      assert.strictEqual(again.status, 201, again.text)
      assert.strictEqual((yield* settled(again.json.id)).state, "sent")
    }))

  it.effect("that plainly means it is a guess, which a person undoes, and HELP is answered a few times", () =>
    Effect.gen(function*() {
      const [phone, helped] = [somePhone(), somePhone()]
      yield* inbound(phone, OWN, "Please stop texting me", "SMguess")
      const { items } = yield* read("/sms/opt-outs?guessed=true")
      assert.deepInclude(items[0], { phone, source: "free_text", guessed: true, text: "Please stop texting me" })
      const removed = yield* send(`/sms/opt-outs/${encodeURIComponent(phone)}`, { key: "acme", method: "DELETE" })
      assert.strictEqual(removed.status, 200, removed.text)
      assert.strictEqual((yield* text({ to_phone: phone, message: "Sorry" })).status, 201)
      for (let n = 0; n < 5; n++) yield* inbound(helped, OWN, "help", `SMhelp${n}`)
      yield* eventually(sentTo(helped), ({ length }) => length === 3)
      assert.lengthOf((yield* read(`/sms/messages?to_phone=${encodeURIComponent(helped)}`)).items, 3)
    }))

  it.effect("ends texts that wait to leave, in its own mode only", () =>
    Effect.gen(function*() {
      const { asked, fail } = yield* Twilio
      const phone = somePhone()
      const about = ({ body, method }: typeof asked[number]) => method === "POST" && new URLSearchParams(body.toString()).get("To") === phone
      fail("limited", Number.POSITIVE_INFINITY, about)
      const { json: { id } } = yield* text({ to_phone: phone, message: "Waits" })
      yield* eventually(Effect.sync(() => asked.some(about)), (isAsked) => isAsked)
      assert.strictEqual((yield* send(`/sms/opt-outs/${encodeURIComponent(phone)}`, { key: "acme", method: "PUT", ...json({ text: "By phone" }) })).status, 200)
      fail(undefined)
      assert.deepInclude(yield* settled(id), { state: "failed", error_code: "opted_out" })
      assert.lengthOf(yield* sentTo(phone), 0)
      assert.strictEqual((yield* text({ to_phone: phone, message: "Test" }, "acmeTest")).status, 201)
    }))
})

layer(TextingServer, { excludeTestServices: true })("what a provider tells of texts", (it) => {
  it.effect("goes forward only, in any order and however often, and is believed only of its own", () =>
    Effect.gen(function*() {
      yield* ownNumber("acme", OWN)
      const to = somePhone()
      const { json: { id } } = yield* text({ to_phone: to, message: "Hello" })
      const { provider_id } = yield* settled(id)
      for (const status of ["delivered", "sent", "queued", "delivered"]) assert.strictEqual((yield* reported(provider_id, OWN, to, status)).status, 202)
      const done = yield* read(`/sms/messages/${id}`)
      assert.strictEqual(done.state, "delivered")
      assert.isNotNull(done.delivered_at)
      yield* reported(provider_id, OWN, to, "undelivered", "30003")
      assert.strictEqual((yield* read(`/sms/messages/${id}`)).version, done.version)

      const failing = somePhone()
      const other = yield* text({ to_phone: failing, message: "Hello" })
      const { provider_id: name } = yield* settled(other.json.id)
      yield* reported(name, OWN, failing, "undelivered", "30005")
      assert.deepInclude(yield* read(`/sms/messages/${other.json.id}`), { state: "failed", error_code: "30005", error_message: "The number does not exist or is not in use." })
      assert.strictEqual((yield* reported(name, "+12025550177", failing, "delivered")).status, 401)
    }))

  it.effect("before we know its name is kept until then, and ends what was unknown", () =>
    Effect.gen(function*() {
      const { fail, messages } = yield* Twilio
      const early = somePhone()
      yield* reported(`SM${messages.length + 1}`, OWN, early, "delivered")
      const { json: { id } } = yield* text({ to_phone: early, message: "Early" })
      assert.strictEqual((yield* settled(id)).state, "delivered")
      fail("slow", 1, ({ method }) => method === "POST")
      const late = somePhone()
      const { json: { id: other } } = yield* text({ to_phone: late, message: "Late" })
      assert.strictEqual((yield* settled(other)).state, "unknown")
      yield* reported("SMlate", OWN, late, "sent")
      assert.deepInclude(yield* read(`/sms/messages/${other}`), { state: "sent", provider_id: "SMlate", error_code: null })
      fail(undefined)
    }))
})
