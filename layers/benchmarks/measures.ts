import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LiveMetricId } from "#schemas/benchmarks/metric"

/** Companies whose records are read by one statement. */
const BATCH = 25

/** A company that shares its records. */
export interface Sharer {
  readonly company_id: number
  /** The day on which it last ceased to share, YYYY-MM-DD. */
  readonly left_on: string | null
  /** How much of the last year it has been here, 1 to 12. */
  readonly months: number
}

/** A company's value of a metric, and of how many records. */
export interface Measure {
  readonly company: number
  readonly metric: LiveMetricId
  readonly value: number | null
  readonly records: number
}

interface Deals {
  readonly company_id: number
  readonly closed: number
  readonly won: number
  readonly dollar: number
  readonly average: number | null
  readonly days: number | null
}

/** Of `all` records, those that are `some`thing. */
interface Share {
  readonly company_id: number
  readonly all: number
  readonly some: number
}

const ofDeals = (months: ReadonlyMap<number, number>) => (row: Deals): ReadonlyArray<Measure> => {
  const { average, closed, company_id: company, days, dollar, won } = row
  return [
    { company, metric: "win_rate", value: 100 * won / closed, records: closed },
    { company, metric: "average_deal_value", value: average, records: dollar },
    { company, metric: "sales_cycle_days", value: days, records: won },
    { company, metric: "deals_won_per_month", value: won / months.get(company)!, records: won }
  ]
}

const ofShare = (metric: LiveMetricId) => ({ all, company_id, some }: Share): Measure =>
  ({ company: company_id, metric, value: 100 * some / all, records: all })

/** Whole days of UTC: the year that ends as `day` begins. */
const yearBefore = (sql: SqlClient.SqlClient, day: string) => ({
  start: sql`((${day}::date - interval '1 year') at time zone 'UTC')`,
  end: sql`(${day}::date::timestamp at time zone 'UTC')`
})

/** Who shares its records with an industry, as of a day. The demo company's never count. */
export const sharersOf = (sql: SqlClient.SqlClient, industry: string, day: string) => {
  const { end, start } = yearBefore(sql, day)
  return sql<Sharer>`
    select s.company_id, s.left_on::text as left_on,
      least(12, greatest(1, 12 * extract(epoch from ${end} - greatest(c.created_at, ${start})) / extract(epoch from ${end} - ${start})))::float8
        as months
    from benchmark_sharing s join companies c on c.id = s.company_id
    where s.sharing and not c.demo and c.industry = ${industry} order by s.company_id`
}

/** What the companies' own records of the year before a day come to. Each statement reads a few companies. */
export const measuresOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, sharers: ReadonlyArray<Sharer>, day: string) {
  const { end, start } = yearBefore(sql, day)
  const months = new Map(sharers.map(({ company_id, months }) => [company_id, months]))
  const measures: Array<Measure> = []

  for (let at = 0; at < sharers.length; at += BATCH) {
    const theirs = sql`company_id = any (${sharers.slice(at, at + BATCH).map(({ company_id }) => company_id)}::bigint[])`
    const closed = sql`${theirs} and deleted_at is null and closed_at >= ${start} and closed_at < ${end}`

    const deals = yield* sql<Deals>`
      select company_id, count(*) as closed, count(*) filter (where status = 'won') as won,
        count(*) filter (where status = 'won' and currency = 'USD') as dollar,
        (avg(amount) filter (where status = 'won' and currency = 'USD') / 100)::float8 as average,
        percentile_cont(0.5) within group (order by greatest(extract(epoch from closed_at - created_at), 0) / 86400.0)
          filter (where status = 'won') as days
      from deals where ${closed} group by company_id`
    const customers = yield* sql<Share>`
      select company_id, count(*) as all, count(*) filter (where deals > 1) as some
      from (select company_id, contact_id, count(*) as deals from deals
        where ${closed} and status = 'won' and contact_id is not null group by company_id, contact_id) customers
      group by company_id`
    const leads = yield* sql<Share>`
      with customers as materialized (
        select distinct company_id, contact_id from deals where ${closed} and status = 'won' and contact_id is not null)
      select l.company_id, count(*) as all, count(c.contact_id) as some
      from (select company_id, id from contacts
        where ${theirs} and deleted_at is null and created_at >= ${start} and created_at < ${end}) l
      left join customers c on c.company_id = l.company_id and c.contact_id = l.id
      group by l.company_id`
    const tasks = yield* sql<Share>`
      select company_id, count(*) as all, count(*) filter (where completed_at <= sort_due) as some
      from tasks where ${theirs} and deleted_at is null and sort_due >= ${start} and sort_due < ${end}
      group by company_id`

    measures.push(
      ...deals.flatMap(ofDeals(months)),
      ...customers.map(ofShare("repeat_customer_rate")),
      ...leads.map(ofShare("lead_to_customer_rate")),
      ...tasks.map(ofShare("on_time_task_rate"))
    )
  }
  return measures
})
