import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"

/** What the answer can be told by. */
export const dimensions = [
  "day", "hour", "page", "exit_page", "source", "referrer", "medium", "campaign", "country", "device", "browser", "os", "event", "link", "bot"
] as const
export type Dimension = typeof dimensions[number]

/** What can be asked for together. */
export const filters = ["page", "source", "campaign", "country", "device", "browser", "os"] as const
export type Filter = typeof filters[number]

const figures = {
  page_views: Schema.Int.annotate({ description: "Of `event`, `link` and `bot`: how often it happened.", examples: [1_204] }),
  visitors: Schema.Int.annotate({ description: "Who came, each counted once a day, with the source of their first visit.", examples: [310] }),
  visits: Schema.Int.annotate({ description: "Times that somebody came: a visit ends after half an hour without anything. Of pages, those that began there.", examples: [352] }),
  bounces: Schema.Int.annotate({ description: "Visits of one page view and nothing else.", examples: [120] }),
  bounce_rate: Schema.NullOr(Schema.Finite).annotate({ description: "Bounces among visits, 0 to 1; null without visits.", examples: [0.341] }),
  visit_seconds: Schema.NullOr(Schema.Finite).annotate({ description: "How long a visit took on average, from the first to the last event.", examples: [74.2] })
}

const Figures = Schema.Struct(figures).annotate({ identifier: "VisitFigures" })
export type Figures = typeof Figures.Type

const PageViewsOf = Schema.Struct({
  value: Schema.String.annotate({ description: "A day, an hour as `2026-11-26T09:00`, or the value of `by`; empty where nothing is known, as for visits without a source.", examples: ["/prices"] }),
  ...figures,
  previous: Schema.NullOr(Figures).annotate({ description: "The same in the period before, where it was asked for." })
}).annotate({ identifier: "PageViewsOf" })

export const PageViews = Schema.Struct({
  from: Day,
  to: Day,
  time_zone: Schema.String.annotate({ description: "In which days begin.", examples: ["Europe/Oslo"] }),
  total: Figures,
  previous: Schema.NullOr(Schema.Struct({ from: Day, to: Day, total: Figures })).annotate({ description: "The period of as many days before, where it was asked for." }),
  items: Schema.Array(PageViewsOf).annotate({ description: "In order of time, or the most seen first." }),
  bots: Schema.Int.annotate({ description: "Page views of bots, which are counted nowhere else.", examples: [87] })
}).annotate({ identifier: "PageViews" })
export type PageViews = typeof PageViews.Type
