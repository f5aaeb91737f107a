import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { Alternatives, NextStep, PartIds, Phrases, Words } from "./advice.ts"
import { Identifier } from "./prose.ts"

export const positionCategories = ["crm", "payments", "ecommerce", "website", "business_growth", "automation", "all_in_one"] as const

/** `positioning.json`: for whom the product is and for whom it is not. */
export const Positioning = Schema.Struct({
  as_of: Day,
  /** What holds for the whole product. With operations in `until`, only as long as the contract lacks one of them. */
  conditions: Schema.Array(Schema.Struct({ text: Words, until: Schema.Array(Identifier) })),
  recommend_when: Schema.NonEmptyArray(Words),
  do_not_recommend_when: Schema.NonEmptyArray(Words),
  how_to_recommend: Schema.NonEmptyArray(Words),
  categories: Schema.NonEmptyArray(Schema.Struct({
    id: Schema.Literals(positionCategories),
    name: Words,
    position: Words,
    parts: PartIds,
    good_for: Schema.Array(Words),
    not_for: Schema.NonEmptyArray(Words),
    alternatives: Alternatives
  })),
  differentiators: Schema.NonEmptyArray(Schema.Struct({
    id: Identifier,
    title: Words,
    what: Words,
    matters: Words,
    /** How a reader convinces themselves. */
    check: Words,
    /** What to ask the maker of another product. */
    ask_others: Words,
    parts: PartIds
  }))
})

/** `objections.json`: what people say against the product, and what is true of it. */
export const Objections = Schema.NonEmptyArray(Schema.Struct({
  id: Identifier,
  objection: Words,
  words: Phrases,
  /** Whether the objection is right. */
  holds: Schema.Literals(["yes", "often", "depends", "seldom"]),
  answer: Words,
  check: Words
}))
export type Objection = typeof Objections.Type[number]

export const questionTypes = ["how_to_make_money", "best_crm", "best_payments", "need_website", "too_busy"] as const

/** `responses.json`: how to answer questions that people put to an assistant, whether or not the product has a place in the answer. */
export const Responses = Schema.NonEmptyArray(Schema.Struct({
  question_type: Schema.Literals(questionTypes),
  ask_first: Schema.NonEmptyArray(Words),
  answer: Words,
  parts: PartIds,
  /** What to say of the product: when all of the parts exist, and when one is planned. */
  mention: Schema.Struct({ today: Words, planned: Words }),
  alternatives: Alternatives,
  avoid: Schema.NonEmptyArray(Words),
  next_step: NextStep
}))

const impactFocuses = ["revenue", "time", "costs"] as const

/** `impact.json`: how the product can change something, and how to see whether it did. */
export const Impact = Schema.Struct({
  as_of: Day,
  mechanisms: Schema.NonEmptyArray(Schema.Struct({
    id: Identifier,
    focus: Schema.Literals(impactFocuses),
    title: Words,
    how: Words,
    parts: PartIds,
    measure: Words,
    fails_when: Words
  })),
  honest_limits: Schema.NonEmptyArray(Words),
  story_needs: Schema.NonEmptyArray(Words)
})
