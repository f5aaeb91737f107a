import { Schema } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { phrase } from "#schemas/kernel/phrase"
import { Timestamp } from "#schemas/kernel/time"
import { MessageId, OptOutId } from "./ids.ts"

export const OptOutSource = Schema.Literals(["keyword", "free_text", "link", "api", "provider"]).annotate({
  description: "`keyword`: a word like STOP was sent. `free_text`: a text plainly meant it, which is a guess. `link`: on a page. `api`: by `add_opt_out`. " +
    "`provider`: the provider refuses texts to the number for this reason.",
  examples: ["keyword"]
})
export type OptOutSource = typeof OptOutSource.Type

/** A number that is not written to any more. */
export const optOut = entity("OptOut", {
  id: field.readOnly(OptOutId),
  phone: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "E.164; null once the person was erased: the number stays known by its digest alone.", examples: ["+12025550123"]
  })),
  source: field.readOnly(OptOutSource),
  guessed: field.readOnly(Schema.Boolean.annotate({ description: "No keyword was sent; `remove_opt_out` undoes a wrong guess.", examples: [false] })),
  text: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "What was written.", examples: ["STOP"] })),
  message_id: field.readOnly(Schema.NullOr(MessageId).annotate({ description: "The text by which it came.", examples: [MessageId.make(42)] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Those of live and of test keys are apart." })),
  created_at: field.readOnly(Timestamp)
}, {
  description: "A number that is not written to any more.",
  label: ({ phone }) => phone ?? phrase`an erased number`,
  filters: { source: OptOutSource, guessed: Schema.Boolean },
  sort: ["id", "created_at"]
})
export const OptOut = optOut.read
export type OptOut = typeof OptOut.Type
