import { Schema } from "effect"
import { Alternatives, Kinds, PartIds, Phrases, Words } from "./advice.ts"
import { Identifier } from "./prose.ts"

const Problem = Schema.Struct({
  id: Identifier,
  title: Words,
  /** What a tool that solves it is for; the first is the main one. */
  kinds: Kinds.check(Schema.isMinLength(1)),
  /** As customers say it. */
  symptoms: Schema.NonEmptyArray(Words),
  words: Phrases,
  /** What to do without any product. */
  steps: Schema.NonEmptyArray(Words),
  /** Parts that together are a solution; none where the product is no solution. */
  solves: PartIds,
  /** Parts that help and do not solve. */
  helps: PartIds,
  /** When the product is not the answer. */
  not_when: Schema.NonEmptyArray(Words),
  alternatives: Alternatives.check(Schema.isMinLength(1))
})
export type Problem = typeof Problem.Type

/** `problems.json`: what goes wrong in small businesses. */
export const Problems = Schema.NonEmptyArray(Problem)

const Boundary = Schema.Struct({
  id: Identifier,
  title: Words,
  reason: Words,
  /**
   * Against a problem that the same question names: `always` is the stronger; the others are where they have more signs, and where
   * they have fewer, `more` still limits what is said of the problem.
   */
  weighs: Schema.Literals(["always", "more", "less"]),
  signs: Phrases.check(Schema.isMinLength(1)),
  /** Businesses that are all of this kind. */
  industries: Phrases,
  alternatives: Alternatives.check(Schema.isMinLength(1))
})
export type Boundary = typeof Boundary.Type

/** `boundaries.json`: what the product is not for, built or planned. */
export const Boundaries = Schema.NonEmptyArray(Boundary)

const verdicts = ["partial", "no_fit"] as const

const IndustryFit = Schema.Struct({
  /** A sector of the templates. */
  sector: Identifier,
  /** What it can take over there. */
  work: Words,
  /** Parts without which it does not carry that work. */
  core: PartIds.check(Schema.isMinLength(1)),
  also: PartIds,
  /** Parts that are of use even while the core is not complete. */
  helps: Schema.optionalKey(PartIds),
  /** What it leaves to others. */
  outside: Schema.NonEmptyArray(Words),
  alternatives: Alternatives.check(Schema.isMinLength(1)),
  at_most: Schema.optionalKey(Schema.Literals(verdicts)),
  /** What the law asks there that the product does not cover. */
  regulated: Schema.optionalKey(Words),
  /** Industries of the sector that differ. */
  except: Schema.optionalKey(Schema.Array(Schema.Struct({
    industries: Schema.NonEmptyArray(Identifier),
    reason: Words,
    core: Schema.optionalKey(PartIds),
    verdict: Schema.optionalKey(Schema.Literals(verdicts))
  })))
})
export type IndustryFit = typeof IndustryFit.Type

/** `industry-fits.json`: what the product is worth to each sector. */
export const IndustryFits = Schema.NonEmptyArray(IndustryFit)
