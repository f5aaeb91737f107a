import { Context, Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import type { MetricExplanation } from "#schemas/analytics/explanation"
import { type FigureKey, figureKeys, figures } from "#schemas/analytics/figure"
import { companyNow } from "../kernel/company-clock.ts"
import { one } from "../kernel/sql.ts"
import { Caller } from "#schemas/kernel/tenancy"
import type { Money } from "#schemas/kernel/money"
import { figureRows, momentsOf } from "./figure-rows.ts"

/** All figures at a moment. */
export type Counted = { readonly [F in FigureKey]: typeof figures[F]["unit"] extends "money" ? ReadonlyArray<Money> : number } & {
  readonly day: string
  readonly day_start: string
  readonly day_end: string
  readonly until: string
}

interface Explained extends Pick<MetricExplanation, "amounts" | "first" | "total"> {
  readonly day: string
  readonly day_start: string
  readonly day_end: string
  readonly until: string
}

const FIRST = 10

/** The figures of the caller's company, of the caller's mode. */
export class Figures extends Context.Service<Figures>()("layers/analytics/Figures", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const count = (rows: Statement.Fragment) => sql`(select count(*)::int from (${rows}) r)`
    const sums = (rows: Statement.Fragment) => sql`(select coalesce(jsonb_agg(jsonb_build_object('currency', m.currency, 'amount', m.amount) order by m.currency), '[]')
      from (select r.currency, sum(r.amount)::bigint as amount from (${rows}) r group by 1) m)`

    const counted = Effect.fnUntraced(function*(back: ReadonlyArray<number>, keys: ReadonlyArray<FigureKey> = figureKeys, whole = false) {
      const rows = figureRows(sql, yield* live)
      const columns = keys.map((key) => sql`${figures[key].unit === "money" ? sums(rows[key]) : count(rows[key])} as ${sql(key)}`)
      return yield* Effect.orDie(sql<Counted>`select w.day::text as day, w.day_start, w.day_end, w.until, ${Statement.csv(columns)}
        from ${momentsOf(sql, yield* companyNow, back, whole)} order by w.back`)
    })

    return {
      /** Of now and of the same time of day so many days ago, or of those days whole, in this order, in one statement. */
      counted,
      /** How many rows a figure counts as of now, what they sum up to, and the latest of them. */
      explained: Effect.fnUntraced(function*(key: FigureKey) {
        const rows = figureRows(sql, yield* live)[key]
        const isMoney = figures[key].unit === "money"
        const amounts = sql.literal(isMoney ? "" : ", null::bigint as amount, null::text as currency")
        return yield* one(sql<Explained>`
          select w.day::text as day, w.day_start, w.day_end, w.until, ${count(rows)} as total, ${isMoney ? sums(rows) : sql.literal("'[]'::jsonb")} as amounts, (
            select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'at', iso(f.at), 'title', f.title, 'amount', f.amount, 'currency', f.currency)), '[]') from (
              select r.* ${amounts} from (${rows}) r order by r.at desc, r.id desc limit ${FIRST}) f) as first
          from ${momentsOf(sql, yield* companyNow, [0])}`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Figures, Figures.make)
}
