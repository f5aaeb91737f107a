import { createHmac } from "node:crypto"
import { Clock, Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { type LiveMetricId, liveMetricIds, liveMetrics } from "#schemas/benchmarks/metric"
import { bucketOfCompany, type Contribution, decide } from "#schemas/benchmarks/publication"
import { benchmarkIndustries } from "#schemas/content/industry"
import { JobsSql } from "../database/connections.ts"
import { type Measure, measuresOf, type Sharer, sharersOf } from "./measures.ts"
import { publicationsOf } from "./publications.ts"

const EVERY = "1 minute"

const industries = benchmarkIndustries as ReadonlyArray<string>

/** Industries in which something may have to be told or withdrawn, and was not looked at on that day or later. */
const due = (sql: SqlClient.SqlClient, day: string) =>
  sql<{ industry: string }>`
    select industry from benchmarks.industries i where industry = any (${industries}) and computed_on < ${day}::date and (
      exists (select from benchmark_sharing s join companies c on c.id = s.company_id where s.sharing and c.industry = i.industry)
      or exists (select from benchmarks.publications p where p.industry = i.industry and p.average is not null))
    order by industry`

/** Holds an industry until the transaction ends, unless another process does or has computed it. */
const claim = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, industry: string, day: string) {
  const [held] = yield* sql<{ key: Uint8Array }>`
    select fingerprint_key as key from benchmarks.industries
    where industry = ${industry} and computed_on < ${day}::date for update skip locked`
  return held?.key
})

/** Of these, who shares still; they cannot leave before the transaction ends. */
const stillSharing = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, sharers: ReadonlyArray<Sharer>) {
  const rows = yield* sql<{ company_id: number }>`
    select company_id from benchmark_sharing where sharing and company_id = any (${sharers.map(({ company_id }) => company_id)}::bigint[])
    order by company_id for share`
  const ids = new Set(rows.map(({ company_id }) => company_id))
  return sharers.filter(({ company_id }) => ids.has(company_id))
})

const contributionsOf = (metric: LiveMetricId, measures: ReadonlyArray<Measure>, sharers: ReadonlyArray<Sharer>, key: Uint8Array) => {
  const leftOn = new Map(sharers.map(({ company_id, left_on }) => [company_id, left_on ?? undefined]))
  return measures.flatMap(({ company, metric: measured, records, value }): ReadonlyArray<Contribution> => {
    if (measured !== metric || !leftOn.has(company)) return []
    const bucket = bucketOfCompany(liveMetrics[metric], value, records)
    if (bucket === undefined) return []
    const fingerprint = createHmac("sha256", key).update(`${metric} ${company} ${bucket}`).digest("hex")
    return [{ company, bucket, records, fingerprint, leftOn: leftOn.get(company) }]
  })
}

const computeIndustry = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, industry: string, day: string) {
  const key = yield* claim(sql, industry, day)
  if (key === undefined) return false
  /* Requests need the cores more. */
  yield* sql`set local max_parallel_workers_per_gather = 0`
  const sharers = yield* sharersOf(sql, industry, day)
  const measures = yield* measuresOf(sql, sharers, day)
  const sharing = yield* stillSharing(sql, sharers)
  for (const metric of liveMetricIds) {
    const { forget, history, settle } = publicationsOf(sql, industry, metric, day)
    yield* forget
    const contributions = contributionsOf(metric, measures, sharing, key)
    const before = yield* history
    yield* settle(decide(liveMetrics[metric], contributions, before), contributions, before)
  }
  yield* sql`update benchmarks.industries set computed_on = ${day}::date where industry = ${industry}`
  return true
})

/**
 * Computes the benchmarks of a day (YYYY-MM-DD, UTC) from the records of the year before it, and publishes or withdraws what
 * must be. Answers with how many industries that took: none that was computed for that day or a later one, and none that another
 * process holds. An industry is done whole or not at all.
 */
export const computeBenchmarks = Effect.fnUntraced(function*(day: string) {
  const sql = yield* JobsSql
  yield* sql`
    insert into benchmarks.industries (industry) select unnest(${industries}::text[]) except select industry from benchmarks.industries
    on conflict do nothing`
  let computed = 0
  for (const { industry } of yield* due(sql, day)) {
    if (yield* sql.withTransaction(computeIndustry(sql, industry, day))) computed++
  }
  return computed
})

/** Once a day, on whichever process comes first. */
export const benchmarksFollow = Effect.gen(function*() {
  const round = Effect.flatMap(Clock.currentTimeMillis, (now) => computeBenchmarks(new Date(now).toISOString().slice(0, 10)))
  yield* round.pipe(
    Effect.tapCause((cause) => Effect.logWarning(`benchmarks: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
