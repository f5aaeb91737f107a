import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { industryCategories } from "./industry.ts"
import { Identifier } from "./prose.ts"

/** What a business fills in stands in two braces. */
export const blank = /\{\{([a-z][a-z0-9_]*)\}\}/gu

const filled = Schema.makeFilter((text: string) => {
  const [wrong] = /[{}]+[^{}]{0,40}[{}]*/u.exec(text.replace(blank, "")) ?? []
  return wrong === undefined ? undefined : `Expected each blank as {{lower_case}}, found ${JSON.stringify(wrong)}`
})

const words = (least: number, most: number) =>
  Schema.String.check(Schema.isMinLength(least), Schema.isMaxLength(most), filled)

const Question = Schema.Struct({
  question: words(8, 200),
  /** A skeleton: whole sentences, with blanks for what only the business knows. */
  answer: words(30, 900)
})

const Section = Schema.Struct({
  id: Identifier,
  title: words(3, 80),
  questions: Schema.NonEmptyArray(Question)
})
export type Section = typeof Section.Type

const Industry = Schema.Struct({
  id: Identifier,
  name: words(2, 60),
  /** What else people call it, in lower case; search finds the industry by each. */
  synonyms: Schema.Array(Schema.String.check(Schema.isPattern(/^[^A-Z{}]+$/u, { expected: "lower case" }))).check(Schema.isMinLength(2)),
  about: words(20, 300),
  /** Where it differs from its sector's. */
  category: Schema.optionalKey(Schema.Literals(industryCategories)),
  /** Sections of the sector that make no sense here. */
  without: Schema.optionalKey(Schema.Array(Identifier)),
  /** What is asked in this industry and in no other. */
  sections: Schema.NonEmptyArray(Section)
})

/** A file of the folder `templates`: what the industries of one sector share, and what each adds. */
export const Sector = Schema.Struct({
  sector: Identifier,
  name: words(2, 60),
  category: Schema.NullOr(Schema.Literals(industryCategories)),
  about: words(20, 300),
  as_of: Day,
  sections: Schema.NonEmptyArray(Section),
  industries: Schema.NonEmptyArray(Industry)
})
export type Sector = typeof Sector.Type
