import { Context, Effect, Layer, Schedule } from "effect"
import { SystemSql } from "../database/connections.ts"
import { ContentVersion } from "../content/content-version.ts"

const LOOK = "1 minute"

/** A figure of companies that share their records: a percentage, US dollars, days or a count, as its metric says. */
export interface Aggregate {
  readonly value: number
  /** Companies behind it. */
  readonly sample_size: number
  /** The day of its publication, YYYY-MM-DD. */
  readonly as_of: string
}

/** What is published of a metric of an industry; each only where enough companies stand behind it. */
export interface Aggregated {
  readonly average?: Aggregate
  readonly top_25?: Aggregate
  readonly top_10?: Aggregate
}

interface Row {
  readonly industry: string
  readonly metric: string
  readonly as_of: string
  readonly sample_size: number
  readonly average: number
  readonly top_25: number | null
  readonly top_10: number | null
}

const aggregatedOf = ({ as_of, average, sample_size, top_10, top_25 }: Row): Aggregated => {
  const figure = (value: number): Aggregate => ({ value, sample_size, as_of })
  return {
    average: figure(average),
    ...top_25 !== null && { top_25: figure(top_25) },
    ...top_10 !== null && { top_10: figure(top_10) }
  }
}

const placeOf = (industry: string, metric: string) => `${industry} ${metric}`

/** The published benchmarks of this installation, from memory, at most a minute old. */
export class Aggregates extends Context.Service<Aggregates, {
  /** `undefined` where too few companies share their records, as for an industry or a metric that is not known. */
  readonly figureOf: (industry: string, metric: string) => Aggregated | undefined
  /** Looks at once. */
  readonly refresh: Effect.Effect<void>
}>()("layers/benchmarks/Aggregates") {
  static readonly layer = Layer.effect(Aggregates, Effect.gen(function*() {
    const sql = yield* SystemSql
    const version = yield* ContentVersion
    let published: ReadonlyMap<string, Aggregated> = new Map()
    let seen = "[]"

    const refresh = sql<Row>`
      select industry, metric, as_of::text as as_of, sample_size, average, top_25, top_10
      from benchmarks.publications where average is not null order by industry, metric`.pipe(
        Effect.map((rows) => {
          const now = JSON.stringify(rows)
          if (now === seen) return
          seen = now
          published = new Map(rows.map((row) => [placeOf(row.industry, row.metric), aggregatedOf(row)]))
          version.next()
        }),
        Effect.catchCause((cause) => Effect.logWarning(`published benchmarks: will look again in ${LOOK}`, cause))
      )

    yield* refresh
    yield* Effect.forkScoped(Effect.schedule(refresh, Schedule.spaced(LOOK)))
    return Aggregates.of({ figureOf: (industry, metric) => published.get(placeOf(industry, metric)), refresh })
  }))
}
