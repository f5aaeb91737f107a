import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type Bucket, startOf } from "#schemas/analytics/days"
import type { Span } from "#schemas/analytics/period"
import { declared, type Filter, isBucket, isRecurring, type ReportQuery } from "#schemas/analytics/query"
import { measuredRows } from "../categories.ts"
import type { MeasuredRows } from "../kernel/measures.ts"
import { one } from "../kernel/sql.ts"

/** What is asked, of which days, by whose clock. */
export interface Asked {
  readonly query: ReportQuery
  readonly span: Span
  /** The days that it is compared with. */
  readonly before: Span | undefined
  readonly zone: string
  readonly live: boolean
}

/** A group of records. Of days, weeks and the like a key is how many of them lie between the first of the span and this one. */
export interface Group {
  readonly keys: ReadonlyArray<string | null>
  readonly currency: string | null
  /** It is all records, not those of one group. */
  readonly total: boolean
  readonly value: number | null
  readonly before: number | null
}

/**
 * Answers typed questions. What callers send travels as parameters: names are looked up in what categories declare, and only that becomes
 * SQL. The statement reads as the caller's company, under row level security, where the time limits of all reads hold (`database/reads.ts`).
 */
export class Questions extends Context.Service<Questions>()("layers/analytics/Questions", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    /** How many buckets after the first of the span a moment is. (`extract` makes numbers of any length, which costs a tenth of a report.) */
    const ordinal = (bucket: Bucket, local: Statement.Fragment, { from }: Span) => {
      const first = startOf(from, bucket)
      const [year, month] = first.split("-").map(Number) as [number, number]
      const yearOf = sql`date_part('year', ${local})::int`
      switch (bucket) {
        case "day":
          return sql`${local}::date - ${first}::date`
        case "week":
          return sql`(${local}::date - ${first}::date) / 7`
        case "month":
          return sql`${yearOf} * 12 + date_part('month', ${local})::int - ${year * 12 + month}::int`
        case "quarter":
          return sql`${yearOf} * 4 + date_part('quarter', ${local})::int - ${year * 4 + Math.ceil(month / 3)}::int`
        case "year":
          return sql`${yearOf} - ${year}::int`
      }
    }

    const condition = (rows: MeasuredRows, { dimension, op, values }: Filter) => {
      const own = sql.literal(rows.dimensions[dimension]!)
      const texts = values.filter((value) => value !== null)
      const isNamed = sql`case when ${own} is null then ${texts.length < values.length}::boolean else ${own} = any(${texts}::text[]) end`
      return op === "is" ? isNamed : sql`not ${isNamed}`
    }

    /** The groups of one span, with what they come to. */
    const counted = ({ live, query: { dimensions, filters, measure }, zone }: Asked, span: Span, part: 0 | 1) => {
      const { ofDays, records, unit } = declared.get(measure)!
      const rows: MeasuredRows = measuredRows[records]
      const { at, value, where } = rows.measures[measure]!
      const [local, midnight] = ofDays
        ? [sql`${sql.literal(at)}::timestamp`, (day: string) => sql`${day}::date`]
        : [sql`(${sql.literal(at)} at time zone ${zone})`, (day: string) => sql`(${day}::date::timestamp at time zone ${zone})`]
      const keyOf = (name: string) => {
        if (isBucket(name)) return ordinal(name, local, span)
        if (isRecurring(name)) return name === "hour" ? sql`date_part('hour', ${local})::int` : sql`date_part('isodow', ${local})::int`
        return sql.literal(rows.dimensions[name]!)
      }
      const keys = dimensions.map((_, n) => `k.k${n}`)
      const currency = unit === "money" ? ["k.currency"] : []
      const sets = [...dimensions.length > 0 ? [[...keys, ...currency]] : [], currency].map((set) => `(${set.join(", ")})`)
      return sql`select ${part}::int as part, ${sql.literal([
          ...keys, `${currency[0] ?? "null::text"} as currency`, `${keys.length === 0 ? "true" : `grouping(${keys.join(", ")}) > 0`} as total`, `(${value})::float8 as value`
        ].join(", "))}
        from ${sql.literal(rows.from)} cross join lateral (select ${sql.csv([
          ...dimensions.map((name, n) => sql`${keyOf(name)} as ${sql.literal(`k${n}`)}`),
          sql`${sql.literal(unit === "money" ? rows.dimensions["currency"]! : "null::text")} as currency`
        ])}) k
        where ${sql.and([
          sql.literal("r.company_id = (select current_company())"),
          ...rows.hasMode === true ? [sql`r.livemode = ${live}`] : [],
          ...[rows.where, where].flatMap((one) => one === undefined ? [] : [sql.literal(`(${one})`)]),
          sql`${sql.literal(at)} >= ${midnight(span.from)} and ${sql.literal(at)} < ${midnight(span.until)}`,
          ...filters.map((filter) => condition(rows, filter))
        ])}
        group by grouping sets (${sql.literal(sets.join(", "))})`
    }

    const statement = (asked: Asked, most: number) => {
      const { before, query: { dimensions }, span } = asked
      const keys = dimensions.map((_, n) => `k${n}`)
      const texts = keys.map((key) => `${key}::text`)
      const [first] = dimensions
      const inTime = first !== undefined && (isBucket(first) || isRecurring(first))
      const order = [...inTime ? ["k0"] : [], "value desc nulls last", ...texts.map((text) => `${text} collate "C"`), "currency"].join(", ")
      const grouped = [...keys, "currency", "total"].join(", ")
      return sql<Group>`
        select ${sql.literal(`array[${texts.join(", ")}]::text[] as keys`)}, currency, total, value, before
        from (
          select *, row_number() over (partition by total order by ${sql.literal(order)}) as place
          from (
            select ${sql.literal(grouped)}, max(value) filter (where part = 0) as value, max(value) filter (where part = 1) as before
            from (${counted(asked, span, 0)} ${before === undefined ? sql.literal("") : sql`union all ${counted(asked, before, 1)}`}) c
            group by ${sql.literal(grouped)}
          ) g
        ) p
        where place <= ${most} or total order by total desc, place`
    }

    return {
      /** What `ask` sends. */
      statement,
      /** The groups in their order, and their totals; `most` groups at most. */
      ask: (asked: Asked, most: number) => Effect.orDie(statement(asked, most)),
      /** What time and day it is for the company, by the clock of this mode, and in which zone. */
      now: (live: boolean) =>
        one(sql<{ as_of: string; today: string; zone: string }>`
          select n.now as as_of, to_char(n.now at time zone c.time_zone, 'YYYY-MM-DD') as today, c.time_zone as zone
          from companies c, (select company_now(${live}) as now) n where c.id = (select current_company())`)
    }
  })
}) {
  static readonly layer = Layer.effect(Questions, Questions.make)
}
