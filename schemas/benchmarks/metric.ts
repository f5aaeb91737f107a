/** In which numbers a metric is told, from `least` to `most`. */
export type Scale =
  | { readonly kind: "percent" }
  | { readonly kind: "ratio"; readonly least: number; readonly most: number }

export interface LiveMetric {
  readonly unit: "percent" | "usd" | "days" | "per_month"
  readonly better: "more" | "less"
  readonly scale: Scale
  /** What one company's value is, and of which records of the last twelve months. */
  readonly means: string
}

const percent = { kind: "percent" } as const

/** What is measured from the records of companies that share theirs. */
export const liveMetrics = {
  win_rate: {
    unit: "percent", better: "more", scale: percent,
    means: "Deals won, of the deals closed."
  },
  average_deal_value: {
    unit: "usd", better: "more", scale: { kind: "ratio", least: 1, most: 10_000_000 },
    means: "Mean amount of the deals won, of those in US dollars."
  },
  sales_cycle_days: {
    unit: "days", better: "less", scale: { kind: "ratio", least: 0.1, most: 10_000 },
    means: "Median time from making a deal to winning it."
  },
  deals_won_per_month: {
    unit: "per_month", better: "more", scale: { kind: "ratio", least: 0.01, most: 100_000 },
    means: "Deals won a month; a company younger than a year is measured by its own months."
  },
  lead_to_customer_rate: {
    unit: "percent", better: "more", scale: percent,
    means: "Contacts with a deal won, of the contacts made."
  },
  repeat_customer_rate: {
    unit: "percent", better: "more", scale: percent,
    means: "Customers with two deals won or more, of those with one or more."
  },
  on_time_task_rate: {
    unit: "percent", better: "more", scale: percent,
    means: "Tasks done by the time they were due, of the tasks that came due."
  }
} as const satisfies Record<string, LiveMetric>

export type LiveMetricId = keyof typeof liveMetrics

export const liveMetricIds = Object.keys(liveMetrics) as ReadonlyArray<LiveMetricId>

const PER_DECADE = 24

const within = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** Two significant digits. */
export const rounded = (value: number): number => Number(value.toPrecision(2))

/**
 * The bucket that a value falls into, by the number it stands for, which has two significant digits: whole per cents, or 24
 * steps to a power of ten. What is beyond the scale falls into its last bucket.
 */
export const bucketOf = (scale: Scale, value: number): number => {
  if (scale.kind === "percent") return Math.round(within(0, value, 100))
  const { least, most } = scale
  const step = Math.round(PER_DECADE * Math.log10(within(least, value, most) / least))
  return rounded(least * 10 ** (step / PER_DECADE))
}
