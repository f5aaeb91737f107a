import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { as, TestServer, send } from "../support/test-server.ts"
import { deletedContact, call, member, someone, walked } from "./records.ts"

layer(TestServer, { excludeTestServices: true })("the timeline of a contact", (it) => {
  it.effect("tells what happened, newest first, from every source", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const [{ id }, owner_id] = [yield* someone("acme"), yield* member("acme")]
      const other = yield* someone("acme")
      const post = (path: string, body: object) => Effect.map(call("acme", "POST", path, body), ({ json }) => json)
      const call_ = yield* post("/crm/activities", {
        kind: "call", subject: "Asked", body: "B", duration_minutes: 5, contact_id: id, owner_id, occurred_at: "2026-01-01T00:00:00Z"
      })
      const deal = yield* post("/crm/deals", { title: "Manuals", amount: 500, contact_id: id })
      yield* post(`/crm/deals/${deal.id}/stage`, { stage: "lost", reason: "dear" })
      const task = yield* post("/crm/tasks", { title: "Send", contact_id: id, due_at: "2026-05-06T07:08:09.010Z", assignee_id: owner_id })
      yield* post("/crm/tasks", { title: "Not done", contact_id: id })
      yield* post(`/crm/tasks/${task.id}/complete`, {})
      yield* post("/crm/activities", { kind: "note", subject: "Other", contact_id: other.id })
      const gone = yield* post("/crm/deals", { title: "Gone", amount: 1, contact_id: id })
      yield* crm.delete_deal({ params: { id: gone.id } })

      const { items, total } = yield* crm.get_contact_timeline({ params: { id }, query: { limit: 50, offset: 0 } })
      assert.strictEqual(total, 4)
      assert.deepStrictEqual(items.map(({ at, id, ...item }) => item), [
        {
          kind: "task_completed", title: "Send", object: "task", object_id: task.id,
          data: { notes: null, due_at: "2026-05-06T07:08:09.010Z", deal_id: null, assignee_id: owner_id }
        },
        {
          kind: "deal_moved", title: "Manuals", object: "deal", object_id: deal.id,
          data: { from: "new", to: "lost", status: "lost", reason: "dear", amount: 500, currency: "USD" }
        },
        {
          kind: "deal_created", title: "Manuals", object: "deal", object_id: deal.id,
          data: { from: null, to: "new", status: "open", reason: null, amount: 500, currency: "USD" }
        },
        {
          kind: "call", title: "Asked", object: "activity", object_id: call_.id,
          data: { body: "B", deal_id: null, owner_id, duration_minutes: 5 }
        }
      ])
      assert.deepStrictEqual([items[3]!.id, items[3]!.at], [`activity_${call_.id}`, "2026-01-01T00:00:00.000Z"])
      assert.strictEqual(new Set(items.map(({ id }) => id)).size, 4)
    }))

  it.effect("is paged by offset and by cursor, also where everything happened at once", () =>
    Effect.gen(function*() {
      const { id } = yield* someone("acme")
      for (let n = 0; n < 12; n++) {
        yield* call("acme", "POST", "/crm/activities", { kind: "note", subject: `${n}`, contact_id: id, occurred_at: "2026-01-01T00:00:00Z" })
      }
      for (let n = 0; n < 3; n++) yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, contact_id: id })
      const path = `/crm/contacts/${id}/timeline`
      const all = (yield* send(`${path}?limit=200`, { key: "acme" })).json
      assert.deepInclude(all, { total: 15, limit: 200, offset: 0, has_more: false, next_cursor: null })
      assert.deepStrictEqual(yield* walked("acme", path, 4), all.items)
      assert.deepStrictEqual((yield* send(`${path}?limit=4&offset=8`, { key: "acme" })).json.items, all.items.slice(8, 12))
      for (const key of [["-at", "x", "activity_1"], ["-at", "2026-01-01 00:00:00+00", 1], ["at", "2026-01-01 00:00:00+00", "a"], ["-at", "2026-01-01 00:00:00+00", "\u0000"]]) {
        const cursor = Buffer.from(JSON.stringify(key)).toString("base64url")
        assert.strictEqual((yield* send(`${path}?cursor=${cursor}`, { key: "acme" })).status, 422)
      }
    }))

  it.effect("is empty where nothing happened, and not there where the contact is not", () =>
    Effect.gen(function*() {
      const { id } = yield* someone("acme")
      assert.deepInclude((yield* send(`/crm/contacts/${id}/timeline`, { key: "acme" })).json, { items: [], total: 0 })
      const gone = yield* deletedContact("acme")
      for (const [key, which] of [["bolt", id], ["acme", gone], ["acme", 9_999_999]] as const) {
        assert.strictEqual((yield* send(`/crm/contacts/${which}/timeline`, { key })).status, 404)
      }
    }))
})
