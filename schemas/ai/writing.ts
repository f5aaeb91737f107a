import { Schema } from "effect"

export const Length = Schema.Literals(["short", "medium", "long"])

/** Who wrote something, and what it took. */
export const writtenBy = {
  provider: Schema.NullOr(Schema.String).annotate({ description: "Who ran the model; `null` where none was asked.", examples: ["openai"] }),
  model: Schema.NullOr(Schema.String).annotate({ examples: ["gpt-4.1-mini"] }),
  simulated: Schema.Boolean.annotate({ description: "No model wrote it: it is made of what was given by counting words.", examples: [false] }),
  tokens: Schema.Int.annotate({ description: "AI tokens that it took.", examples: [620] })
}

export const WritingText = Schema.Struct({ type: Schema.Literal("text"), text: Schema.String })
export const WritingRestart = Schema.Struct({ type: Schema.Literal("restart") })

/** A piece of what a model writes, while it writes. */
export const WritingPiece = Schema.Union([
  WritingText,
  WritingRestart,
  Schema.Struct({ type: Schema.Literal("end"), ...writtenBy })
]).annotate({
  identifier: "WritingPiece",
  description: "`text`: what follows of what the model writes. `restart`: what was sent of it does not count, it begins anew. `end`: who wrote it."
})
export type WritingPiece = typeof WritingPiece.Type
