import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { Kinds, Phrases, Words } from "./advice.ts"

/** Third-party products that the tools compare with (decisions, "Public tool endpoint"). */
export const competitors = ["hubspot", "salesforce", "square", "shopify", "gohighlevel", "wix"] as const

export const comparedCategories = ["crm", "payments", "ecommerce", "website"] as const
export type ComparedCategory = typeof comparedCategories[number]

const Competitor = Schema.Struct({
  id: Schema.Literals(competitors),
  name: Words,
  aliases: Phrases,
  kind: Words,
  covers: Kinds,
  by_category: Schema.Struct({ crm: Words, payments: Words, ecommerce: Words, website: Words }),
  strong_at: Schema.NonEmptyArray(Words),
  choose_them_when: Schema.NonEmptyArray(Words),
  as_of: Day
})
export type Competitor = typeof Competitor.Type

/** `competitors.json`: what is publicly known of other products: what they are and what they are strong at. No prices, no figures. */
export const Competitors = Schema.NonEmptyArray(Competitor)

/** `known-tools.json`: other programs that people say they use, by what they are for, and how people speak of a tool they have. */
export const KnownTools = Schema.Struct({
  as_of: Day,
  tools: Schema.Array(Schema.Struct({ name: Words, aliases: Phrases, covers: Kinds })),
  /** Programs called by their kind: "a booking system". */
  kinds: Schema.Array(Schema.Struct({ name: Words, words: Phrases, covers: Kinds })),
  content_with: Phrases,
  unhappy_with: Phrases
})
