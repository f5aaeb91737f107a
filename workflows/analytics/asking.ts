import { Effect } from "effect"
import { type Group, Questions } from "#layers/analytics/questions"
import { addDays, later, startOf } from "#schemas/analytics/days"
import { type Span, spanBefore, spanOf } from "#schemas/analytics/period"
import { declared, isBucket, type ReportQuery } from "#schemas/analytics/query"
import type { ReportResult } from "#schemas/analytics/result"
import { Caller } from "#schemas/kernel/tenancy"

const daysOf = ({ from, until }: Span) => ({ from, to: addDays(until, -1) })

const titleOf = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/**
 * What a question to the records of the caller's company gives, in the caller's mode. Where the question is not at hand yet, it is read together with
 * what time it is.
 */
export const asked = Effect.fnUntraced(function*<E, R>(question: Effect.Effect<ReportQuery, E, R>) {
  const questions = yield* Questions
  const { mode } = yield* Caller
  const live = mode === "live"
  const [query, { as_of, today, zone }] = yield* Effect.all([question, questions.now(live)], { concurrency: 2 })
  const span = spanOf(query.period, today)
  const before = spanBefore(query.period, query.compare, span)
  const { counts, dimensions, isMean, title, unit } = declared.get(query.measure)!
  const groups = yield* questions.ask({ query, span, before, zone, live }, query.limit + 1)

  const nothing = unit === "share" || isMean === true ? null : 0
  const figuresOf = ({ before: earlier, currency, value }: Group) => ({
    currency, value: value ?? nothing, before: before === undefined ? null : earlier ?? nothing
  })
  const textOf = (name: string, key: string | null) =>
    key === null || !isBucket(name) ? key : later(startOf(span.from, name), name, Number(key))
  const rows = groups.filter(({ total }) => !total)
  return {
    measure: query.measure, title, counts, unit,
    columns: query.dimensions.map((name) => ({ name, title: dimensions[name]?.title ?? titleOf(name) })),
    period: daysOf(span),
    before: before === undefined ? null : daysOf(before),
    time_zone: zone,
    rows: rows.slice(0, query.limit).map((group) => ({
      by: query.dimensions.map((name, n) => textOf(name, group.keys[n] ?? null)), ...figuresOf(group)
    })),
    totals: groups.filter(({ total }) => total).map(figuresOf),
    truncated: rows.length > query.limit,
    as_of
  } satisfies ReportResult
})
