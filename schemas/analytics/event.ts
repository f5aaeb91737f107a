import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { line, prose, Text } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"

/** What the script tells of each page. */
export const PAGE_VIEW = "page_view"

/** For how many days what happened can still be told. */
export const LATE_DAYS = 7

/** For how many days events are kept; what was counted of them stays. */
export const EVENT_DAYS = 100

export const MOST_EVENTS = 100

const isWeb = (text: string) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:")
}

const Url = Text.check(
  Schema.isMaxLength(2_000),
  Schema.makeFilter(isWeb, { expected: "an address that begins with http:// or https://", toJsonSchema: () => ({ format: "uri" }) })
)

const Properties = Schema.Record(line(40), Schema.Union([line(200), Schema.Finite, Schema.Boolean])).check(
  Schema.makeFilter((properties) => Object.keys(properties).length <= 10, { expected: "at most 10 properties" })
)

const NewEvent = Schema.Struct({
  id: Schema.optionalKey(Schema.String.check(Schema.isUUID()).annotate({
    description: "Told again with the same id, it counts once.", examples: ["0198b3b7-6f6c-7f4e-9d0e-3a5c1d2e4f60"]
  })),
  name: defaulted(line(60).annotate({ description: "`page_view`, or what a visitor did.", examples: ["Signed up"] }), PAGE_VIEW),
  url: Url.annotate({
    description: "The address of the page. Its path is kept, and of its query `utm_source`, `utm_medium` and `utm_campaign`.",
    examples: ["https://www.juniper.example/prices?utm_source=newsletter"]
  }),
  referrer: Schema.optionalKey(prose(2_000).annotate({
    description: "The address of the page from which the visitor came, as browsers tell it. Its host is kept.", examples: ["https://news.example/"]
  })),
  at: Schema.optionalKey(Instant.annotate({ description: `When it happened, if not now: at most ${LATE_DAYS} days ago.` })),
  link: Schema.optionalKey(Url.annotate({ description: "The address that the visitor followed to another site. Its host and path are kept." })),
  properties: Schema.optionalKey(Properties.annotate({
    description: "What else there is to say: at most 10. Nothing that tells who somebody is.", examples: [{ plan: "Large" }]
  }))
}).annotate({ identifier: "NewPageEvent" })
export type NewEvent = typeof NewEvent.Type

/** The `analytics_key` of a company. */
const SiteKey = line(100).annotate({ description: "`analytics_key` of `get_site_settings`.", examples: ["site_0198b3b76f6c7f4e9d0e3a5c1d2e4f60"] })

export const NewEvents = Schema.Struct({
  site: SiteKey,
  events: Schema.Array(NewEvent).check(Schema.isMinLength(1), Schema.isMaxLength(MOST_EVENTS)).annotate({
    description: `1 to ${MOST_EVENTS} at once.`, examples: [[{ name: PAGE_VIEW, url: "https://www.juniper.example/prices" }]]
  })
}).annotate({ identifier: "NewPageEvents" })

/** It says no more than that they are kept: whoever tells of events learns nothing of others. */
export const EventsTaken = Schema.Struct({
  accepted: Schema.Int.annotate({ description: "How many were told. They are kept.", examples: [1] })
}).annotate({ identifier: "PageEventsTaken" }).pipe(HttpApiSchema.status(202))
