import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LiveMetricId } from "#schemas/benchmarks/metric"
import type { Contribution, Decision, History, Known, Publication } from "#schemas/benchmarks/publication"

/** Publications are remembered as long as records count. */
const REMEMBERED = "1 year"

interface Row {
  readonly number: number
  readonly as_of: string
  readonly sample_size: number
  readonly shown: boolean
  readonly top_25: boolean
  readonly top_10: boolean
}

const publicationOf = ({ as_of, number, sample_size }: Row): Publication => ({ number, asOf: as_of, companies: sample_size })

/** How many companies stand in each bucket. */
const histogramOf = (contributions: ReadonlyArray<Contribution>) => {
  const counts = new Map<number, number>()
  for (const { bucket } of contributions) counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  return JSON.stringify(Object.fromEntries(counts))
}

/** The publications of a metric of an industry, within the transaction that holds the industry. */
export const publicationsOf = (sql: SqlClient.SqlClient, industry: string, metric: LiveMetricId, day: string) => {
  const ours = sql`industry = ${industry} and metric = ${metric}`

  /* The last is remembered however old it is: it may be shown still. */
  const forget = Effect.gen(function*() {
    yield* sql`
      delete from benchmarks.publications p where ${ours} and as_of <= ${day}::date - ${REMEMBERED}::interval
        and number < (select max(number) from benchmarks.publications where ${ours})`
    yield* sql`
      delete from benchmark_contributors where ${ours}
        and last_number < (select min(number) from benchmarks.publications where ${ours})`
  })

  const history = Effect.gen(function*() {
    const rows = yield* sql<Row>`
      select number, as_of::text as as_of, sample_size, average is not null as shown, top_25 is not null as top_25, top_10 is not null as top_10
      from benchmarks.publications where ${ours} order by number`
    const known = yield* sql<Known>`
      select company_id as company, first_number as first, last_number as last, encode(fingerprint, 'hex') as fingerprint
      from benchmark_contributors where ${ours}`
    const last = rows.at(-1)
    return { publications: rows.map(publicationOf), known, shown: last?.shown === true ? last : undefined } satisfies History
  })

  const withdraw = sql`
    update benchmarks.publications set histogram = null, average = null, top_25 = null, top_10 = null
    where ${ours} and average is not null`

  const publish = Effect.fnUntraced(function*(
    { companies, figures, records }: Extract<Decision, { _tag: "Publish" }>,
    contributions: ReadonlyArray<Contribution>,
    number: number
  ) {
    yield* withdraw
    yield* sql`insert into benchmarks.publications ${
      sql.insert({
        industry, metric, number, as_of: sql`${day}::date`, sample_size: companies, records,
        histogram: sql`${histogramOf(contributions)}::jsonb`,
        average: figures.average, top_25: figures.top_25 ?? null, top_10: figures.top_10 ?? null
      })
    }`
    const given = JSON.stringify(contributions.map(({ company, fingerprint }) => ({ company_id: company, fingerprint })))
    yield* sql`
      with given as materialized (
        select company_id, decode(fingerprint, 'hex') as fingerprint
        from jsonb_to_recordset(${given}::jsonb) g (company_id bigint, fingerprint text)),
      unchanged as (
        update benchmark_contributors k set last_number = ${number} from given g
        where k.company_id = g.company_id and ${ours} and k.last_number = ${number - 1} and k.fingerprint = g.fingerprint
        returning k.company_id)
      insert into benchmark_contributors (company_id, industry, metric, first_number, last_number, fingerprint)
      select company_id, ${industry}, ${metric}, ${number}, ${number}, fingerprint from given
      where company_id not in (select company_id from unchanged)`
  })

  /** Does what was decided of these contributions. */
  const settle = (decision: Decision, contributions: ReadonlyArray<Contribution>, { publications }: History) => {
    switch (decision._tag) {
      case "Publish":
        return publish(decision, contributions, (publications.at(-1)?.number ?? 0) + 1)
      case "Withdraw":
        return Effect.asVoid(withdraw)
      case "Keep":
        return Effect.asVoid(sql`
          update benchmarks.publications set
            top_25 = case when ${decision.top_25} then top_25 end, top_10 = case when ${decision.top_10} then top_10 end
          where ${ours} and average is not null
            and ((top_25 is not null and not ${decision.top_25}) or (top_10 is not null and not ${decision.top_10}))`)
      case "Nothing":
        return Effect.void
    }
  }

  return { forget, history, settle }
}
