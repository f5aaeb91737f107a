import { Schema } from "effect"

export const callResults = ["answered", "voicemail", "told", "missed", "not_reached"] as const
export const CallResult = Schema.Literals(callResults).annotate({
  description: "`answered`: two people spoke. `voicemail`: the caller left a message. `told`: a text was said. `missed`: somebody called and reached nobody. " +
    "`not_reached`: the company called and reached nobody. Null until it is over.",
  examples: ["answered"]
})
export type CallResult = typeof CallResult.Type
