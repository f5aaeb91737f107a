import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"
import { Texts } from "./texts.ts"

/** Whether the service is an answer, judged by what exists today. */
export const Verdict = Schema.Literals(["fit", "partial", "no_fit", "unclear"])
export type Verdict = typeof Verdict.Type

/** A part of the product with the operations that make it up. */
export const ToldPart = Schema.Struct({
  name: Schema.String,
  status: Schema.Literals(["today", "planned"]),
  does: Schema.String,
  verbs: Texts
})
export type ToldPart = typeof ToldPart.Type

/** A call of another tool that makes sense next. */
export const Next = Schema.Struct({ tool: Schema.String, arguments: Schema.JsonObject, why: Schema.String })
export type Next = typeof Next.Type

/** What every assessment says: the verdict, why, what there is of it, and where to go. */
export const assessment = {
  verdict: Verdict,
  reasons: Texts,
  parts: Schema.Array(ToldPart).annotate({ description: "Of the service; what is planned cannot be used." }),
  conditions: Texts.annotate({ description: "To be told with any yes." }),
  alternatives: Texts.annotate({ description: "Kinds of product, and when." }),
  next_step: Next
}

/** A name that somebody gives: one line. */
export const nameArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(100))

/** What somebody asks or complains of, in their words. */
export const proseArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(1_000))
