import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { goal } from "#schemas/analytics/goal"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"
import type { Period } from "./visits.ts"

/** Goals of the site of the caller's company. Both modes share them. */
export class Goals extends Context.Service<Goals>()("layers/analytics/Goals", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const goals = yield* repository(goal, { table: "visit_goals", noun: "goal", unique: { visit_goals_name: "name" } })
    const { inTenant } = goals.sql
    return {
      ...goals,
      /** How many there are; nobody else adds one until the transaction ends. */
      count: Effect.orDie(countForLimit(sql, "visit_goals", sql`visit_goals where ${inTenant}`)),
      delete: (id: number) => execute(sql`delete from visit_goals where ${inTenant} and id = ${id}`),
      /** How often each was reached. */
      results: ({ from, to }: Period) =>
        Effect.orDie(sql<{ goal_id: number; name: string; times: number; visitors: number }>`
          select g.id as goal_id, g.name, coalesce(sum(d.page_views), 0)::bigint as times, coalesce(sum(d.visitors), 0)::bigint as visitors
          from visit_goals g left join visit_days d on d.company_id = g.company_id and d.day between ${from}::date and ${to}::date
            and d.dimension = case when g.event is null then 'page' else 'event' end and d.value = coalesce(g.event, g.page)
          where g.company_id = (select current_company()) group by g.id, g.name order by g.id`)
    }
  })
}) {
  static readonly layer = Layer.effect(Goals, Goals.make)
}
