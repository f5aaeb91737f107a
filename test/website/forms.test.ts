import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted } from "../contract/bookings/visiting.ts"
import { eventsOf } from "../crm/records.ts"
import { read } from "../payments/paying.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { OwnerSql } from "../support/database.ts"
import { fieldsOf, heading, shopper, slugOf, words } from "../shop/shopping.ts"
import { call, done, faults, published } from "./calling.ts"

const HOST = "forms.acme.test"

let turn = 0
const network = () => ({ "x-forwarded-for": `198.19.${Math.floor(turn / 250)}.${turn++ % 250 + 1}` })

const asked = [
  { name: "name", label: "Your name", type: "name", required: true }, { name: "email", label: "E-mail", type: "email", required: true },
  { name: "phone", label: "Phone", type: "phone" }, { name: "topic", label: "Topic", type: "choice", options: ["Rooms", "Lamps"] },
  { name: "days", label: "Days", type: "choices", options: ["Monday", "Friday"] }, { name: "message", label: "Message", type: "paragraph", required: true },
  { name: "agree", label: "I agree", type: "consent", required: true }
]
const filled = { name: "Grace Hopper", message: "A table for six", agree: "yes" }

const form = (more: object = {}) => done("POST", "/forms", { name: "Ask us", fields: asked, ...more })
const submit = (id: number, body: object, headers: Record<string, string> = network(), host = HOST) =>
  send(`/cms/pages/public/forms/${id}?host=${host}`, { method: "POST", headers, ...json(body) })
const answersOf = (id: number, query = "") => Effect.map(done("GET", `/forms/${id}/answers?limit=50${query}`), ({ items }) => items)

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("forms of a site", (it) => {
  it.effect("become contacts with a note, a tag, a task, an e-mail to the company and an event", () =>
    Effect.gen(function*() {
      yield* hosted("acme", HOST)
      const { id } = yield* form({ tag: "asked", notify_email: "hello@acme.example", makes_task: true, after: "We answer within a day." })
      const email = "grace@forms.example"
      const sent = yield* submit(id, { answers: { ...filled, email: " Grace@Forms.example ", days: ["Monday", "Friday"], topic: "Lamps" }, page: "/contact" })
      assert.deepStrictEqual([sent.status, sent.json], [201, { message: "We answer within a day." }], sent.text)
      const [answer] = yield* answersOf(id)
      assert.deepInclude(answer, { form_id: id, form_name: "Ask us", page: "/contact", spam: false, livemode: true })
      assert.deepStrictEqual(answer.answers.map(({ answer, name }: any) => [name, answer]), [
        ["name", "Grace Hopper"], ["email", email], ["topic", "Lamps"], ["days", "Monday, Friday"], ["message", "A table for six"], ["agree", "yes"]
      ])
      const contact = yield* read(`/crm/contacts/${answer.contact_id}`, "acme")
      assert.deepInclude(contact, { email, first_name: "Grace", last_name: "Hopper", tags: ["asked"] })
      const timeline = yield* read(`/crm/contacts/${contact.id}/timeline`, "acme")
      assert.deepStrictEqual(timeline.items.map(({ kind, title }: any) => [kind, title]), [["note", "Sent the form “Ask us”"]])
      assert.include(timeline.items[0].data.body, "A table for six")
      const tasks = yield* read(`/crm/tasks?contact_id=${contact.id}`, "acme")
      assert.deepStrictEqual(tasks.items.map(({ title }: any) => title), ["Answer Grace Hopper: Ask us"])
      const emails = yield* read("/messages/emails?limit=50", "acme")
      assert.include(emails.items.map(({ recipient }: any) => recipient), "hello@acme.example")
      const events = yield* eventsOf("acme", "form", answer.id)
      assert.deepStrictEqual(events.map(({ kind, object }) => [kind, object.form_id, object.contact_id]), [["form.submitted", id, contact.id]])

      yield* submit(id, { answers: { ...filled, email } })
      assert.deepStrictEqual((yield* answersOf(id)).map(({ contact_id }: any) => contact_id), [contact.id, contact.id])
      assert.strictEqual((yield* call("DELETE", `/forms/${id}`)).status, 409)
    }))

  it.effect("tell of each field what is wrong, and take nothing then", () =>
    Effect.gen(function*() {
      const { id } = yield* form()
      const { json, status } = yield* submit(id, {
        answers: { email: "nobody", phone: "12", topic: "Beds", days: ["Sunday"], message: "4242 4242 4242 4242", agree: "no", other: "x" }
      })
      assert.strictEqual(status, 422)
      assert.sameMembers(json.details.map(({ field }: any) => field), ["name", "email", "phone", "topic", "days", "message", "agree", "other"].map((name) => `answers.${name}`))
      assert.deepStrictEqual(yield* answersOf(id), [])
      assert.strictEqual((yield* submit(id, { answers: { email: "a@b.example" } }, network(), "nobody.test")).status, 404)
      yield* done("PATCH", `/forms/${id}`, { active: false })
      assert.strictEqual((yield* submit(id, { answers: { ...filled, email: "a@b.example" } })).status, 404)
      yield* done("DELETE", `/forms/${id}`)
      assert.strictEqual((yield* call("GET", `/forms/${id}`)).status, 404)
    }))

  it.effect("keep what programs send as spam, of which nothing follows, and take no more than people send", () =>
    Effect.gen(function*() {
      const { id } = yield* form({ tag: "asked" })
      const email = "bot@forms.example"
      const sent = yield* submit(id, { answers: { ...filled, email }, website: "https://spam.example" })
      assert.strictEqual(sent.status, 201)
      yield* submit(id, { answers: { ...filled, email }, token: "forged" })
      assert.deepStrictEqual((yield* answersOf(id)).map(({ contact_id, spam }: any) => [contact_id, spam]), [[null, true], [null, true]])
      assert.deepStrictEqual(yield* answersOf(id, "&spam=false"), [])
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select id from contacts where company_id = ${companyIds.acme} and email = ${email}`, [])
      const one = network()
      for (let n = 0; n < 30; n++) yield* submit(id, { answers: { ...filled, email: `many${n}@forms.example` } }, one)
      assert.strictEqual((yield* submit(id, { answers: { ...filled, email } }, one)).status, 429)
    }))

  it.effect("ask what can be answered", () =>
    Effect.gen(function*() {
      const refused = (fields: ReadonlyArray<object>) => Effect.map(faults("POST", "/forms", { name: "No", fields }), (all) => all.length)
      for (const fields of [
        [], [{ name: "Name", label: "A", type: "text" }], [{ name: "website", label: "A", type: "text" }], [{ name: "a", label: "A", type: "choice" }],
        [{ name: "a", label: "A", type: "text", options: ["x"] }], [{ name: "a", label: "A", type: "email" }, { name: "b", label: "B", type: "email" }],
        [{ name: "a", label: "A", type: "text" }, { name: "a", label: "B", type: "text" }], [{ name: "a", label: "A", type: "file" }]
      ]) assert.isAbove(yield* refused(fields), 0, JSON.stringify(fields))
    }))

  it.effect("work on a page without scripts, with errors beside the fields and a page that says thank you", () =>
    Effect.gen(function*() {
      const { id } = yield* form({ after: "We answer within a day." })
      yield* done("PATCH", "/settings", { published: true })
      const page = yield* published({ title: "Write to us", slug: "write", blocks: [{ type: "form", form_id: id, label: "Send it" }] })
      const base = `/s/${yield* slugOf()}`
      const one = yield* shopper()
      const shown = yield* one.visit(`${base}${page.path}`)
      const fields = fieldsOf(shown, "E-mail")
      yield* Effect.sleep("2100 millis")
      const wrong = yield* one.post(`${base}/forms/${id}`, { ...fields, ...filled, email: "nobody", message: "4242 4242 4242 4242" })
      assert.deepStrictEqual([wrong.status, heading(wrong)], [422, "Write to us"])
      for (const part of ["This is not an e-mail address", "Write no number of a card"]) assert.include(words(wrong), part)
      assert.notInclude(wrong.text, "4242 4242")
      const good = { ...fields, ...filled, email: "ana@forms.example" }
      const sent = yield* Effect.all([1, 2, 3].map(() => one.post(`${base}/forms/${id}`, good)), { concurrency: 3 })
      assert.deepStrictEqual(sent.map(({ location, status }) => [status, location]), sent.map(() => [303, `${base}/forms/${id}?sent`]))
      assert.lengthOf(yield* answersOf(id), 1, "sent thrice, it is one answer")
      assert.include(words(yield* one.visit(sent[0]!.location!)), "We answer within a day.")
      assert.include(words(yield* one.visit(`${base}/forms/${id}`)), "Your name")
      assert.strictEqual((yield* one.visit(`${base}/forms/999999`)).status, 404)
      const trapped = yield* one.post(`${base}/forms/${id}`, { ...good, website: "x" })
      assert.include(words(trapped), "A field that people do not see was filled in")
    }))

  it.effect("are part of what is held of a person, and go with it", () =>
    Effect.gen(function*() {
      const { id } = yield* form()
      const email = "erased@forms.example"
      yield* submit(id, { answers: { ...filled, email, message: "Please forget me" } })
      const [answer] = yield* answersOf(id)
      const path = `/crm/contacts/${answer.contact_id}/personal-data`
      const exported = yield* send(path, { key: "acme" })
      assert.deepStrictEqual(exported.json.records.form_answer.map(({ id }: any) => id), [answer.id], exported.text)
      const erased = yield* send(path, { key: "acme", method: "DELETE" })
      assert.strictEqual(erased.status, 200, erased.text)
      assert.deepStrictEqual(yield* answersOf(id), [])
    }))
})
