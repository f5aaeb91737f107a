import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { SynonymId } from "./ids.ts"

/** A company has at most so many groups of synonyms: each search looks through them. */
export const MOST_SYNONYMS = 200

const Words = Schema.Array(line(60)).check(Schema.isMinLength(2), Schema.isMaxLength(20), Schema.isUnique()).annotate({
  description: "Words and short phrases that mean the same to the company.", examples: [["voucher", "gift card"]]
})

/** Words that mean the same to a company. */
export const synonym = entity("KbSynonym", {
  id: field.readOnly(SynonymId),
  words: field.required(Words, Schema.Array(Schema.String).annotate({ examples: [["voucher", "gift card"]] })),
  ...versioned
}, { label: ({ words }) => words.join(", "), description: "Words that mean the same to a company: who searches for one finds the others." })
export const KbSynonym = synonym.read
export type KbSynonym = typeof KbSynonym.Type
