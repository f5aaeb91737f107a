import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { Identifier } from "./prose.ts"
import { figureless } from "./figureless.ts"
import { benchmarkIndustries } from "./industry.ts"

/** What a pattern of success is good for (interface, section 2.2). */
export const patternCategories = ["revenue", "retention", "efficiency", "customer_satisfaction", "growth"] as const

const sentence = figureless(10, 320)

const few = <A extends Schema.Top>(one: A) => Schema.Array(one).check(Schema.isMinLength(2), Schema.isMaxLength(5))

const Pattern = Schema.Struct({
  category: Schema.Literals(patternCategories),
  name: figureless(3, 80),
  do: sentence,
  /** The mechanism. */
  because: sentence,
  /** What to do first. */
  start: sentence,
  /** What shows whether it works. */
  metric: Schema.String
})
export type Pattern = typeof Pattern.Type

const Tip = Schema.Struct({ do: sentence, because: sentence, metric: Schema.String })

const IndustryIntelligence = Schema.Struct({
  industry: Schema.Literals(benchmarkIndustries),
  overview: figureless(40, 600),
  seasonality: figureless(20, 400),
  /** What a customer goes through, in order. */
  journey: Schema.Array(figureless(5, 160)).check(Schema.isMinLength(3), Schema.isMaxLength(7)),
  risks: few(sentence),
  /** Questions for whoever knows the law of the place; no advice. */
  regulations: few(Schema.Struct({ topic: figureless(3, 80), ask: sentence })),
  /** What of the product helps here, by id of `parts.json`. */
  features: few(Schema.Struct({ part: Identifier, use: sentence })),
  tips: Schema.Array(Tip).check(Schema.isMinLength(3), Schema.isMaxLength(6)),
  patterns: Schema.NonEmptyArray(Pattern)
})

/** `industry-intelligence.json`: what people of a trade know of it. Nothing in it is measured, so nothing in it is a figure. */
export const Intelligence = Schema.Struct({
  as_of: Day,
  /** True of most businesses. */
  general: Schema.NonEmptyArray(Pattern),
  industries: Schema.NonEmptyArray(IndustryIntelligence)
})
