import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { Audience, FoundPassage, OriginKind } from "./passage.ts"

const Search = Schema.Struct({
  query: line(500).annotate({ description: "A question or some words, as people type them.", examples: ["how do I send something back"] }),
  language: Schema.optionalKey(Locale.annotate({ description: "Only what is in this language; in any if left out.", examples: ["en"] })),
  audience: defaulted(Audience.annotate({
    description: "Whose eyes it is for: `public` finds what anybody may read, `customers` also what customers may, `staff` everything."
  }), "staff"),
  tags: Schema.optionalKey(Schema.Array(line(100)).check(Schema.isMaxLength(20)).annotate({ description: "Only what has all of these.", examples: [["returns"]] })),
  kinds: Schema.optionalKey(Schema.Array(OriginKind).check(Schema.isMaxLength(5)).annotate({ description: "Only passages of these.", examples: [["entry"]] })),
  typing: defaulted(Schema.Boolean.annotate({ description: "The last word may be the beginning of a longer one. Such searches do not count in `get_kb_analytics`." }), false),
  counted: defaulted(Schema.Boolean.annotate({ description: "Whether it counts in `get_kb_analytics`; trials should not." }), true),
  limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })), 10)
}).annotate({ identifier: "KbSearch" })

const Results = Schema.Struct({
  results: Schema.Array(FoundPassage).annotate({ description: "The best first; at most three of one entry, document, page, post or product." }),
  found: Schema.Boolean.annotate({ description: "Whether the best of them has enough of what was asked for to be called an answer." }),
  corrections: Schema.Array(Schema.Struct({
    asked: Schema.String.annotate({ examples: ["refnud"] }), meant: Schema.String.annotate({ examples: ["refund"] })
  })).annotate({ description: "Words that stand nowhere, and what was looked for instead." })
}).annotate({ identifier: "KbResults" })

export const search_kb = operation.act("search_kb", "/search", Results, {
  payload: Search,
  summary: "Search the knowledge base",
  description: "Finds passages of everything that the company knows, ranked: words count in all their forms, by the rules of their language; rare ones, and those " +
    "of titles, count more. Misspelled words, the company's synonyms, and what somebody wrote in two words are found too. Where the installation names a model that makes vectors, " +
    "passages are found by their meaning too; else nothing is found where no word is known.",
  readOnly: true,
  idempotent: true,
  curated: true
})
