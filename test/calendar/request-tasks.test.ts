import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, member } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { TestServer } from "../support/test-server.ts"
import { act, at, booked, service } from "./booking.ts"
import { make } from "./calling.ts"

layer(TestServer, { excludeTestServices: true })("a request that waits for the company", (it) => {
  it.effect("is a task of whom it is asked of, until it is answered", () =>
    Effect.gen(function*() {
      const user_id = yield* member("acme")
      const person = yield* make("/staff", { name: "Ada Lovelace", user_id })
      const { id: service_id } = yield* service({ name: "Fitting", staff_ids: [person.id], confirmation: "by_staff" })
      const tasks = Effect.map(read(`/crm/tasks?assignee_id=${user_id}&sort=id`, "acme"), ({ items }) => items as ReadonlyArray<any>)
      const visit = (hour: number, key: "acmeShop" | "acmeTestShop" = "acmeShop") => Effect.map(
        post("/cms/pages/public/book", { service_id, starts_at: at(hour), name: "Grace Hopper", email: "grace@requests.example" }, key),
        ({ json, status, text }) => {
          assert.strictEqual(status, 201, text)
          return json.id as number
        })

      const first = yield* visit(9)
      const [task] = yield* tasks
      assert.deepInclude(task, { title: "Confirm or decline: Fitting, Grace Hopper", status: "open", deal_id: null })
      assert.include(task.notes, "09:00 (UTC)")
      assert.isAtMost(Date.parse(task.due_at), Date.now() + 86_400_000)
      const { items: [contact] } = yield* read("/crm/contacts?search=grace@requests.example", "acme")
      assert.strictEqual(task.contact_id, contact.id)
      /* The version of an appointment is none of its task. */
      assert.strictEqual((yield* act(first, "reschedule", { starts_at: at(10) })).status, 200)
      assert.strictEqual((yield* act(first, "confirm", {}, "acme", { "if-match": "\"2\"" })).status, 200)
      assert.deepStrictEqual((yield* tasks).map(({ status }) => status), ["completed"])
      assert.deepStrictEqual((yield* eventsOf("acme", "task", task.id)).map(({ kind }) => kind), ["task.created", "task.completed"])
      assert.strictEqual((yield* act(first, "cancel")).status, 200)

      const second = yield* visit(11)
      assert.strictEqual((yield* act(second, "decline", { reason: "Full" })).status, 200)
      const third = yield* visit(12)
      assert.strictEqual((yield* act(third, "cancel")).status, 200)
      assert.deepStrictEqual((yield* tasks).map(({ status }) => status), ["completed", "completed", "completed"])

      /* What is booked at once asks nothing, and neither does a test key, as both modes share the tasks. */
      yield* booked({ service_id, starts_at: at(13) })
      yield* visit(14, "acmeTestShop")
      assert.lengthOf(yield* tasks, 3)
      const fourth = yield* visit(15)
      assert.deepStrictEqual((yield* tasks).map(({ status }) => status), ["completed", "completed", "completed", "open"])
      const { id } = (yield* tasks)[3]!
      assert.strictEqual((yield* post(`/crm/tasks/${id}/complete`, {}, "acme")).status, 200)
      assert.strictEqual((yield* act(fourth, "confirm")).status, 200)
    }))
})
