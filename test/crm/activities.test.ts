import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { activity } from "#schemas/crm/activity"
import { as, TestServer, send } from "../support/test-server.ts"
import { deletedContact, call, member, receiptsOf, someone, walked } from "./records.ts"

const first = { limit: 50, offset: 0, sort: "-occurred_at" } as const

layer(TestServer, { excludeTestServices: true })("activities", (it) => {
  it.effect("are logged with a contact, about a deal, by a member", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const [{ id: contact_id }, owner_id] = [yield* someone("acme"), yield* member("acme")]
      const { json: { id: deal_id } } = yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1 })
      const given = { kind: "call", subject: "Asked", body: "Long", contact_id, deal_id, owner_id, duration_minutes: 0 } as const
      const made = yield* crm.log_activity({ payload: activity.create.make({ ...given, occurred_at: "2026-01-02T03:04:05.006Z" }), headers: {} })
      assert.deepInclude(made, { ...given, occurred_at: "2026-01-02T03:04:05.006Z" })
      const [receipt] = yield* receiptsOf("acme", "activity", made.id)
      assert.deepInclude(receipt!, { verb: "log_activity", before: null })
      const { json } = yield* call("acme", "POST", "/crm/activities", { kind: "note", subject: "Bare" })
      assert.deepInclude(json, { body: null, contact_id: null, deal_id: null, owner_id: null, duration_minutes: null })
      assert.isBelow(Math.abs(Date.parse(json.occurred_at) - Date.now()), 60_000)
      assert.strictEqual((yield* crm.list_activities({ query: first })).items[0]!.id, json.id)
    }))

  it.effect("about a deal are with its contact, unless another is named", () =>
    Effect.gen(function*() {
      const [{ id: buyer }, { id: other }] = [yield* someone("acme"), yield* someone("acme")]
      const { json: { id: deal_id } } = yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, contact_id: buyer })
      const log = (body: object) => Effect.map(call("acme", "POST", "/crm/activities", { kind: "email", subject: "S", deal_id, ...body }), ({ json }) => json.contact_id)
      assert.deepStrictEqual([yield* log({}), yield* log({ contact_id: null }), yield* log({ contact_id: other })], [buyer, buyer, other])
    }))

  it.effect("refuse unknown kinds, hours and references", () =>
    Effect.gen(function*() {
      const theirs = (yield* someone("bolt")).id
      const { json: { id: deal_id } } = yield* call("bolt", "POST", "/crm/deals", { title: "D", amount: 1 })
      for (const [body, fields] of [
        [{ kind: "fax" }, ["kind"]], [{ subject: " " }, ["subject"]], [{ body: "x".repeat(20_001) }, ["body"]], [{ duration_minutes: 1_441 }, ["duration_minutes"]],
        [{ duration_minutes: -1 }, ["duration_minutes"]], [{ occurred_at: "yesterday" }, ["occurred_at"]], [{ occurred_at: "2026-01-01T10:00:00" }, ["occurred_at"]],
        [{ contact_id: theirs, deal_id, owner_id: 9_999_999 }, ["contact_id", "deal_id", "owner_id"]], [{ contact_id: yield* deletedContact("acme") }, ["contact_id"]]
      ] as const) {
        const sent = yield* call("acme", "POST", "/crm/activities", { kind: "note", subject: "S", ...body })
        assert.strictEqual(sent.status, 422, sent.text)
        assert.deepStrictEqual(sent.json.details.map(({ field }: any) => field), fields)
      }
      const missing = yield* call("acme", "POST", "/crm/activities", {})
      assert.deepStrictEqual([missing.status, missing.json.details.map(({ field }: any) => field)], [400, ["kind", "subject"]])
    }))

  it.effect("are listed newest first, by contact, deal and kind, in pages", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("bolt")
      const { json: { id: deal_id } } = yield* call("bolt", "POST", "/crm/deals", { title: "D", amount: 1 })
      for (const [subject, body] of [
        ["1", { occurred_at: "2026-01-03T00:00:00Z", contact_id }], ["2", { occurred_at: "2026-01-01T00:00:00+02:00", deal_id }],
        ["3", { occurred_at: "2026-01-02T00:00:00Z", contact_id, deal_id, kind: "call" }], ["4", { occurred_at: "2026-01-02T00:00:00Z" }]
      ] as const) yield* call("bolt", "POST", "/crm/activities", { kind: "note", subject, ...body })
      const subjects = (query: string) => Effect.map(send(`/crm/activities?${query}`, { key: "bolt" }), ({ json }) => [json.total, json.items.map(({ subject }: any) => subject).join("")])
      assert.deepStrictEqual(yield* subjects(""), [4, "1432"])
      assert.deepStrictEqual(yield* subjects("sort=occurred_at"), [4, "2341"])
      assert.deepStrictEqual(yield* subjects("sort=id&limit=2&offset=1"), [4, "23"])
      assert.deepStrictEqual(yield* subjects(`contact_id=${contact_id}`), [2, "13"])
      assert.deepStrictEqual(yield* subjects(`deal_id=${deal_id}`), [2, "32"])
      assert.deepStrictEqual(yield* subjects(`kind=call&contact_id=${contact_id}`), [1, "3"])
      for (const sort of ["id", "-id", "occurred_at", "-occurred_at"]) {
        const { json } = yield* send(`/crm/activities?sort=${sort}`, { key: "bolt" })
        assert.deepStrictEqual(yield* walked("bolt", `/crm/activities?sort=${sort}`, 1), json.items)
      }
      assert.strictEqual((yield* send("/crm/activities", { key: "starter" })).json.total, 0)
      assert.strictEqual((yield* send(`/crm/activities?contact_id=${contact_id}`, { key: "acme" })).json.total, 0)
    }))
})
