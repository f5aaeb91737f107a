import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { task as tasks } from "#schemas/crm/task"
import { as, TestServer, type Key, send } from "../support/test-server.ts"
import { deletedContact, call, eventsOf, member, receiptsOf, someone, walked } from "./records.ts"

const task = (key: Key, given: Partial<typeof tasks.create.Type> = {}) =>
  Effect.flatMap(as(key), ({ crm }) => crm.create_task({ payload: tasks.create.make({ title: "Send", ...given }), headers: {} }))

const kinds = (id: number) => Effect.map(eventsOf("acme", "task", id), (events) => events.map(({ kind }) => kind))

layer(TestServer, { excludeTestServices: true })("tasks", (it) => {
  it.effect("are made and changed", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const [{ id: contact_id }, assignee_id] = [yield* someone("acme"), yield* member("acme")]
      const { json: { id: deal_id } } = yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, contact_id })
      const made = yield* task("acme", { notes: "N", due_at: "2026-11-21T09:30:00.000Z", assignee_id, deal_id })
      assert.deepInclude(made, {
        title: "Send", notes: "N", status: "open", due_at: "2026-11-21T09:30:00.000Z", assignee_id, contact_id, deal_id, completed_at: null, version: 1
      })
      const payload = { title: "Sent", notes: null, due_at: null, assignee_id: null, contact_id: null, deal_id: null }
      const changed = yield* crm.update_task({ params: { id: made.id }, payload, headers: { "if-match": "\"1\"" } })
      assert.deepInclude(changed, { ...payload, status: "open", version: 2 })
      const late = yield* Effect.flip(crm.update_task({ params: { id: made.id }, payload, headers: { "if-match": "\"1\"" } }))
      assert.strictEqual(late._tag, "PreconditionFailed")
      assert.deepInclude(yield* crm.update_task({ params: { id: made.id }, payload: {}, headers: {} }), { version: 2 })
      assert.deepStrictEqual(yield* kinds(made.id), ["task.created"])
      assert.deepStrictEqual((yield* receiptsOf("acme", "task", made.id)).map(({ verb }) => verb), ["create_task", "update_task"])
    }))

  it.effect("are read one by one, with the version as ETag", () =>
    Effect.gen(function*() {
      const made = yield* task("acme", { notes: "N" })
      const { headers, json, status } = yield* call("acme", "GET", `/crm/tasks/${made.id}`)
      assert.deepStrictEqual([status, json, headers.get("etag")], [200, made, "\"1\""])
      assert.strictEqual((yield* call("bolt", "GET", `/crm/tasks/${made.id}`)).status, 404)
      assert.strictEqual((yield* call("scopeless", "GET", `/crm/tasks/${made.id}`)).status, 403)
    }))

  it.effect("are deleted with a person's consent", () =>
    Effect.gen(function*() {
      const { id } = yield* task("acme", { due_at: "2099-01-01T00:00:00.000Z" })
      const path = `/crm/tasks/${id}`
      const refused = yield* call("cautious", "DELETE", path)
      assert.deepStrictEqual([refused.status, refused.json.code], [428, "confirmation_required"])
      assert.strictEqual((yield* call("acme", "GET", path)).status, 200)

      const consent = `/agent/consents/${refused.json.consent.id}`
      const { json: { confirmation }, text } = yield* call("acme", "POST", `${consent}/approve`)
      assert.isString(confirmation, text)
      const confirmed = { "x-service-confirmation": confirmation }
      assert.deepInclude((yield* call("cautious", "DELETE", path, undefined, confirmed)).json, { id, version: 2 })
      for (const [method, body] of [["GET", undefined], ["PATCH", {}], ["DELETE", undefined]] as const) {
        assert.strictEqual((yield* call("acme", method, path, body)).status, 404)
      }
      assert.deepStrictEqual(yield* kinds(id), ["task.created"])
      assert.deepStrictEqual((yield* receiptsOf("acme", "task", id)).map(({ verb }) => verb), ["create_task", "delete_task"])
      const { json: { items: [{ id: run }] } } = yield* send("/workflows/runs?workflow=crm.task_due&sort=-id&limit=1", { key: "acme" })
      yield* send(`/workflows/runs/${run}`, { key: "acme" }).pipe(
        Effect.repeat({ until: ({ json }) => json.payload.task_id === id && json.status === "canceled", schedule: Schedule.spaced("50 millis") }),
        Effect.timeout("90 seconds")
      )
    }))

  it.effect("are completed once, and opened again", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* task("acme")
      const done = yield* crm.complete_task({ params: { id }, headers: {} })
      assert.deepInclude(done, { status: "completed", version: 2 })
      assert.isNotNull(done.completed_at)
      assert.deepStrictEqual(yield* crm.complete_task({ params: { id }, headers: {} }), done)
      assert.deepStrictEqual(yield* kinds(id), ["task.created", "task.completed"])
      const open = yield* crm.update_task({ params: { id }, payload: { status: "open" }, headers: {} })
      assert.deepInclude(open, { status: "open", completed_at: null, version: 3 })
      assert.deepInclude(yield* crm.update_task({ params: { id }, payload: { status: "completed", title: "Done" }, headers: {} }), { status: "completed", title: "Done" })
      assert.deepStrictEqual(yield* kinds(id), ["task.created", "task.completed", "task.completed"])
      const late = yield* Effect.flip(crm.complete_task({ params: { id }, headers: { "if-match": "\"1\"" } }))
      assert.strictEqual(late._tag, "PreconditionFailed")

      const other = yield* task("acme")
      const sent = yield* Effect.all(Array.from({ length: 6 }, () => call("acme", "POST", `/crm/tasks/${other.id}/complete`)), { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(sent.map(({ json, status }) => `${status} ${json.version}`)), new Set(["200 2"]))
      assert.deepStrictEqual(yield* kinds(other.id), ["task.created", "task.completed"])
    }))

  it.effect("name only what exists here, outside the bin", () =>
    Effect.gen(function*() {
      const { id } = yield* task("acme")
      const { json: { id: deal_id } } = yield* call("bolt", "POST", "/crm/deals", { title: "D", amount: 1 })
      const theirs = { contact_id: (yield* someone("bolt")).id, deal_id, assignee_id: yield* member("bolt") }
      for (const sent of [
        yield* call("acme", "POST", "/crm/tasks", { title: "T", ...theirs }),
        yield* call("acme", "PATCH", `/crm/tasks/${id}`, theirs)
      ]) {
        assert.strictEqual(sent.status, 422, sent.text)
        assert.sameDeepMembers(sent.json.details, [
          { field: "contact_id", error: "there is no such contact", received: theirs.contact_id },
          { field: "deal_id", error: "there is no such deal", received: theirs.deal_id },
          { field: "assignee_id", error: "there is no such user", received: theirs.assignee_id }
        ])
      }
      assert.strictEqual((yield* call("acme", "PATCH", `/crm/tasks/${id}`, { contact_id: yield* deletedContact("acme") })).status, 422)
      for (const [body, field] of [[{ title: " " }, "title"], [{ due_at: "soon" }, "due_at"], [{ notes: "x".repeat(10_001) }, "notes"]] as const) {
        const sent = yield* call("acme", "POST", "/crm/tasks", { title: "T", ...body })
        assert.deepStrictEqual([sent.status, sent.json.details?.[0].field], [422, field])
      }
      assert.strictEqual((yield* call("acme", "PATCH", `/crm/tasks/${id}`, { status: "done" })).status, 422)
      assert.strictEqual((yield* call("acme", "POST", "/crm/tasks", {})).status, 400)
    }))

  it.effect("of another company do not exist", () =>
    Effect.gen(function*() {
      const { id } = yield* task("acme")
      for (const which of [id, 9_999_999]) {
        assert.strictEqual((yield* call("bolt", "PATCH", `/crm/tasks/${which}`, { title: "x" })).status, 404)
        assert.strictEqual((yield* call("bolt", "POST", `/crm/tasks/${which}/complete`)).status, 404)
      }
      assert.strictEqual((yield* send("/crm/tasks", { key: "starter" })).json.total, 0)
    }))

  it.effect("are filtered, sorted and paged; without a due time they come last", () =>
    Effect.gen(function*() {
      const assignee_id = yield* member("bolt")
      const { id: contact_id } = yield* someone("bolt")
      yield* task("bolt", { title: "1", due_at: "2026-03-01T00:00:00.000Z", contact_id })
      const { id } = yield* task("bolt", { title: "2", due_at: "2026-01-01T00:00:00.000Z", assignee_id })
      yield* task("bolt", { title: "3" })
      yield* task("bolt", { title: "4", due_at: "2026-02-01T00:00:00.000Z", assignee_id })
      yield* call("bolt", "POST", `/crm/tasks/${id}/complete`)
      const titles = (query: string) => Effect.map(send(`/crm/tasks?${query}`, { key: "bolt" }), ({ json }) => [json.total, json.items.map(({ title }: any) => title).join("")])
      for (const [query, total, expected] of [
        ["", 4, "1234"], ["status=open", 3, "134"], ["status=completed", 1, "2"], [`assignee_id=${assignee_id}`, 2, "24"], [`contact_id=${contact_id}`, 1, "1"],
        ["due_before=2026-02-01T00:00:00Z", 1, "2"], ["due_before=2026-03-01T00:00:01%2B00:00&sort=-due_at", 3, "142"],
        ["sort=due_at", 4, "2413"], ["sort=-due_at", 4, "3142"], ["sort=-id&limit=2", 4, "43"], ["status=open&due_before=9999-12-31T00:00:00Z", 2, "14"]
      ] as const) assert.deepStrictEqual(yield* titles(query), [total, expected], query)
      for (const sort of ["id", "due_at", "created_at"]) {
        for (const path of [`/crm/tasks?sort=${sort}`, `/crm/tasks?sort=-${sort}`, `/crm/tasks?status=open&sort=${sort}`]) {
          const { json } = yield* send(path, { key: "bolt" })
          assert.deepStrictEqual(yield* walked("bolt", path, 1), json.items, path)
        }
      }
    }))
})
