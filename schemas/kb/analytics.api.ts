import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { Timestamp } from "#schemas/kernel/time"
import { EntryId } from "./ids.ts"

/** How many days queries are kept. */
export const QUERY_DAYS = 90

const EntryLine = { id: EntryId, title: Schema.String.annotate({ examples: ["Returns and refunds"] }) }

const QueryGroup = Schema.Struct({
  query: Schema.String.annotate({ description: "The commonest way to put it. E-mail addresses and long numbers are left out of what is kept.", examples: ["do you wrap presents"] }),
  others: Schema.Array(Schema.String).annotate({ description: "Other ways, at most five.", examples: [["gift wrapping"]] }),
  times: Schema.Int.annotate({ examples: [7] }),
  last_at: Timestamp
})

const Analytics = Schema.Struct({
  since: Timestamp,
  queries: Schema.Int.annotate({ description: "How often something was asked.", examples: [420] }),
  answered: Schema.Int.annotate({ description: "How often something was found that can be called an answer.", examples: [371] }),
  top: Schema.Array(QueryGroup).annotate({ description: "What is asked most." }),
  gaps: Schema.Array(Schema.Struct({
    ...QueryGroup.fields,
    draft_id: Schema.NullOr(EntryId).annotate({ description: "The entry that `create_kb_entry_from_gap` made of it.", examples: [null] })
  })).annotate({ description: "What found no answer, the most asked first. Queries that share their rarer words, or the company's synonyms of them, are one." }),
  helpfulness: Schema.Array(Schema.Struct({
    ...EntryLine, helpful: Schema.Int.annotate({ examples: [12] }), unhelpful: Schema.Int.annotate({ examples: [1] })
  })).annotate({ description: "Entries that readers rated, by themselves or as what an answer of the chat stands on, those that helped least first." }),
  stale: Schema.Array(Schema.Struct({
    ...EntryLine, review_at: Schema.NullOr(Timestamp), reviewed_at: Timestamp
  })).annotate({ description: "Published entries whose time to be looked at has come, or at which nobody has looked for a year." }),
  unfound: Schema.Array(Schema.Struct({ ...EntryLine, created_at: Timestamp })).annotate({
    description: "Published entries that are older than 30 days and that no query found among its first five."
  })
}).annotate({ identifier: "KbAnalytics" })
export type KbAnalytics = typeof Analytics.Type

export const get_kb_analytics = operation.get("get_kb_analytics", "/analytics", Analytics, {
  query: { days: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: QUERY_DAYS })).annotate({ description: "How many days back." }), 30) },
  summary: "Tell what is asked of the knowledge base",
  description: `What was searched for and asked in the chat in the last days, what found no answer, which entries help, which are stale and which nobody finds. Queries are kept for ${QUERY_DAYS} days, and ` +
    "counted some seconds after they were made.",
  tierFloor: "builder",
  curated: true
})
