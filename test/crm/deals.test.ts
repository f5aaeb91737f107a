import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { deal as deals, DealId } from "#schemas/crm/deal"
import { NewOrganization } from "#schemas/crm/organization"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer, type Key, send } from "../support/test-server.ts"
import { deletedContact, call, eventsOf, member, receiptsOf, someone, walked } from "./records.ts"

const first = { limit: 50, offset: 0, sort: "id" } as const

const deal = (key: Key, given: Partial<typeof deals.create.Type> = {}) =>
  Effect.flatMap(as(key), ({ crm }) => crm.create_deal({ payload: deals.create.make({ title: "Manuals", amount: 125_000, ...given }), headers: {} }))

const kinds = (key: Key, id: number) => Effect.map(eventsOf(key, "deal", id), (events) => events.map(({ kind }) => kind))

layer(TestServer, { excludeTestServices: true })("deals", (it) => {
  it.effect("begin in the default pipeline's first stage, in the company's currency", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id: contact_id } = yield* someone("acme")
      const made = yield* deal("acme", { contact_id })
      assert.deepInclude(made, {
        title: "Manuals", stage: "new", status: "open", amount: 125_000, currency: "USD", contact_id, organization_id: null,
        owner_id: null, expected_close: null, lost_reason: null, closed_at: null, version: 1, deleted_at: null
      })
      const { history, ...found } = yield* crm.get_deal({ params: { id: made.id } })
      assert.deepStrictEqual(found, made)
      assert.deepStrictEqual(history.map(({ moved_at, ...move }) => move), [{ from: null, to: "new", status: "open", reason: null }])
      assert.deepStrictEqual(yield* kinds("acme", made.id), ["deal.created"])
      const [receipt] = yield* receiptsOf("acme", "deal", made.id)
      assert.deepInclude(receipt!, { verb: "create_deal", before: null })
      assert.deepInclude(receipt!.after, { id: made.id, amount: 125_000 })
    }))

  it.effect("take everything that describes them", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const [{ id: contact_id }, owner_id] = [yield* someone("acme"), yield* member("acme")]
      const { id: organization_id } = yield* crm.create_company({ payload: NewOrganization.make({ name: "Navy" }), headers: {} })
      const { json: { items: [{ id: pipeline_id }] } } = yield* send("/crm/pipelines", { key: "acme" })
      const given = { contact_id, organization_id, owner_id, pipeline_id, currency: "EUR", expected_close: "2026-12-31" }
      const made = yield* deal("acme", { ...given, stage: " Proposal " })
      assert.deepInclude(made, { ...given, stage: "proposal" })
      const changed = yield* crm.update_deal({
        params: { id: made.id },
        payload: { title: "Books", amount: 1, currency: "JPY", contact_id: null, organization_id: null, owner_id: null, expected_close: null, stage: "PROPOSAL" },
        headers: { "if-match": "\"1\"" }
      })
      assert.deepInclude(changed, {
        title: "Books", amount: 1, currency: "JPY", contact_id: null, organization_id: null, owner_id: null, expected_close: null, version: 2
      })
      const [, updated] = yield* eventsOf("acme", "deal", made.id)
      assert.deepInclude(updated!, { kind: "deal.updated" })
      assert.deepInclude(updated!.previous, { title: "Manuals", amount: 125_000, expected_close: "2026-12-31" })
      assert.deepInclude(yield* crm.update_deal({ params: { id: made.id }, payload: {}, headers: {} }), { version: 2 })
    }))

  it.effect("refuse a stage that the pipeline does not have, and say which it has", () =>
    Effect.gen(function*() {
      const made = yield* deal("acme")
      for (const sent of [
        yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, stage: "nope" }),
        yield* call("acme", "POST", `/crm/deals/${made.id}/stage`, { stage: "nope" })
      ]) {
        assert.strictEqual(sent.status, 422)
        assert.deepStrictEqual(sent.json.details, [
          { field: "stage", error: "there is no such stage; there are: new, qualified, proposal, negotiation, won, lost", received: "nope" }
        ])
      }
      const moved = yield* call("acme", "PATCH", `/crm/deals/${made.id}`, { stage: "won" })
      assert.deepStrictEqual([moved.status, moved.json.details[0].field], [422, "stage"])
      assert.deepInclude((yield* send(`/crm/deals/${made.id}`, { key: "acme" })).json, { stage: "new", version: 1 })
    }))

  it.effect("refuse amounts that are none, and currencies and days that do not exist", () =>
    Effect.gen(function*() {
      for (const [body, field] of [
        [{ amount: 0 }, "amount"], [{ amount: -5 }, "amount"], [{ amount: 10.5 }, "amount"], [{ amount: "100" }, "amount"],
        [{ amount: 1_000_000_000_000 }, "amount"], [{ title: " " }, "title"], [{ title: "x".repeat(201) }, "title"],
        [{ currency: "usd" }, "currency"], [{ currency: "XYZ" }, "currency"], [{ expected_close: "2026-02-30" }, "expected_close"],
        [{ expected_close: "2026-2-3" }, "expected_close"], [{ contact_id: 0 }, "contact_id"], [{ contact_id: "1" }, "contact_id"]
      ] as const) {
        const sent = yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, ...body })
        assert.deepStrictEqual([sent.status, sent.json.details?.[0].field], [422, field], sent.text)
      }
      const missing = yield* call("acme", "POST", "/crm/deals", { stage: "new" })
      assert.strictEqual(missing.status, 400)
      assert.sameMembers(missing.json.details.map(({ field }: any) => field), ["title", "amount"])
    }))

  it.effect("name only what exists here, outside the bin", () =>
    Effect.gen(function*() {
      const made = yield* deal("acme")
      const theirs = {
        contact_id: (yield* someone("bolt")).id,
        owner_id: yield* member("bolt"),
        pipeline_id: (yield* send("/crm/pipelines", { key: "bolt" })).json.items[0].id,
        organization_id: (yield* call("bolt", "POST", "/crm/companies", { name: "Theirs" })).json.id
      }
      const sent = yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, ...theirs })
      assert.strictEqual(sent.status, 422)
      assert.sameDeepMembers(sent.json.details, [
        { field: "contact_id", error: "there is no such contact", received: theirs.contact_id },
        { field: "owner_id", error: "there is no such user", received: theirs.owner_id },
        { field: "pipeline_id", error: "there is no such pipeline", received: theirs.pipeline_id },
        { field: "organization_id", error: "there is no such company", received: theirs.organization_id }
      ])
      const { pipeline_id, ...changes } = theirs
      const changed = yield* call("acme", "PATCH", `/crm/deals/${made.id}`, changes)
      assert.deepStrictEqual([changed.status, changed.json.details.length], [422, 3])
      const contact_id = yield* deletedContact("acme")
      assert.strictEqual((yield* call("acme", "POST", "/crm/deals", { title: "D", amount: 1, contact_id })).status, 422)
      assert.strictEqual((yield* call("acme", "PATCH", `/crm/deals/${made.id}`, { contact_id })).status, 422)
    }))

  it.effect("move, close, open again, and keep their history", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* deal("acme")
      const move = (stage: string, reason: string | null = null) =>
        crm.move_deal_stage({ params: { id }, payload: { stage, reason }, headers: {} })
      assert.deepInclude(yield* move("Qualified", "asked for an offer"), { stage: "qualified", status: "open", closed_at: null, version: 2 })
      const won = yield* move("won")
      assert.deepInclude(won, { stage: "won", status: "won", lost_reason: null, version: 3 })
      assert.isNotNull(won.closed_at)
      assert.deepStrictEqual(yield* move("won"), won)

      for (const reason of [undefined, null, "", "  "]) {
        const sent = yield* call("acme", "POST", `/crm/deals/${id}/stage`, { stage: "lost", ...reason !== undefined && { reason } })
        assert.strictEqual(sent.status, 400, sent.text)
        assert.deepInclude(sent.json, { code: "bad_request", details: [{ field: "reason", error: "is required", received: reason?.trim() ?? null }] })
      }
      const lost = yield* move("lost", " too dear ")
      assert.deepInclude(lost, { stage: "lost", status: "lost", lost_reason: "too dear", version: 4 })
      const again = yield* move("new")
      assert.deepInclude(again, { stage: "new", status: "open", closed_at: null, lost_reason: null, version: 5 })

      const { history } = yield* crm.get_deal({ params: { id } })
      assert.deepStrictEqual(history.map(({ from, reason, status, to }) => [from, to, status, reason]), [
        ["lost", "new", "open", null],
        ["won", "lost", "lost", "too dear"],
        ["qualified", "won", "won", null],
        ["new", "qualified", "open", "asked for an offer"],
        [null, "new", "open", null]
      ])
      assert.deepStrictEqual(yield* kinds("acme", id), [
        "deal.created", "deal.stage_changed", "deal.stage_changed", "deal.won", "deal.stage_changed", "deal.lost", "deal.stage_changed"
      ])
      const [, , , told] = yield* eventsOf("acme", "deal", id)
      assert.deepInclude(told!.object, { stage: "won", status: "won" })
      assert.deepInclude(told!.previous, { stage: "qualified", status: "open", closed_at: null })
      const receipts = yield* receiptsOf("acme", "deal", id)
      assert.deepInclude(receipts.at(-1)!.before, { stage: "lost", lost_reason: "too dear" })
      assert.deepInclude(receipts.at(-1)!.after, { stage: "new", lost_reason: null })
      const late = yield* Effect.flip(crm.move_deal_stage({ params: { id }, payload: { stage: "won", reason: null }, headers: { "if-match": "\"4\"" } }))
      assert.strictEqual(late._tag, "PreconditionFailed")
    }))

  it.effect("made in a stage that closes, begin closed", () =>
    Effect.gen(function*() {
      const won = yield* deal("acme", { stage: "won" })
      assert.deepInclude(won, { status: "won", lost_reason: null })
      assert.isNotNull(won.closed_at)
      assert.deepStrictEqual(yield* kinds("acme", won.id), ["deal.created", "deal.won"])
      const lost = yield* deal("acme", { stage: "lost", reason: "no budget" })
      assert.deepInclude(lost, { status: "lost", lost_reason: "no budget" })
      assert.deepStrictEqual(yield* kinds("acme", lost.id), ["deal.created", "deal.lost"])
      assert.deepInclude(yield* deal("acme", { stage: "lost" }), { status: "lost", lost_reason: null })
    }))

  it.effect("under one idempotency key are one", () =>
    Effect.gen(function*() {
      const made = yield* Effect.all(
        Array.from({ length: 8 }, () => call("acme", "POST", "/crm/deals", { title: "Once", amount: 5 }, { "idempotency-key": "once" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(made.map(({ json, status }) => `${status} ${json.id}`)).size, 1)
      assert.deepStrictEqual(yield* kinds("acme", made[0]!.json.id), ["deal.created"])
    }))

  it.effect("go to the bin, with a person's consent", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* deal("acme")
      const { total } = yield* crm.list_deals({ query: first })
      assert.strictEqual((yield* call("cautious", "DELETE", `/crm/deals/${id}`)).status, 428)
      assert.isNotNull((yield* crm.delete_deal({ params: { id } })).deleted_at)
      assert.strictEqual((yield* crm.list_deals({ query: first })).total, total - 1)
      assert.deepStrictEqual(yield* kinds("acme", id), ["deal.created", "deal.deleted"])
      for (const [method, path, body] of [
        ["GET", "", undefined], ["PATCH", "", {}], ["DELETE", "", undefined], ["POST", "/stage", { stage: "won" }]
      ] as const) assert.strictEqual((yield* call("acme", method, `/crm/deals/${id}${path}`, body)).status, 404)
    }))

  it.effect("come back from the bin as they were", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const made = yield* deal("acme")
      const { total } = yield* crm.list_deals({ query: first })
      yield* crm.delete_deal({ params: { id: made.id } })
      const back = yield* crm.restore_deal({ params: { id: made.id } })
      assert.deepInclude(back, { stage: made.stage, amount: made.amount, deleted_at: null, version: 3 })
      assert.deepStrictEqual(yield* crm.restore_deal({ params: { id: made.id } }), back)
      assert.strictEqual((yield* crm.list_deals({ query: first })).total, total)
      assert.deepStrictEqual(yield* kinds("acme", made.id), ["deal.created", "deal.deleted", "deal.updated"])
      assert.strictEqual((yield* call("bolt", "POST", `/crm/deals/${made.id}/restore`)).status, 404)
    }))

  it.effect("of another company do not exist", () =>
    Effect.gen(function*() {
      const { id } = yield* deal("acme")
      for (const [method, path, body] of [
        ["GET", "", undefined], ["PATCH", "", { title: "x" }], ["DELETE", "", undefined], ["POST", "/stage", { stage: "won" }]
      ] as const) {
        assert.strictEqual((yield* call("bolt", method, `/crm/deals/${id}${path}`, body)).status, 404)
        assert.strictEqual((yield* call("bolt", method, `/crm/deals/9999999${path}`, body)).status, 404)
      }
      assert.deepInclude((yield* send(`/crm/deals/${DealId.make(id)}`, { key: "acme" })).json, { version: 1 })
    }))

  it.effect("are filtered, sorted and paged", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("bolt")
      const owner_id = yield* member("bolt")
      const { json: { id: organization_id } } = yield* call("bolt", "POST", "/crm/companies", { name: "Navy" })
      const stages = [{ name: "cold", probability: 5, outcome: "open" }, { name: "won", probability: 100, outcome: "won" }, { name: "lost", probability: 0, outcome: "lost" }]
      const { json: { id: pipeline_id } } = yield* call("bolt", "POST", "/crm/pipelines", { name: "Other", stages })
      yield* deal("bolt", { amount: 300, expected_close: "2026-03-01", contact_id, stage: "qualified" })
      yield* deal("bolt", { amount: 100, expected_close: "2026-01-01", owner_id, stage: "won" })
      yield* deal("bolt", { amount: 200, organization_id, pipeline_id })
      yield* deal("bolt", { amount: 300, pipeline_id, stage: "WON" })
      yield* deal("bolt", { amount: 50, expected_close: "2026-02-01" })
      const amounts = (query: string) =>
        Effect.map(send(`/crm/deals?${query}`, { key: "bolt" }), ({ json }) => [json.total, ...json.items.map(({ amount }: any) => amount)])
      for (const [query, expected] of [
        ["", [300, 100, 200, 300, 50]], ["stage=won", [100, 300]], ["stage=Won", [100, 300]], ["stage=lost", []], ["status=open", [300, 200, 50]],
        [`pipeline_id=${pipeline_id}`, [200, 300]], [`owner_id=${owner_id}`, [100]], [`contact_id=${contact_id}`, [300]],
        [`organization_id=${organization_id}`, [200]], ["min_amount=0", [300, 100, 200, 300, 50]], ["min_amount=200", [300, 200, 300]],
        ["expected_close_before=2026-02-01", [100]], ["expected_close_before=2026-02-02&sort=-amount", [100, 50]],
        [`stage=won&pipeline_id=${pipeline_id}`, [300]], ["sort=amount", [50, 100, 200, 300, 300]],
        ["sort=expected_close", [100, 50, 300, 200, 300]], ["sort=-expected_close", [300, 200, 300, 50, 100]], ["offset=3", [300, 50]]
      ] as const) {
        const total = query === "offset=3" ? 5 : expected.length
        assert.deepStrictEqual(yield* amounts(query), [total, ...expected], query)
      }
      for (const sort of ["id", "created_at", "updated_at", "amount", "expected_close"]) {
        for (const path of [`/crm/deals?sort=${sort}`, `/crm/deals?sort=-${sort}`, `/crm/deals?sort=${sort}&min_amount=100`]) {
          const { json } = yield* send(path, { key: "bolt" })
          assert.deepStrictEqual(yield* walked("bolt", path, 2), json.items, path)
        }
      }
      for (const query of ["min_amount=-1", "stage=%20", "status=closed", "sort=title", "expected_close_before=soon", "limit=201"]) {
        assert.strictEqual((yield* send(`/crm/deals?${query}`, { key: "bolt" })).status, 422, query)
      }
      const { json: { details: [wrong] }, status } = yield* send("/crm/deals?stage=Proposals", { key: "bolt" })
      assert.deepStrictEqual([status, wrong.field, wrong.received], [422, "stage", "Proposals"])
      assert.match(wrong.error, /^there is no such stage; there are: .*proposal/iu)
      assert.strictEqual((yield* send("/crm/deals", { key: "starter" })).json.total, 0)
    }))

  it.effect("moved at the same time, end where the last move says", () =>
    Effect.gen(function*() {
      const { id } = yield* deal("acme")
      const moves = ["qualified", "proposal", "won", "new", "negotiation", "won", "qualified", "new"]
      const sent = yield* Effect.all(moves.map((stage) => call("acme", "POST", `/crm/deals/${id}/stage`, { stage })), { concurrency: "unbounded" })
      assert.deepStrictEqual(sent.map(({ status }) => status), moves.map(() => 200))
      const { json } = yield* send(`/crm/deals/${id}`, { key: "acme" })
      assert.strictEqual(json.stage, json.history[0].to)
      for (let n = 1; n < json.history.length; n++) assert.strictEqual(json.history[n - 1].from, json.history[n].to)
      const sql = yield* OwnerSql
      const [row] = yield* sql`select count(*) as n from deals where company_id = ${companyIds.acme} and (status = 'open') <> (closed_at is null)`
      assert.deepStrictEqual(row, { n: 0 })
    }))
})
