import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { send, TestServer } from "../support/test-server.ts"
import { at, booked, withOne } from "./booking.ts"
import { call, fault } from "./calling.ts"

const custom = (key: string, type: string, more: object = {}) =>
  Effect.map(post("/crm/fields", { key, label: key, type, ...more }, "acme"), ({ status, text }) => assert.strictEqual(status, 201, text))

const [company, size, shop] = ["For whom do you work?", "How many are you?", "Which shop?"] as const
const questions = [
  { label: company, required: false, contact_field: "company_name" },
  { label: size, required: true, contact_field: "custom.team_size" },
  { label: shop, required: false, contact_field: "custom.shop" },
  { label: "Anything else?", required: false }
]

layer(TestServer, { excludeTestServices: true })("answers to a service's questions", (it) => {
  it.effect("fill empty fields of the contact, and change none", () =>
    Effect.gen(function*() {
      yield* custom("team_size", "number")
      yield* custom("shop", "select", { options: ["North", "South"] })
      const { service_id } = yield* withOne({ questions })
      const made = yield* booked({
        service_id, starts_at: at(9), contact: { name: "Grace Hopper", email: "grace@answers.example" },
        answers: [{ label: company, answer: " United States Navy " }, { label: size, answer: "12" }, { label: shop, answer: "East" }]
      })
      assert.lengthOf(made.answers, 3)
      const contactOf = (id: number) => read(`/crm/contacts/${id}`, "acme")
      const filled = yield* contactOf(made.contact_id)
      assert.deepInclude(filled, { company_name: "United States Navy", custom_fields: { team_size: 12 } }, "there is no shop in the east")
      assert.deepStrictEqual((yield* eventsOf("acme", "contact", made.contact_id)).map(({ kind }) => kind), ["contact.created", "contact.updated"])

      /* A visitor who says that they are somebody who is known. */
      const asked = yield* send("/cms/pages/public/booking?limit=200", { key: "acmeShop" })
      const shown = asked.json.items.find(({ id }: { readonly id: number }) => id === service_id)
      assert.deepStrictEqual(shown.questions, questions.map(({ label, required }) => ({ label, required })))
      const visit = yield* post("/cms/pages/public/book", {
        service_id, starts_at: at(10), name: "Grace Hopper", email: "grace@answers.example",
        answers: [{ label: company, answer: "Elsewhere" }, { label: size, answer: "99" }, { label: shop, answer: "South" }]
      }, "acmeShop")
      assert.strictEqual(visit.status, 201, visit.text)
      const later = yield* contactOf(made.contact_id)
      assert.deepInclude(later, { company_name: "United States Navy", custom_fields: { team_size: 12, shop: "South" } })
    }))

  it.effect("fill what there is, each by one question", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      const refused = (...asked: ReadonlyArray<object>) => Effect.map(call("PATCH", `/services/${service_id}`, { questions: asked }), fault)
      const one = { label: "One", required: false }
      assert.deepStrictEqual(yield* refused(one, { ...one, label: "Two", contact_field: "custom.nothing" }), [
        "questions[1].contact_field", "contacts have no such field: `create_custom_field` adds one"
      ])
      assert.strictEqual((yield* refused({ ...one, contact_field: "email" }))[0], "questions[0].contact_field")
      const filling = { ...one, contact_field: "company_name" }
      assert.deepStrictEqual(yield* refused(filling, { ...filling, label: "Two" }), ["questions[1].contact_field", "another question fills this already"])
      assert.strictEqual((yield* call("PATCH", `/services/${service_id}`, { questions: [filling] })).status, 200)
    }))
})
