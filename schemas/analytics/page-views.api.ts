import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { ValidationError } from "#schemas/kernel/errors"
import { prose } from "#schemas/kernel/text"
import { Day } from "#schemas/kernel/time"
import { dimensions, filters, PageViews } from "./page-views.ts"

/** Days that one report tells of. */
export const MOST_DAYS = 800
export const MOST_HOUR_DAYS = 31

const only = (description: string, example: string) => Schema.optionalKey(prose(500).annotate({ description, examples: [example] }))

export const get_page_views = operation.get("get_page_views", "/page-views", PageViews, {
  query: {
    from: Schema.optionalKey(Day.annotate({ description: "The first day; 29 days before `to` if left out.", examples: ["2026-11-01"] })),
    to: Schema.optionalKey(Day.annotate({ description: "The last day; today if left out.", examples: ["2026-11-30"] })),
    by: defaulted(Schema.Literals(dimensions), "day"),
    compare: defaulted(Schema.Boolean.annotate({ description: "Whether the period of as many days before is told too." }), false),
    limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({ description: "Values at most; days and hours are all told." }), 100),
    page: only("Only this page, by its path.", "/prices"),
    source: only("Only visits from here: `utm_source`, or the host of the referrer; empty for visits without one.", "news.example"),
    campaign: only("Only visits of this `utm_campaign`.", "spring"),
    country: only("Only visitors of this country, by its two letters.", "NO"),
    device: only("`desktop`, `phone`, `tablet` or `tv`.", "phone"),
    browser: only("Only this browser.", "Firefox"),
    os: only("Only this operating system.", "Android")
  },
  errors: [ValidationError],
  summary: "Tell how often the company's pages were seen",
  description: "Page views, visitors, visits and bounces in the company's days, by day, page, source, country, device and more. Conditions " +
    `(${filters.map((name) => `\`${name}\``).join(", ")}) narrow together; with any, \`by\` is one of them or \`day\`. At most ${MOST_DAYS} days, and ` +
    `${MOST_HOUR_DAYS} by hour. What comes in is counted some seconds later. Live and test keys share it.`,
  curated: true
})
