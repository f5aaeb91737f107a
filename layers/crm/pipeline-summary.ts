import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Pipeline, PipelineSummary } from "#schemas/crm/pipeline"

type StageSummary = PipelineSummary["stages"][number]
type Conversion = Omit<PipelineSummary["conversions"][number], "rate">
type Sum = StageSummary["sums"][number]

/** Amounts are weighted by stage, so that a total is the sum of what its stages show. */
const stagesOf = (sql: SqlClient.SqlClient, { id }: Pipeline) =>
  sql<StageSummary>`
    with standing as (
      select stage, currency, count(*) as count, sum(amount) as amount,
        sum(extract(epoch from coalesce(closed_at, now()) - created_at)) as age,
        sum(extract(epoch from now() - stage_since)) as wait
      from deals where company_id = (select current_company()) and deleted_at is null and pipeline_id = ${id}
      group by stage, currency
    )
    select s.name, s.probability, s.outcome, coalesce(sum(d.count), 0)::bigint as count,
      coalesce(jsonb_agg(jsonb_build_object('currency', d.currency, 'count', d.count, 'amount', d.amount,
        'weighted_amount', round(d.amount * s.probability / 100)) order by d.currency) filter (where d.stage is not null), '[]') as sums,
      round(sum(d.age) / sum(d.count) / 86400, 2)::float8 as average_age_days,
      case when s.outcome = 'open' then round(sum(d.wait) / sum(d.count) / 86400, 2)::float8 end as average_days_in_stage
    from pipeline_stages s left join standing d on d.stage = s.name
    where s.company_id = (select current_company()) and s.pipeline_id = ${id}
    group by s.id, s.name, s.probability, s.outcome, s.position
    order by s.position`

/**
 * Deals may skip stages and come back: one has gone on from a stage if it stood in a later one after it first stood there.
 * `beyond` is its last move into any later stage. The bin is left out by `not in`, which is hashed whatever the planner
 * knows: right after an import it joined deal by deal, for minutes.
 */
const conversionsOf = (sql: SqlClient.SqlClient, { id }: Pipeline) =>
  sql<Conversion>`
    with way as (
      select id, name, row_number() over (order by outcome = 'won', position) as step
      from pipeline_stages where company_id = (select current_company()) and pipeline_id = ${id} and outcome <> 'lost'
    ),
    stood as (
      select w.step, min(m.id) as first_move,
        max(max(m.id)) over (partition by m.deal_id order by w.step desc rows between unbounded preceding and 1 preceding) as beyond
      from deal_moves m join way w on w.id = m.to_stage_id
      where m.company_id = (select current_company()) and m.pipeline_id = ${id}
        and m.deal_id not in (select id from deals where company_id = (select current_company()) and deleted_at is not null)
      group by m.deal_id, w.step
    )
    select w.name as "from", n.name as "to", count(s.step) as entered, count(s.step) filter (where s.beyond > s.first_move) as continued
    from way w join way n on n.step = w.step + 1 left join stood s on s.step = w.step
    group by w.step, w.name, n.name
    order by w.step`

const openSums = (stages: ReadonlyArray<StageSummary>): ReadonlyArray<Sum> => {
  const sums = new Map<string, Sum>()
  for (const sum of stages.filter(({ outcome }) => outcome === "open").flatMap(({ sums }) => sums)) {
    const before = sums.get(sum.currency) ?? { count: 0, amount: 0, weighted_amount: 0 }
    sums.set(sum.currency, {
      currency: sum.currency,
      count: before.count + sum.count,
      amount: before.amount + sum.amount,
      weighted_amount: before.weighted_amount + sum.weighted_amount
    })
  }
  return [...sums.values()].sort((a, b) => a.currency < b.currency ? -1 : 1)
}

/** Counts, sums by currency, ages and conversions of a pipeline's deals; the bin does not count. */
export const summaryOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, pipeline: Pipeline) {
  const [stages, conversions] = yield* Effect.all([stagesOf(sql, pipeline), conversionsOf(sql, pipeline)], { concurrency: "unbounded" })
  const summary: PipelineSummary = {
    pipeline_id: pipeline.id,
    name: pipeline.name,
    stages,
    open: openSums(stages),
    conversions: conversions.map((conversion) => ({
      ...conversion,
      rate: conversion.entered === 0 ? null : Math.round(conversion.continued / conversion.entered * 10_000) / 10_000
    }))
  }
  return summary
})
