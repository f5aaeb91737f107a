import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { NewPipeline } from "#schemas/crm/pipeline"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer } from "../support/test-server.ts"
import { call } from "./records.ts"

const stages = [
  { name: "lead", probability: 15, outcome: "open" },
  { name: "offer", probability: 50, outcome: "open" },
  { name: "won", probability: 100, outcome: "won" },
  { name: "lost", probability: 0, outcome: "lost" }
] as const

const pipeline = (name: string) =>
  Effect.flatMap(as("acme"), ({ crm }) => crm.create_pipeline({ headers: {}, payload: NewPipeline.make({ name, stages: [...stages] }) }))

const deal = (pipeline_id: number, amount: number, stage: string, currency = "USD") =>
  Effect.map(call("acme", "POST", "/crm/deals", { title: "D", amount, pipeline_id, stage, currency }), ({ json }) => json.id as number)

const move = (id: number, stage: string) => call("acme", "POST", `/crm/deals/${id}/stage`, { stage, reason: "because" })

layer(TestServer, { excludeTestServices: true })("the summary of a pipeline", (it) => {
  it.effect("of nothing is nothing", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id, name } = yield* pipeline("Empty")
      const nothing = { count: 0, sums: [], average_age_days: null, average_days_in_stage: null }
      assert.deepStrictEqual(yield* crm.get_pipeline_summary({ params: { id } }), {
        pipeline_id: id,
        name,
        stages: stages.map((stage) => ({ ...stage, ...nothing })),
        open: [],
        conversions: [
          { from: "lead", to: "offer", entered: 0, continued: 0, rate: null },
          { from: "offer", to: "won", entered: 0, continued: 0, rate: null }
        ]
      })
    }))

  it.effect("adds amounts by stage and currency, weighted to the cent", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* pipeline("Sums")
      yield* deal(id, 101, "lead")
      yield* deal(id, 102, "lead")
      yield* deal(id, 7, "lead", "EUR")
      yield* deal(id, 33, "offer")
      yield* deal(id, 1_000, "won", "EUR")
      yield* deal(id, 500, "lost")
      const gone = yield* deal(id, 9_999, "lead")
      yield* call("acme", "DELETE", `/crm/deals/${gone}`)
      const summary = yield* crm.get_pipeline_summary({ params: { id } })
      assert.deepStrictEqual(summary.stages.map(({ count, name, sums }) => ({ name, count, sums })), [
        {
          name: "lead",
          count: 3,
          sums: [
            { currency: "EUR", count: 1, amount: 7, weighted_amount: 1 },
            { currency: "USD", count: 2, amount: 203, weighted_amount: 30 }
          ]
        },
        { name: "offer", count: 1, sums: [{ currency: "USD", count: 1, amount: 33, weighted_amount: 17 }] },
        { name: "won", count: 1, sums: [{ currency: "EUR", count: 1, amount: 1_000, weighted_amount: 1_000 }] },
        { name: "lost", count: 1, sums: [{ currency: "USD", count: 1, amount: 500, weighted_amount: 0 }] }
      ])
      assert.deepStrictEqual(summary.open, [
        { currency: "EUR", count: 1, amount: 7, weighted_amount: 1 },
        { currency: "USD", count: 3, amount: 236, weighted_amount: 47 }
      ])
    }))

  it.effect("sums the largest amounts exactly", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id } = yield* pipeline("Large")
      for (let n = 0; n < 4; n++) yield* deal(id, 999_999_999_999, "won")
      const { stages: [, , won] } = yield* crm.get_pipeline_summary({ params: { id } })
      assert.deepStrictEqual(won!.sums, [{ currency: "USD", count: 4, amount: 3_999_999_999_996, weighted_amount: 3_999_999_999_996 }])
    }))

  it.effect("says how old deals are, and how long they stand", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const sql = yield* OwnerSql
      const { id } = yield* pipeline("Ages")
      const [a, b, c] = [yield* deal(id, 1, "lead"), yield* deal(id, 1, "lead", "EUR"), yield* deal(id, 1, "won")]
      const age = (deal: number, made: number, stood: number, closed: number | null) => sql`
        update deals set created_at = now() - make_interval(days => ${made}), stage_since = now() - make_interval(days => ${stood}),
          closed_at = now() - make_interval(days => ${closed}) where company_id = ${companyIds.acme} and id = ${deal}`
      yield* age(a, 10, 4, null)
      yield* age(b, 21, 5, null)
      yield* age(c, 30, 20, 20)
      const summary = yield* crm.get_pipeline_summary({ params: { id } })
      assert.deepStrictEqual(
        summary.stages.map(({ average_age_days, average_days_in_stage }) => [average_age_days, average_days_in_stage]),
        [[15.5, 4.5], [null, null], [10, null], [null, null]]
      )
    }))

  it.effect("counts who went on from each stage, over leaps, returns and new names", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const { id, name } = yield* pipeline("Ways")
      const deals = yield* Effect.all(Array.from({ length: 5 }, () => deal(id, 1, "lead")))
      yield* move(deals[0]!, "offer")
      yield* move(deals[0]!, "won")
      yield* move(deals[1]!, "won")
      yield* move(deals[2]!, "lost")
      yield* move(deals[3]!, "offer")
      yield* move(deals[3]!, "lead")
      const late = yield* deal(id, 1, "offer")
      yield* move(late, "lead")
      yield* deal(id, 1, "won")
      yield* crm.update_pipeline({
        params: { id },
        payload: { name, stages: [{ ...stages[0], name: "hint", was: "lead" }, ...stages.slice(1)] },
        headers: {}
      })
      const { conversions } = yield* crm.get_pipeline_summary({ params: { id } })
      assert.deepStrictEqual(conversions, [
        { from: "hint", to: "offer", entered: 6, continued: 3, rate: 0.5 },
        { from: "offer", to: "won", entered: 3, continued: 1, rate: 0.3333 }
      ])
    }))

  it.effect("of twenty thousand deals is told within three seconds", () =>
    Effect.gen(function*() {
      const { crm } = yield* as("acme")
      const sql = yield* OwnerSql
      const { id } = yield* pipeline("Many")
      yield* sql`insert into deals (company_id, title, pipeline_id, stage, amount, currency)
        select ${companyIds.acme}, 'D', ${id}, 'offer', n, 'USD' from generate_series(1, 20000) n`
      yield* sql`insert into deal_moves (company_id, deal_id, pipeline_id, to_stage_id, to_stage, status, key_id)
        select d.company_id, d.id, d.pipeline_id, s.id, s.name, 'open', 1 from deals d
        join pipeline_stages s on s.company_id = d.company_id and s.pipeline_id = d.pipeline_id and s.outcome = 'open'
        where d.pipeline_id = ${id} order by s.position`
      const { conversions: [first], open } = yield* Effect.timeout(crm.get_pipeline_summary({ params: { id } }), "3 seconds")
      assert.deepStrictEqual(open, [{ currency: "USD", count: 20_000, amount: 200_010_000, weighted_amount: 100_005_000 }])
      assert.deepInclude(first!, { entered: 20_000, continued: 20_000, rate: 1 })
    }))
})
