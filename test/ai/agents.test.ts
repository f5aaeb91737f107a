import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send, TestServerWith } from "../support/test-server.ts"

const agent = { name: "front_desk", instructions: "Help at the front desk.", verbs: ["search_kb", "list_contacts"] }

const make = (body: object, key: Key = "acme") => send("/chat/agents", { key, method: "POST", ...json(body) })

layer(TestServerWith(), { excludeTestServices: true })("agents", (it) => {
  it.effect("are made, listed and changed, with limits where none are said", () =>
    Effect.gen(function*() {
      const { json: made, status, text } = yield* make(agent)
      assert.strictEqual(status, 201, text)
      assert.deepInclude(made, { ...agent, confirms: "after_reading", model: null, daily_tokens: null, most_steps: 12, status: "active", version: 1 })
      const again = yield* make(agent)
      assert.strictEqual(again.status, 409)
      const changed = yield* send(`/chat/agents/${made.id}`, { key: "acme", method: "PATCH", ...json({ status: "paused", model: { provider: "openai", model: "m" } }) })
      assert.deepInclude(changed.json, { status: "paused", model: { provider: "openai", model: "m" }, version: 2 })
      const { json: paused } = yield* send("/chat/agents?status=paused", { key: "acmeTest" })
      assert.deepStrictEqual(paused.items.map(({ id }: { id: number }) => id), [made.id])
      assert.strictEqual((yield* send("/chat/agents", { key: "bolt" })).json.total, 0)
      assert.strictEqual((yield* make(agent, "starter")).status, 403)
    }))

  it.effect("call no verb that there is not, that takes a person or a file, or that changes agents", () =>
    Effect.gen(function*() {
      for (const verb of ["make_coffee", "approve_consent", "create_api_key", "import_contacts", "export_contacts", "chat_with_agent", "update_agent", "sign_up", "send_chat_message"]) {
        const { json, status } = yield* make({ ...agent, name: `a_${verb}`, verbs: ["list_contacts", verb] })
        assert.strictEqual(status, 422, verb)
        assert.deepInclude(json.details[0], { field: "verbs[1]", received: verb })
      }
      assert.strictEqual((yield* make({ ...agent, name: "chat" })).status, 422)
    }))
})
