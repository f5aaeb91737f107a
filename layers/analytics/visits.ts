import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Dimension, Filter } from "#schemas/analytics/page-views"
import { inTenant as inTenantOf, one } from "../kernel/sql.ts"

/** Days of the company's zone, both counted. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** What is counted of visits. All of it may be added up over days. */
export interface VisitCounts {
  readonly page_views: number
  readonly visitors: number
  readonly visits: number
  readonly bounces: number
  /** That all visits together took. */
  readonly seconds: number
}

export type Conditions = { readonly [F in Filter]?: string | undefined }

interface CountsOf extends VisitCounts {
  readonly value: string
}

/** Days, and all that can be told by other conditions too. */
export type Combined = "day" | Filter

/** Visits of the caller's company, as they were counted by day. Both modes share them. */
export class Visits extends Context.Service<Visits>()("layers/analytics/Visits", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const during = ({ from, to }: Period) => sql`day between ${from}::date and ${to}::date`
    const summed = sql.literal(["page_views", "visitors", "visits", "bounces", "seconds"].map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(", "))

    /** Rows of one dimension, or of one value of it. */
    const alone = (period: Period, dimension: string, value?: string) =>
      sql`visit_days where ${inTenant} and dimension = ${dimension} and ${during(period)} ${value === undefined ? sql.literal("") : sql`and value = ${value}`}`

    /** Rows for which all conditions hold: of pages, or of visits as a whole. */
    const together = (period: Period, { page, ...others }: Conditions, ofPages: boolean) => {
      const conditions = Object.entries(others).flatMap(([column, value]) => value === undefined ? [] : [sql`and ${sql(column)} = ${value}`])
      const ofPage = page !== undefined ? sql`page = ${page}` : ofPages ? sql.literal("page <> ''") : sql.literal("page = ''")
      return sql`visit_cells where ${inTenant} and ${during(period)} and ${ofPage} ${conditions.reduce<Statement.Fragment>((all, one) => sql`${all} ${one}`, sql.literal(""))}`
    }

    const given = (conditions: Conditions) => Object.entries(conditions).filter(([, value]) => value !== undefined) as ReadonlyArray<[Filter, string]>

    /** The rows that a report sums up, and the column of its values. */
    const rowsOf = (period: Period, by: Dimension, conditions: Conditions) => {
      const all = given(conditions)
      const [first] = all
      if (first === undefined) return { rows: alone(period, by === "day" ? "" : by), value: by === "day" ? "day" : "value" }
      if (all.length === 1 && (by === "day" || by === first[0])) return { rows: alone(period, ...first), value: by === "day" ? "day" : "value" }
      return { rows: together(period, conditions, by === "page"), value: by }
    }

    return {
      total: (period: Period, conditions: Conditions = {}) => one(sql<VisitCounts>`select ${summed} from ${rowsOf(period, "day", conditions).rows}`),
      /** By day, in order of time. Days on which nobody came are left out. */
      days: (period: Period, conditions: Conditions = {}) =>
        Effect.orDie(sql<CountsOf>`select day::text as value, ${summed} from ${rowsOf(period, "day", conditions).rows} group by day order by day`),
      /** The values that were seen most; those that are `named`, if any are. */
      by: (by: Exclude<Dimension, "day" | "hour">, period: Period, conditions: Conditions, limit: number, named?: ReadonlyArray<string>) => {
        const { rows, value } = rowsOf(period, by, conditions)
        const only = named === undefined ? sql.literal("") : sql`and ${sql(value)} = any(${[...named]}::text[])`
        return Effect.orDie(sql<CountsOf>`select ${sql(value)} as value, ${summed} from ${rows} ${only} group by 1
          order by page_views desc, visitors desc, visits desc, value limit ${limit}`)
      },
      hours: (period: Period) =>
        Effect.orDie(sql<Omit<CountsOf, "bounces" | "seconds">>`select day || 'T' || lpad(hour::text, 2, '0') || ':00' as value, page_views, visitors, visits
          from visit_hours where ${inTenant} and ${during(period)} order by day, hour`),
      /** Page views of bots. */
      bots: (period: Period) => Effect.map(one(sql<{ n: number }>`select coalesce(sum(page_views), 0)::bigint as n from ${alone(period, "bot")}`), ({ n }) => n)
    }
  })
}) {
  static readonly layer = Layer.effect(Visits, Visits.make)
}
