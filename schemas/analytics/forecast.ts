import { Schema } from "effect"
import { Day, Timestamp } from "#schemas/kernel/time"
import { methods } from "./backtest.ts"

/** What can be forecast: sums of days, weeks or months. */
export const forecastable = ["revenue", "new_leads", "appointments"] as const
export type Forecastable = typeof forecastable[number]

export const rhythms = { day: 7, week: 52, month: 12 } as const
export type Rhythm = keyof typeof rhythms
export const rhythmNames = Object.keys(rhythms) as ReadonlyArray<Rhythm>

export const MOST_STEPS = 24

const value = (description: string, example: number) => Schema.Finite.annotate({ description, examples: [example] })
const start = Day.annotate({ description: "The first day of the day, week or month.", examples: ["2026-12-01"] })

const Errors = Schema.Struct({
  holt_winters: value("Of this method.", 41_200.5),
  naive: value("Of saying the last value again.", 66_000),
  seasonal_naive: value("Of saying the value of a season ago again: of last week's day, or last year's week or month.", 52_300),
  values: Schema.Int.annotate({ description: "How many values were told from those before them.", examples: [48] }),
  held: Schema.Finite.annotate({ description: "The share of them that the interval of 80 % held.", examples: [0.79] })
}).annotate({ identifier: "ForecastErrors" })

export const Forecast = Schema.Struct({
  figure: Schema.Literals(forecastable),
  every: Schema.Literals(rhythmNames),
  currency: Schema.NullOr(Schema.String).annotate({ description: "Of revenue, in its smallest unit.", examples: ["USD"] }),
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  as_of: Timestamp,
  livemode: Schema.Boolean,
  history: Schema.Array(Schema.Struct({ start, value: value("What it was.", 350_000) })).annotate({
    description: "What came before, whole days, weeks or months only, the oldest first."
  }),
  forecast: Schema.Array(Schema.Struct({
    start,
    value: value("What to expect.", 372_000),
    low: value("One in ten is below.", 310_000),
    high: value("One in ten is above.", 431_000)
  })).annotate({ description: "What comes next, from the one that goes on now; nothing where too little came before." }),
  method: Schema.NullOr(Schema.Struct({
    trend: Schema.Literals(["none", "damped"]),
    season: Schema.Literals(["none", "added", "multiplied"])
  })).annotate({ description: "What of Holt-Winters fits the history best." }),
  errors: Schema.NullOr(Errors).annotate({
    description: "How far off each method was on average, had it told this history from what came before: from up to eight places of its later half. `null` where it is too short."
  }),
  advice: Schema.NullOr(Schema.Literals(methods)).annotate({ description: "What was least off. Where it is not `holt_winters`, go by that method instead." }),
  note: Schema.String.annotate({ description: "The same in words.", examples: ["On its own past, this forecast was off by 12 % on average, and saying last year's month again by 15 %."] })
}).annotate({ identifier: "Forecast" })
export type Forecast = typeof Forecast.Type
