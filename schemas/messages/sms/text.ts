import { Schema } from "effect"
import { prose } from "#schemas/kernel/text"

/** More is refused by providers. */
export const MOST_OF_TEXT = 1_600

export const SmsText = prose(MOST_OF_TEXT).check(Schema.isMinLength(1), Schema.isPattern(/\S/u, { expected: "more than white space" })).annotate({
  description: "What it says, up to 1,600 characters.", examples: ["Your bicycle stands ready. We are open until 18:00."]
})
