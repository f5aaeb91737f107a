import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { Aggregates } from "#layers/benchmarks/aggregates"
import { startSharing } from "#layers/benchmarks/sharing"
import { ContentVersion } from "#layers/content/content-version"
import { provision } from "#layers/auth/provision"
import { FreshDatabase, OwnerSql } from "../support/database.ts"

/** A database without companies, and what is published there. */
export const Empty = Aggregates.layer.pipe(Layer.provideMerge(ContentVersion.layer), Layer.provideMerge(FreshDatabase(Effect.void)))

/** What only the database's owner does. */
export const asOwner = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(OwnerSql, (sql) => Effect.provideService(effect, SqlClient.SqlClient, sql))

/** Deals that were won and lost, of so many cents each. */
export interface Doing {
  readonly won?: number
  readonly lost?: number
  readonly amount?: number
}

/** Deals of a company, all closed on a day, ten days after they were made. */
export const deals = Effect.fnUntraced(function*(company_id: CompanyId, { amount = 100_000, lost = 0, won = 0 }: Doing, closed: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into deals (company_id, title, pipeline_id, stage, status, amount, currency, created_at, closed_at)
    select p.company_id, 'x', p.id, o.status, o.status, ${amount}, 'USD', ${closed}::timestamptz - interval '10 days', ${closed}::timestamptz
    from pipelines p, (select case when n <= ${won} then 'won' else 'lost' end as status from generate_series(1, ${won + lost}) n) o
    where p.company_id = ${company_id}`
}, asOwner)

/** A company, two years old, that shares its records, with deals closed in March 2026. */
export const company = Effect.fnUntraced(function*(industry: string, doing: Doing, { demo = false, shares = true } = {}) {
  const sql = yield* SqlClient.SqlClient
  const { company_id } = yield* provision({ name: `A ${industry}`, tier: "starter", industry, demo, owner: null })
  yield* sql`update companies set created_at = '2024-07-01' where id = ${company_id}`
  yield* deals(company_id, doing, "2026-03-01T12:00:00Z")
  if (shares) yield* startSharing(company_id)
  return company_id
}, asOwner)

/** So many of them. */
export const several = (count: number, industry: string, doing: Doing | ((n: number) => Doing)) =>
  Effect.all(Array.from({ length: count }, (_, n) => company(industry, typeof doing === "function" ? doing(n) : doing)))

/** What is published of a metric. */
export const published = Effect.fnUntraced(function*(industry: string, metric = "win_rate") {
  const { figureOf, refresh } = yield* Aggregates
  yield* refresh
  return figureOf(industry, metric)
})

/** What is kept of a company's contributions. */
export const fingerprints = Effect.fnUntraced(function*(company_id: CompanyId, metric?: string) {
  const sql = yield* OwnerSql
  return yield* sql<{ first: number; last: number }>`
    select first_number as first, last_number as last from benchmark_contributors
    where company_id = ${company_id} and ${metric === undefined ? sql.literal("true") : sql`metric = ${metric}`} order by metric, first_number`
})
