import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { Rescore } from "#workflows/crm/rescore"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, type Key, send } from "../support/test-server.ts"
import { call, eventsOf, receiptsOf, someone, walked } from "./records.ts"

const all = (...of: ReadonlyArray<unknown>) => ({ match: "all", of })
const vip = { label: "VIP", points: 50, when: all({ type: "tag", value: "vip" }) }
const buyer = { label: "Bought", points: 25, when: all({ type: "deals", status: "won", op: "gte", value: 1 }) }
const quiet = { label: "Quiet", points: -10, when: all({ type: "activities", op: "eq", value: 0 }) }

const set = (key: Key, ...rules: ReadonlyArray<unknown>) => call(key, "PUT", "/crm/scoring/rules", { rules })
const score = (key: Key, id: number) => Effect.map(send(`/crm/contacts/${id}/score`, { key }), ({ json }) => json)
const stored = (key: Key, id: number) => Effect.map(send(`/crm/contacts/${id}`, { key }), ({ json }) => json.score as number)

/** Waits until the stored score is this. */
const becomes = (key: Key, id: number, wanted: number) =>
  stored(key, id).pipe(
    Effect.delay("50 millis"),
    Effect.repeat({ until: (score) => score === wanted }),
    Effect.timeout("60 seconds"),
    Effect.orDie
  )

const finished = (key: Key, run: number) =>
  Effect.map(send(`/workflows/runs/${run}`, { key }), ({ json }) => json).pipe(
    Effect.delay("50 millis"),
    Effect.repeat({ until: ({ finished_at }: any) => finished_at !== null }),
    Effect.timeout("60 seconds"),
    Effect.orDie
  )

layer(TestServer, { excludeTestServices: true })("scoring", (it) => {
  it.effect("gives nothing where there are no rules", () =>
    Effect.gen(function*() {
      const { id } = yield* someone("starter")
      assert.deepInclude(yield* score("starter", id), { contact_id: id, score: 0, reasons: [], rules_version: 0 })
      assert.strictEqual((yield* set("starter", vip)).status, 403)
      assert.strictEqual((yield* send("/crm/contacts/999999/score", { key: "starter" })).status, 404)
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select 1 from score_queue where company_id = 3`, [])
    }))

  it.effect("says which rules gave each point, and all scores follow the rules", () =>
    Effect.gen(function*() {
      const { json: { id } } = yield* call("acme", "POST", "/crm/contacts", { first_name: "V", tags: ["vip"] })
      const other = (yield* someone("acme")).id
      const made = yield* set("acme", vip, buyer, quiet)
      assert.strictEqual(made.status, 200, made.text)
      const { rules, rules_version, run_id } = made.json
      assert.strictEqual(rules_version, 1)
      assert.deepStrictEqual(rules.map(({ id, ...rule }: any) => rule), [vip, buyer, quiet])
      assert.deepInclude(yield* score("acme", id), {
        score: 40,
        reasons: [{ rule_id: rules[0].id, label: "VIP", points: 50 }, { rule_id: rules[2].id, label: "Quiet", points: -10 }],
        rules_version: 1
      })
      const run = yield* finished("acme", run_id)
      assert.deepInclude(run, { status: "completed", workflow: "crm.rescore" })
      assert.deepStrictEqual(run.result, { scored: 2, superseded: false })
      assert.deepStrictEqual([yield* stored("acme", id), yield* stored("acme", other)], [40, -10])
      assert.deepStrictEqual((yield* send("/crm/contacts?sort=-score", { key: "acme" })).json.items.map(({ id }: any) => id), [id, other])
      assert.lengthOf(yield* walked("acme", "/crm/contacts?sort=score", 1), 2)

      const again = yield* set("acme", vip, buyer, quiet)
      assert.deepStrictEqual(again.json, { rules_version: 1, rules, run_id: null })
      const listed = yield* send("/crm/scoring/rules", { key: "acme" })
      assert.deepStrictEqual([listed.json.total, listed.json.items], [3, rules])
      assert.deepStrictEqual((yield* receiptsOf("acme", "scoring_rules", 1)).map(({ verb }) => verb), ["set_scoring_rules"])
      assert.strictEqual((yield* send("/crm/scoring/rules", { key: "bolt" })).json.total, 0)
    }))

  it.effect("follows what happens to a contact, and is no change of it", () =>
    Effect.gen(function*() {
      yield* set("bolt", vip, buyer, quiet)
      const { id } = yield* someone("bolt")
      yield* becomes("bolt", id, -10)
      yield* call("bolt", "PUT", `/crm/contacts/${id}/tags`, { tags: ["vip"] })
      yield* becomes("bolt", id, 40)
      yield* call("bolt", "POST", "/crm/activities", { kind: "call", subject: "S", contact_id: id })
      yield* becomes("bolt", id, 50)
      const { json: { id: deal } } = yield* call("bolt", "POST", "/crm/deals", { title: "D", amount: 1, contact_id: id, stage: "won" })
      yield* becomes("bolt", id, 75)
      const other = (yield* someone("bolt")).id
      yield* call("bolt", "PATCH", `/crm/deals/${deal}`, { contact_id: other })
      yield* becomes("bolt", id, 50)
      yield* becomes("bolt", other, 15)
      yield* call("bolt", "DELETE", `/crm/deals/${deal}`)
      yield* becomes("bolt", other, -10)
      const { json } = yield* send(`/crm/contacts/${id}`, { key: "bolt" })
      assert.strictEqual(json.version, 2)
      assert.deepStrictEqual((yield* eventsOf("bolt", "contact", id)).map(({ kind }) => kind), ["contact.created", "contact.updated"])

      yield* call("bolt", "DELETE", `/crm/contacts/${other}`)
      const sql = yield* OwnerSql
      yield* sql`delete from contacts where company_id = 2 and id = ${other}`
      yield* set("bolt")
      yield* becomes("bolt", id, 0)
      yield* sql`select 1 from score_queue where company_id = 2`.pipe(
        Effect.delay("50 millis"), Effect.repeat({ until: (rows) => rows.length === 0 }), Effect.timeout("60 seconds"), Effect.orDie
      )
    }))

  it.effect("is usable in a segment, but not in a rule", () =>
    Effect.gen(function*() {
      const sent = yield* set("acme", vip, { ...quiet, when: all({ match: "any", of: [{ type: "score", op: "gt", value: 1 }] }) })
      assert.deepStrictEqual([sent.status, sent.json.details.map(({ field }: any) => field)], [422, ["rules[1].when.of[0].of[0].type"]])
      const wrong = yield* set("acme", { ...vip, when: all({ type: "custom", key: "none", op: "empty" }) })
      assert.deepStrictEqual([wrong.status, wrong.json.details.map(({ field }: any) => field)], [422, ["rules[0].when.of[0].key"]])
      for (const [rule, field] of [
        [{ ...vip, points: 1_001 }, "rules[0].points"], [{ ...vip, points: 1.5 }, "rules[0].points"], [{ ...vip, label: "" }, "rules[0].label"]
      ] as const) {
        const no = yield* set("acme", rule)
        assert.deepStrictEqual([no.status, no.json.details[0].field], [422, field])
      }
      assert.strictEqual((yield* set("acme", ...Array.from({ length: 51 }, () => vip))).status, 422)
      const { json } = yield* call("acme", "POST", "/crm/segments", { name: "Good", filter: all({ type: "score", op: "gte", value: 40 }) })
      assert.strictEqual((yield* send(`/crm/segments/${json.id}/contacts`, { key: "acme" })).json.total, 1)
    }))

  it.effect("is worked out for twenty thousand contacts, a batch at a time", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into contacts (company_id, first_name, last_name, tags)
        select 1, 'F' || n, 'L', case when n % 2 = 0 then array['even'] else '{}' end from generate_series(1, 20000) n`
      const { json } = yield* set("acme", { ...vip, points: 7, when: all({ type: "tag", value: "even" }) })
      const run = yield* finished("acme", json.run_id)
      assert.deepInclude(run, { status: "completed" })
      const counts = yield* sql<{ score: number; n: number }>`
        select score, count(*) as n from contacts where company_id = 1 and last_name = 'L' group by score order by score`
      assert.deepStrictEqual(counts, [{ score: 0, n: 10_000 }, { score: 7, n: 10_000 }])
      assert.isAbove(run.steps.length, 9)
    }))

  it.effect("is worked out daily where time alone changes it, until other rules are set", () =>
    Effect.gen(function*() {
      const fresh = { label: "New", points: 5, when: all({ type: "age", field: "created_at", op: "within", days: 7 }) }
      const { json } = yield* set("acme", fresh)
      yield* finished("acme", json.run_id)
      const runs = yield* send("/workflows/runs?workflow=crm.rescore&status=waiting", { key: "acme" }).pipe(
        Effect.delay("50 millis"), Effect.repeat({ until: ({ json }) => json.total === 1 }), Effect.timeout("60 seconds"), Effect.orDie
      )
      const [{ id, wake_at }] = runs.json.items
      assert.isAbove(Date.parse(wake_at), Date.now() + 23 * 3_600_000)
      const next = yield* set("acme", vip)
      yield* finished("acme", next.json.run_id)
      assert.strictEqual((yield* finished("acme", id)).status, "canceled")
    }))

  it.effect("comes due at its time", () =>
    Effect.gen(function*() {
      const { json } = yield* set("acme", { label: "New", points: 5, when: all({ type: "age", field: "created_at", op: "within", days: 7 }) })
      yield* finished("acme", json.run_id)
      const { id } = yield* someone("acme")
      yield* becomes("acme", id, 5)
      const sql = yield* OwnerSql
      yield* sql`update contacts set created_at = now() - interval '8 days' where company_id = 1 and id = ${id}`
      const tenancy = yield* Tenancy
      yield* tenancy.transaction(Rescore.start({ rules_version: json.rules_version, after: new Date(Date.now() + 1_500).toISOString() })).pipe(
        Effect.provideService(Caller, {
          company_id: companyIds.acme as CompanyId, key_id: 1 as KeyId, credential: "key", mode: "live", tier: "enterprise", scopes: new Set<string>(), standing: new Map()
        })
      )
      assert.strictEqual(yield* stored("acme", id), 5)
      yield* becomes("acme", id, 0)
    }))

  it.effect("follows what a contact orders and pays, by card or in cash, and gives up again; not what test keys do", () =>
    Effect.gen(function*() {
      const spent = { label: "Spent", points: 30, when: all({ type: "revenue", op: "gte", value: 2_000 }) }
      const ordered = { label: "Ordered", points: 7, when: all({ type: "orders", payment_state: "unpaid", op: "gte", value: 1 }) }
      assert.strictEqual((yield* set("acme", spent, ordered)).status, 200)
      const { id: contact_id } = yield* someone("acme")
      const lines = [{ description: "Manual", unit_amount: 2_000, quantity: 1 }]
      const tested = yield* call("acmeTest", "POST", "/gateway/payments", { contact_id, amount: 9_000, payment_method: "pm_card_visa" })
      assert.strictEqual(tested.json.state, "succeeded", tested.text)
      const { json: order } = yield* call("acme", "POST", "/orders/", { contact_id, amount: 100 })
      yield* becomes("acme", contact_id, 7)
      yield* call("acme", "POST", `/orders/${order.id}/cancel`, {})
      yield* becomes("acme", contact_id, 0)
      const { json: invoice } = yield* call("acme", "POST", "/gateway/invoices", { contact_id, lines })
      yield* call("acme", "POST", `/gateway/invoices/${invoice.id}/finalize`, {})
      const paid = yield* call("acme", "POST", `/gateway/invoices/${invoice.id}/payments`, { method: "cash" })
      assert.strictEqual(paid.json.state, "paid", paid.text)
      yield* becomes("acme", contact_id, 30)
      yield* set("acme")
    }))
})
