import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { NewPipeline, PipelineId } from "#schemas/crm/pipeline"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer, send } from "../support/test-server.ts"
import { call, receiptsOf, walked } from "./records.ts"

const open = (name: string, probability = 50) => ({ name, probability, outcome: "open" as const })
const won = { name: "won", probability: 100, outcome: "won" as const }
const lost = { name: "lost", probability: 0, outcome: "lost" as const }
const first = { limit: 50, offset: 0, sort: "id" } as const

let turn = 0
const fresh = (key: "acme" | "bolt", ...names: ReadonlyArray<string>) =>
  Effect.flatMap(as(key), ({ crm }) =>
    crm.create_pipeline({ headers: {}, payload: NewPipeline.make({ name: `Pipeline ${turn++}`, stages: [...names.map((name) => open(name)), won, lost] }) }))

const deal = (pipeline_id: number, stage: string) =>
  Effect.map(call("acme", "POST", "/crm/deals", { title: "D", amount: 100, pipeline_id, stage }), ({ json }) => json)

layer(TestServer, { excludeTestServices: true })("pipelines", (it) => {
  it.effect("every company has a default one, and one only", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { items, total } = yield* crm.list_pipelines({ query: first })
      assert.strictEqual(total, 1)
      assert.deepInclude(items[0]!, { name: "Sales", is_default: true, version: 1 })
      assert.deepStrictEqual(items[0]!.stages.map(({ name }) => name), ["new", "qualified", "proposal", "negotiation", "won", "lost"])

      const second = yield* crm.create_pipeline({
        headers: {},
        payload: NewPipeline.make({ name: "Partners", stages: [open("lead"), won, lost], is_default: true })
      })
      assert.deepInclude(second, { is_default: true, version: 1 })
      assert.deepStrictEqual((yield* crm.list_pipelines({ query: first })).items.map(({ is_default }) => is_default), [false, true])
      const back = yield* crm.update_pipeline({
        params: { id: items[0]!.id },
        payload: { name: "Sales", stages: items[0]!.stages, is_default: true },
        headers: { "if-match": "\"2\"" }
      })
      assert.deepInclude(back, { is_default: true, version: 3 })
      assert.deepStrictEqual(back.stages, items[0]!.stages)
      assert.deepStrictEqual((yield* crm.list_pipelines({ query: first })).items.map(({ is_default }) => is_default), [true, false])
      assert.deepStrictEqual(
        (yield* receiptsOf("acme", "pipeline", second.id)).map(({ after, verb }) => [verb, after.is_default]),
        [["create_pipeline", true], ["update_pipeline", false]]
      )

      const unset = yield* call("acme", "PUT", `/crm/pipelines/${back.id}`, { name: "Sales", stages: back.stages, is_default: false })
      assert.deepStrictEqual([unset.status, unset.json.details[0].field], [422, "is_default"])
    }))

  it.effect("stages are told apart by name, and a deal can be open, won and lost", () =>
    Effect.gen(function*() {
      const { json: { items: [{ id }] } } = yield* send("/crm/pipelines", { key: "acme" })
      for (const [stages, fields] of [
        [[open("a"), won], ["stages", "stages"]],
        [[won, lost, { ...won, name: "gained" }], ["stages", "stages"]],
        [[open("a"), won, { ...lost, name: "gone" }, lost], ["stages"]],
        [[open("a"), open("A"), won, lost], ["stages[1].name"]],
        [[open("a"), { ...open("b"), probability: 101 }, won, lost], ["stages[1].probability"]],
        [[open(" "), won, lost], ["stages[0].name"]],
        [Array.from({ length: 51 }, (_, n) => open(`s${n}`)).concat(won as never, lost as never), ["stages"]]
      ] as const) {
        for (const sent of [
          yield* call("acme", "POST", "/crm/pipelines", { name: "Bad", stages }),
          yield* call("acme", "PUT", `/crm/pipelines/${id}`, { name: "Bad", stages })
        ]) {
          assert.strictEqual(sent.status, 422, sent.text)
          assert.deepStrictEqual(sent.json.details.map(({ field }: any) => field), fields, sent.text)
        }
      }
      assert.deepInclude((yield* call("acme", "POST", "/crm/pipelines", {})).json, { code: "bad_request" })
    }))

  it.effect("a name is taken once a company, whatever its case", () =>
    Effect.gen(function*() {
      const { id, name } = yield* fresh("acme", "a")
      const other = yield* fresh("acme", "a")
      const body = { name: name.toUpperCase(), stages: [open("a"), won, lost] }
      const again = yield* call("acme", "POST", "/crm/pipelines", body)
      assert.deepInclude(again.json, { code: "conflict", message: `Pipeline ${id} has this name.` })
      assert.strictEqual((yield* call("acme", "PUT", `/crm/pipelines/${other.id}`, body)).status, 409)
      assert.strictEqual((yield* call("acme", "PUT", `/crm/pipelines/${id}`, body)).status, 200)
      assert.strictEqual((yield* call("bolt", "POST", "/crm/pipelines", body)).status, 201)
    }))

  it.effect("stages change names, places and neighbours without losing a deal", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* fresh("acme", "a", "b", "c")
      const deals = { a: yield* deal(id, "a"), b: yield* deal(id, "b"), won: yield* deal(id, "won") }
      const stages = [
        { ...open("b", 10), was: "A" }, { ...open("a", 20), was: "b" }, open("d", 30), { ...won, name: "Closed", was: "won" }, lost
      ]
      const { version } = yield* crm.update_pipeline({ params: { id }, payload: { name: `Renamed ${id}`, stages }, headers: {} })
      assert.strictEqual(version, 2)
      const stageOf = (deal: { id: number }) => Effect.map(send(`/crm/deals/${deal.id}`, { key: "acme" }), ({ json }) => [json.stage, json.status, json.version])
      assert.deepStrictEqual(yield* stageOf(deals.a), ["b", "open", 2])
      assert.deepStrictEqual(yield* stageOf(deals.b), ["a", "open", 2])
      assert.deepStrictEqual(yield* stageOf(deals.won), ["Closed", "won", 2])

      const names = (yield* crm.list_pipelines({ query: first })).items.find((one) => one.id === id)!.stages
      assert.deepStrictEqual(names, stages.map(({ name, outcome, probability }) => ({ name, outcome, probability })))
      const summary = yield* crm.get_pipeline_summary({ params: { id } })
      assert.deepStrictEqual(summary.stages.map(({ count, name }) => [name, count]), [["b", 1], ["a", 1], ["d", 0], ["Closed", 1], ["lost", 0]])
      assert.deepStrictEqual(summary.conversions.map(({ entered, from }) => [from, entered]), [["b", 1], ["a", 1], ["d", 0]])
    }))

  it.effect("a rename asked for twice is one", () =>
    Effect.gen(function*() {
      const { id } = yield* fresh("acme", "a", "b")
      yield* deal(id, "a")
      const body = { name: `Twice ${id}`, stages: [{ ...open("first"), was: "a" }, open("b"), won, lost] }
      const once = yield* call("acme", "PUT", `/crm/pipelines/${id}`, body)
      const twice = yield* call("acme", "PUT", `/crm/pipelines/${id}`, body)
      assert.deepStrictEqual([once.status, twice.status], [200, 200])
      assert.deepStrictEqual(twice.json.stages, once.json.stages)
    }))

  it.effect("was names a stage there is, once", () =>
    Effect.gen(function*() {
      const { id } = yield* fresh("acme", "a", "b")
      const put = (...stages: ReadonlyArray<object>) =>
        call("acme", "PUT", `/crm/pipelines/${id}`, { name: `Was ${id}`, stages: [...stages, won, lost] })
      const unknown = yield* put({ ...open("c"), was: "nope" })
      assert.deepStrictEqual(unknown.json.details, [
        { field: "stages[0].was", error: "there is no such stage; there are: a, b, won, lost", received: "nope" }
      ])
      const twice = yield* put({ ...open("c"), was: "a" }, { ...open("d"), was: "A" })
      assert.deepStrictEqual(twice.json.details, [{ field: "stages[1].was", error: "stages[0] was that stage already", received: "A" }])
    }))

  it.effect("a stage that holds deals neither goes nor changes its outcome; the bin does not hold it", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* fresh("acme", "a", "b", "c")
      const held = []
      for (let n = 0; n < 22; n++) held.push((yield* deal(id, "b")).id)
      const single = (yield* deal(id, "won")).id
      const sent = yield* call("acme", "PUT", `/crm/pipelines/${id}`, {
        name: `Held ${id}`,
        stages: [open("a"), { ...won, outcome: "open" }, { ...won, name: "gained" }, lost]
      })
      assert.strictEqual(sent.status, 409, sent.text)
      assert.deepStrictEqual(sent.json.details, [
        { field: "stages", error: `this stage holds 22 deals (${held.slice(0, 20).join(", ")}, ...)`, received: "b" },
        { field: "stages", error: `this stage holds a deal (${single})`, received: "won" }
      ])
      assert.include(sent.json.message, `"b" holds 22 deals`)

      for (const deal of [...held, single]) yield* crm.delete_deal({ params: { id: deal as never } })
      const changed = yield* crm.update_pipeline({
        params: { id },
        payload: { name: `Held ${id}`, stages: [open("a"), { ...won, name: "gained" }, lost] },
        headers: {}
      })
      assert.deepStrictEqual(changed.stages.map(({ name }) => name), ["a", "gained", "lost"])
      const sql = yield* OwnerSql
      assert.deepStrictEqual(
        yield* sql`select stage, status, count(*) as n from deals where pipeline_id = ${id} group by 1, 2 order by 1`,
        [{ stage: "a", status: "open", n: 22 }, { stage: "gained", status: "won", n: 1 }]
      )
    }))

  it.effect("a lost update is refused, and one company's pipelines are not another's", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id, name, stages } = yield* fresh("acme", "a")
      const payload = { name, stages }
      yield* crm.update_pipeline({ params: { id }, payload, headers: { "if-match": "\"1\"" } })
      const late = yield* Effect.flip(crm.update_pipeline({ params: { id }, payload, headers: { "if-match": "\"1\"" } }))
      assert.strictEqual(late._tag, "PreconditionFailed")
      for (const key of ["bolt", "acme"] as const) {
        const which = key === "bolt" ? id : 9_999_999
        assert.strictEqual((yield* call(key, "PUT", `/crm/pipelines/${which}`, payload)).status, 404)
        assert.strictEqual((yield* send(`/crm/pipelines/${which}/summary`, { key })).status, 404)
      }
      assert.strictEqual((yield* call("starter", "POST", "/crm/pipelines", { name: "P", stages })).json.upgrade_to, "builder")
      assert.strictEqual((yield* call("starter", "PUT", "/crm/pipelines/1", payload)).json.upgrade_to, "builder")
      assert.strictEqual((yield* send("/crm/pipelines", { key: "starter" })).json.total, 1)
    }))

  it.effect("is listed by id and by name, from either end, by offset and by cursor", () =>
    Effect.gen(function*() {
      yield* Effect.all(["cc", "Aa", "bb"].map((name) =>
        call("bolt", "POST", "/crm/pipelines", { name, stages: [open("a"), won, lost] })))
      for (const sort of ["id", "-id", "name", "-name"]) {
        const { json: { items, total } } = yield* send(`/crm/pipelines?sort=${sort}`, { key: "bolt" })
        assert.strictEqual(items.length, total)
        assert.deepStrictEqual(yield* walked("bolt", `/crm/pipelines?sort=${sort}`, 2), items)
      }
      const names = (yield* walked("bolt", "/crm/pipelines?sort=name", 2)).map(({ name }) => name.toLowerCase())
      assert.deepStrictEqual(names, [...names].sort())
    }))

  it.effect("defaults that move at the same time leave one", () =>
    Effect.gen(function*() {
      const made = yield* Effect.all(Array.from({ length: 6 }, () => fresh("acme", "a")))
      const statuses = yield* Effect.all(
        made.map(({ id, name, stages }) => call("acme", "PUT", `/crm/pipelines/${id}`, { name, stages, is_default: true })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(statuses.map(({ status }) => status), made.map(() => 200))
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select count(*) as n from pipelines where company_id = ${companyIds.acme} and is_default`, [{ n: 1 }])
    }))

  it.effect("deals and stages that change at the same time never break", () =>
    Effect.gen(function*() {
      const { id, name } = yield* fresh("acme", "a", "b")
      const made = yield* Effect.all(Array.from({ length: 8 }, () => deal(id, "a")))
      const rename = (from: string, to: string) =>
        call("acme", "PUT", `/crm/pipelines/${id}`, { name, stages: [{ ...open(to), was: from }, open("b"), won, lost] })
      const move = (deal: number, stage: string) => call("acme", "POST", `/crm/deals/${deal}/stage`, { stage })
      const sent = yield* Effect.all([
        rename("a", "x"), ...made.flatMap((one) => [move(one.id, "b"), move(one.id, "won"), call("acme", "PATCH", `/crm/deals/${one.id}`, { title: "y" })]),
        call("acme", "POST", "/crm/deals", { title: "new", amount: 1, pipeline_id: id }), rename("x", "a")
      ], { concurrency: 12 })
      assert.deepStrictEqual(sent.filter(({ status }) => status >= 500).map(({ text }) => text), [])
      assert.deepStrictEqual((yield* send(`/crm/pipelines/${PipelineId.make(id)}/summary`, { key: "acme" })).status, 200)
    }))
})
