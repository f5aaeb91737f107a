import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "../../support/test-server.ts"
import { post, read, somePhone, TextingServer } from "./texting.ts"

layer(TextingServer, { excludeTestServices: true })("consent to texts", (it) => {
  it.effect("is kept with its words, where and when, and stays as proof when it is taken back", () =>
    Effect.gen(function*() {
      const phone = somePhone()
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Grace", phone })
      const given = { contact_id, purposes: ["reminders"], source: "web_form", text: "Yes, remind me by text.", given_at: "2026-01-02T03:04:05Z" }
      const made = yield* post("/sms/consents", given)
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, { phone, purposes: ["reminders"], given_at: "2026-01-02T03:04:05.000Z", revoked_at: null, livemode: true })
      assert.strictEqual((yield* post("/sms/consents", { ...given, given_at: "2999-01-01T00:00:00Z" })).status, 422)
      const { json: { id: silent } } = yield* post("/crm/contacts", { first_name: "Silent" })
      assert.strictEqual((yield* post("/sms/consents", { ...given, contact_id: silent })).json.details[0].field, "phone")
      const revoke = () => send(`/sms/consents/${made.json.id}/revoke`, { key: "acme", method: "POST" })
      const taken = yield* revoke()
      assert.isNotNull(taken.json.revoked_at)
      assert.deepStrictEqual((yield* revoke()).json, taken.json)
      assert.strictEqual((yield* read(`/sms/consents?contact_id=${contact_id}`)).total, 1)
      assert.strictEqual((yield* read("/sms/consents", "acmeTest")).total, 0)
    }))
})
